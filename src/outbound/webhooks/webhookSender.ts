import type { Verdict } from '../../../machines/delivery/index.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Encryption } from '../../runtime/encryption.ts'
import { HttpCallError, type HttpAnswer, type SendHttp } from '../httpCall.ts'
import type { Send } from '../outbox/ClaimedDelivery.ts'
import { retryAfterMs } from './retryAfter.ts'
import { webhookRequest, type WebhookLimits } from './webhookRequest.ts'
import { signingSecrets } from './webhookSecrets.ts'

/** What a shop's answer means: 2xx took it, 410 wants no more, all else is tried again. */
export function webhookVerdict(
  { status, headers }: Pick<HttpAnswer, 'status' | 'headers'>,
  now: number,
): Verdict {
  if (status >= 200 && status < 300) return { type: 'accepted' }
  const reason = `http_${status}`
  if (status === 410) return { type: 'gone', reason }
  return { type: 'refused', reason, retryAfterMs: retryAfterMs(headers['retry-after'], now) }
}

/** Sends one webhook to the shop's address of this moment. */
export function createWebhookSender(doors: {
  send: SendHttp
  encryption: Encryption
  clock: Clock
  limits: WebhookLimits
}): Send {
  return async ({ id, tenantId, payload, target }) => {
    const url = target.webhookUrl
    if (url === null) return { type: 'abandoned', reason: 'no_webhook_url' }
    const at = doors.clock.now()
    const secrets = signingSecrets(doors.encryption, tenantId, target, at)
    const call = webhookRequest({ id, url, payload, secrets, now: at }, doors.limits)
    const tried = { at, url, requestHeaders: call.headers }
    try {
      const { status, headers, body, durationMs } = await doors.send(call)
      const verdict = webhookVerdict({ status, headers }, doors.clock.now())
      const error = verdict.type === 'accepted' ? null : verdict.reason
      return {
        type: 'tried',
        verdict,
        attempt: { ...tried, responseStatus: status, responseBody: body, error, durationMs },
      }
    } catch (error) {
      if (!(error instanceof HttpCallError)) throw error
      const { reason, durationMs, maybeSent } = error
      return {
        type: 'tried',
        verdict: maybeSent ? { type: 'unknown', reason } : { type: 'refused', reason, retryAfterMs: null },
        attempt: { ...tried, responseStatus: null, responseBody: null, error: reason, durationMs },
      }
    }
  }
}
