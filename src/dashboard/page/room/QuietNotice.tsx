import { useEffect, useState } from 'preact/hooks'
import { clock, socket } from '../app/page.ts'
import { href } from '../app/router.ts'
import { quietFor } from '../live/quietFor.ts'
import type { Show } from '../live/Show.ts'
import { clockTime } from '../words/format.ts'
import { t } from '../words/words.ts'

/** Tells a silence that could be a broken subscription from a silence of the viewers' own: it asks the seller to look. */
export function QuietNotice({ show }: { show: Show }) {
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const isLinked = socket.link.value.state === 'live'
  const silence = isLinked ? quietFor(show.session.value, show.rate.lastAt.value, now) : null
  return (
    <div class="quiet-notice" role="status" hidden={silence === null}>
      {silence !== null && (
        <>
          {t('room.quiet', { time: clockTime(silence) })} <a href={href('/')}>{t('room.account.do')}</a>
        </>
      )}
    </div>
  )
}
