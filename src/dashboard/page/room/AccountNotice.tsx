import { useEffect } from 'preact/hooks'
import { follow } from '../app/page.ts'
import { href } from '../app/router.ts'
import { connection, faultOf, readConnection } from '../start/connection.ts'
import { say } from '../ui/toasts.ts'
import { t } from '../words/words.ts'

/** Says in the middle of a show that the platform delivers no comments, and what to do about it. */
export function AccountNotice() {
  useEffect(() => {
    const read = (): void => void readConnection().catch(() => undefined)
    read()
    return follow({
      onEvent: ({ type }) => {
        if (type.startsWith('social.')) read()
        else if (type === 'webhook.paused') say(t('room.shopPaused'), { tone: 'error' })
      },
      onResync: read,
    })
  }, [])
  const fault = faultOf(connection.value)
  return (
    <div class="account-notice" role="alert" hidden={fault === null}>
      {fault !== null && (
        <>
          {t(`room.account.${fault}`)} <a href={href('/')}>{t('room.account.do')}</a>
        </>
      )}
    </div>
  )
}
