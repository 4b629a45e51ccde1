import { useEffect, useRef, useState } from 'preact/hooks'
import { timeOfDay } from './amounts.ts'
import { goToStep, isFollowing, isPlaying, shownIndex, shownSteps } from './inspected.ts'
import { isRefused, keyOf } from './ShownStep.ts'

const KINDS = ['all', 'comment', 'command', 'timer', 'refused'] as const
type Kind = (typeof KINDS)[number]
const ROWS_MAX = 400

/** Every event with its decision and the reason; by kind, user or any other words. A press goes there in time. */
export function EventStream() {
  const [kind, setKind] = useState<Kind>('all')
  const [text, setText] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const wanted = text.trim().toLowerCase()
  const rows = shownSteps.value
    .map((step, index) => ({ step, index }))
    .filter(({ step }) => kind === 'all' || (kind === 'refused' ? isRefused(step) : step.kind === kind))
    .filter(({ step }) => `${step.said} ${step.words}`.toLowerCase().includes(wanted))
  const shown = rows.slice(-ROWS_MAX)
  useEffect(() => {
    if (isFollowing.value) list.current?.scrollTo({ top: list.current.scrollHeight })
    else list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [shownSteps.value.length, shownIndex.value])
  return (
    <div class="stream">
      <input
        type="search"
        aria-label="Filter events by user, text or reason"
        placeholder="User, text or reason"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <div class="filters" role="group" aria-label="Kind of event">
        {KINDS.map((one) => (
          <button key={one} type="button" aria-pressed={one === kind} onClick={() => setKind(one)}>
            {one}
          </button>
        ))}
      </div>
      {rows.length === 0 && <p class="quiet">No event fits. Choose “all” or clear the text.</p>}
      {shown.length < rows.length && (
        <p class="quiet">
          The latest {ROWS_MAX} of {rows.length}; filter to see others.
        </p>
      )}
      <ol ref={list} class="events" aria-label="Events">
        {shown.map(({ step, index }) => (
          <li key={`${String(index)} ${keyOf(step)}`}>
            <button
              type="button"
              class="event-row"
              data-refused={isRefused(step)}
              aria-current={index === shownIndex.value ? 'step' : undefined}
              onClick={() => {
                isPlaying.value = false
                goToStep(index)
              }}
            >
              <time>{timeOfDay(step.at)}</time>
              <span class="event-said">{step.said}</span>
              <span class="event-words">{step.words}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}
