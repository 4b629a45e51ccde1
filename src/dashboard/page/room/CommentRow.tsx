import { Component } from 'preact'
import type { FeedEntry, Mark } from '../live/CommentFeed.ts'
import { money } from '../words/format.ts'
import { t, tMaybe } from '../words/words.ts'
import { Icon } from '../ui/Icon.tsx'

interface Props {
  entry: FeedEntry
  isActive: boolean
  onOpen: (entry: FeedEntry) => void
}

/** One comment on one line. Redrawn only when its entry changed: at 200 comments a second that is what keeps it calm. */
export class CommentRow extends Component<Props> {
  override shouldComponentUpdate(next: Props): boolean {
    return next.entry !== this.props.entry || next.isActive !== this.props.isActive
  }

  override render({ entry, isActive, onOpen }: Props) {
    return (
      <div
        id={`comment-${String(entry.number)}`}
        class="comment"
        role="option"
        aria-selected={isActive}
        onClick={() => onOpen(entry)}
      >
        <span class="comment-who">{entry.username}</span>
        <span class="comment-text">{entry.text}</span>
        {entry.alike !== null && (
          <span class="comment-alike">{t('comment.alike', { username: entry.alike })}</span>
        )}
        <CommentMark mark={entry.mark} />
      </div>
    )
  }
}

function CommentMark({ mark }: { mark: Mark | null }) {
  if (mark === null) return null
  const text = markText(mark)
  if (text === null) return null
  const tone = mark.outcome === 'ignored' ? 'ignored' : mark.outcome === 'waitlisted' ? 'waiting' : 'accepted'
  return (
    <span class="comment-mark" data-tone={tone}>
      {tone === 'accepted' && <Icon name="check" />}
      {text}
    </span>
  )
}

/** How a comment was read, in a few words; null where there is nothing worth a word, such as chatter. */
function markText(mark: Mark): string | null {
  const amount = mark.amount === null ? '' : money(mark.amount)
  const code = mark.outcome === 'ignored' ? (mark.reason ?? '') : mark.outcome
  return code === 'no_active_item' ? null : tMaybe(`mark.${code}`, { amount })
}
