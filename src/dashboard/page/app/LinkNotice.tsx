import { useEffect, useState } from 'preact/hooks'
import { ago } from '../words/format.ts'
import { t } from '../words/words.ts'
import { socket } from './page.ts'

const GRACE_MS = 800

/** Says plainly when what the page shows is not live. A gap shorter than a blink is not worth a word. */
export function LinkNotice() {
  const link = socket.link.value
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [link.state])
  const isGone = link.state === 'refused' || (link.state === 'reconnecting' && now - link.since > GRACE_MS)
  return (
    <div role="alert" class="link-notice" hidden={!isGone}>
      {link.state === 'refused' && t('link.refused')}
      {isGone && link.state === 'reconnecting' && t('link.reconnecting', { ago: ago(now - link.since) })}
    </div>
  )
}
