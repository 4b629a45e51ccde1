import { useState } from 'preact/hooks'
import type { CommentFeed, FeedEntry, FeedFilter } from '../live/CommentFeed.ts'
import { t } from '../words/words.ts'
import { CommentDialog } from './CommentDialog.tsx'
import { CommentList } from './CommentList.tsx'

const FILTERS: readonly FeedFilter[] = ['all', 'bids', 'claims', 'questions']

/** The viewers' comments in the order that counts, each with how it was read. */
export function CommentPanel({ feed }: { feed: CommentFeed }) {
  const [opened, setOpened] = useState<FeedEntry | null>(null)
  return (
    <section class="comments" aria-labelledby="comments-title">
      <header class="panel-head">
        <h2 id="comments-title" class="panel-title">
          {t('room.comments')}
        </h2>
        <div class="filters" role="group" aria-label={t('room.filterLabel')}>
          {FILTERS.map((filter) => (
            <button
              key={filter}
              type="button"
              aria-pressed={feed.filter.value === filter}
              onClick={() => (feed.filter.value = filter)}
            >
              {t(`room.filter.${filter}`)}
            </button>
          ))}
        </div>
      </header>
      <CommentList feed={feed} onOpen={setOpened} />
      {opened !== null && <CommentDialog entry={opened} onClose={() => setOpened(null)} />}
    </section>
  )
}
