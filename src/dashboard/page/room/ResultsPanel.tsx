import type { SessionResult } from '../../../protocol/resources.ts'
import { href } from '../app/router.ts'
import type { Show } from '../live/Show.ts'
import { Icon } from '../ui/Icon.tsx'
import { t } from '../words/words.ts'
import { soldText } from './Idle.tsx'
import { repliesStory, shopStory, type Story } from './sendingStory.ts'

/** What this show has sold so far, the latest first, and who was told of it. */
export function ResultsPanel({ show }: { show: Show }) {
  const results = show.results.value
  return (
    <section class="results" aria-labelledby="results-title">
      <h2 id="results-title" class="panel-title">
        {t('room.results')}
      </h2>
      {results.length === 0 ? (
        <p class="quiet">{t('room.noResults')}</p>
      ) : (
        <ul class="result-list">
          {results.map((result) => (
            <ResultRow key={result.id} result={result} />
          ))}
        </ul>
      )}
      <p class="key-help quiet">
        <b>{t('room.keys')}</b> {t('room.keysText')}
      </p>
    </section>
  )
}

function ResultRow({ result }: { result: SessionResult }) {
  const stories = [shopStory(result.webhooks), repliesStory(result.replies)].filter((story) => story !== null)
  return (
    <li data-sold={result.outcome !== 'no_bids'}>
      <b>{result.productName}</b>
      <span class="result-outcome">{soldText(result)}</span>
      {stories.length > 0 && (
        <span class="result-told">
          {stories.map((story) => (
            <Told key={story.text} story={story} />
          ))}
        </span>
      )}
    </li>
  )
}

function Told({ story: { state, text } }: { story: Story }) {
  if (state === 'failed') return <a href={href('/deliveries')}>{text}</a>
  return (
    <span data-state={state}>
      {text}
      {state === 'done' && <Icon name="check" />}
    </span>
  )
}
