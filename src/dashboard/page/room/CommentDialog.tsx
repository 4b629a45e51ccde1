import type { Page, Viewer } from '../../../protocol/resources.ts'
import { service } from '../app/page.ts'
import { RequestError } from '../app/Service.ts'
import type { FeedEntry } from '../live/CommentFeed.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { attempt } from '../ui/errorText.ts'
import { Icon } from '../ui/Icon.tsx'
import { say } from '../ui/toasts.ts'
import { dateTime, money } from '../words/format.ts'
import { t, tMaybe } from '../words/words.ts'

/** One comment in full: what it says, how it was read and why, and what can be done about its writer. */
export function CommentDialog({ entry, onClose }: { entry: FeedEntry; onClose: () => void }) {
  const { username, text, timestamp, alike } = entry
  return (
    <Dialog title={t('comment.title', { username })} onClose={onClose}>
      <blockquote class="comment-full">{text}</blockquote>
      <p>{whyText(entry)}</p>
      {alike !== null && <p class="warn-text">{t('comment.alike', { username: alike })}</p>}
      <p class="quiet">{dateTime(timestamp)}</p>
      <footer>
        <button
          type="button"
          class="button"
          onClick={() => {
            void block(username)
            onClose()
          }}
        >
          <Icon name="block" /> {t('comment.block')}
        </button>
        <button type="button" class="button primary" onClick={onClose}>
          {t('do.close')}
        </button>
      </footer>
    </Dialog>
  )
}

function whyText({ mark }: FeedEntry): string {
  if (mark === null) return t('comment.why.pending')
  const amount = mark.amount === null ? '' : money(mark.amount)
  const code = mark.outcome === 'ignored' ? (mark.reason ?? 'chatter') : mark.outcome
  return tMaybe(`comment.why.${code}`, { amount }) ?? t('comment.why.chatter')
}

/** Blocks at once and offers the way back: a wrong press costs nothing. */
async function block(username: string): Promise<void> {
  const set = async (isBlocked: boolean): Promise<void> => {
    const found = await service.get<Page<Viewer>>(`/viewers?limit=100&search=${encodeURIComponent(username)}`)
    const viewer = found.items.find((other) => other.socialUsername === username)
    if (viewer === undefined) throw new RequestError({ code: 'viewer_unknown' })
    await service.put<Viewer>(`/viewers/${viewer.id}`, { isBlocked })
  }
  if (!(await attempt(() => set(true)))) return
  say(t('comment.blocked', { username }), {
    undo: () =>
      void attempt(() => set(false)).then((done) => done && say(t('comment.unblocked', { username }))),
  })
}
