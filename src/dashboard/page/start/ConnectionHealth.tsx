import { Badge } from '../ui/Badge.tsx'
import { clock, socket } from '../app/page.ts'
import { ago, date, dateTime } from '../words/format.ts'
import { t } from '../words/words.ts'
import type { Connection } from './connection.ts'

/** So long before its end a permission is worth a warning: a show or two. */
const SOON_MS = 7 * 86_400_000

function Permission({ until }: { until: string }) {
  const endsSoon = Date.parse(until) - clock.now() < SOON_MS
  return (
    <span class={endsSoon ? 'warn-text' : 'quiet'}>
      {t(endsSoon ? 'health.tokenSoon' : 'health.token', { date: date(until) })}
    </span>
  )
}

/** Everything between a viewer's comment and this page, each with its own word. */
export function ConnectionHealth({ connection }: { connection: Connection }) {
  const isLive = socket.link.value.state === 'live'
  const { status, username, tokenExpiresAt, subscribedAt, lastCommentAt } = connection
  const isConnected = status === 'connected'
  return (
    <section class="sheet health" aria-labelledby="health-title">
      <h2 id="health-title">{t('health.title')}</h2>
      <dl>
        <dt>{t('health.page')}</dt>
        <dd>
          <Badge tone={isLive ? 'good' : 'warn'}>{isLive ? t('link.live') : t('link.connecting')}</Badge>
          {isLive && Number.isFinite(clock.errorMs) && (
            <span class="quiet">{t('health.clock', { n: Math.max(1, Math.ceil(clock.errorMs)) })}</span>
          )}
        </dd>
        <dt>{t('health.account')}</dt>
        <dd>
          <Badge tone={isConnected ? 'good' : 'warn'}>
            {isConnected
              ? `@${username ?? ''}`
              : status === 'needs_reconnect'
                ? t('health.accountReconnect')
                : t('health.accountMissing')}
          </Badge>
          {tokenExpiresAt !== null && <Permission until={tokenExpiresAt} />}
          {isConnected && (
            <span class="quiet">
              {subscribedAt === null
                ? t('health.notSubscribed')
                : t('health.subscribed', { date: dateTime(subscribedAt) })}
            </span>
          )}
          {isConnected && (
            <span class="quiet">
              {lastCommentAt === null
                ? t('health.noComment')
                : t('health.lastComment', { ago: ago(clock.now() - Date.parse(lastCommentAt)) })}
            </span>
          )}
        </dd>
      </dl>
    </section>
  )
}
