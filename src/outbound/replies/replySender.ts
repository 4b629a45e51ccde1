import { is, string, type } from 'superstruct'
import type { Verdict } from '../../../machines/delivery/index.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Encryption } from '../../runtime/encryption.ts'
import { HttpCallError } from '../httpCall.ts'
import type { ClaimedDelivery, Send, SendOutcome } from '../outbox/ClaimedDelivery.ts'
import { TOKEN_COLUMN } from '../social/SocialConnections.ts'
import type { SocialPlatform, SocialReply } from '../social/SocialPlatform.ts'
import { SocialPlatformError } from '../social/SocialPlatformError.ts'

/** An answer that comes later than this only confuses the stream, ms. */
export const REPLY_AGE_MAX_MS = 10 * 60_000

const ReplyPayload = type({ commentId: string(), message: string() })

export interface ReplySenderOptions {
  platform: SocialPlatform
  encryption: Encryption
  clock: Clock
  /** The platform turned down the token (a ciphertext) of this tenant. */
  onTokenRejected: (tenantId: string, token: string) => Promise<void>
}

/** Posts one auto-reply beside its comment, unless the moment for it has passed. */
export function createReplySender({
  platform,
  encryption,
  clock,
  onTokenRejected,
}: ReplySenderOptions): Send {
  const post = async (delivery: ClaimedDelivery, reply: SocialReply, token: string): Promise<SendOutcome> => {
    const at = clock.now()
    const startedAt = performance.now()
    const tried = (verdict: Verdict, responseStatus: number | null): SendOutcome => ({
      type: 'tried',
      verdict,
      attempt: {
        at,
        url: reply.commentId,
        requestHeaders: {},
        responseStatus,
        responseBody: null,
        error: 'reason' in verdict ? verdict.reason : null,
        durationMs: Math.round(performance.now() - startedAt),
      },
    })
    try {
      await platform.reply(reply)
      return tried({ type: 'accepted' }, 200)
    } catch (error) {
      if (error instanceof HttpCallError) return tried(unansweredVerdict(error), null)
      if (!(error instanceof SocialPlatformError)) throw error
      if (error.kind === 'token_rejected') await onTokenRejected(delivery.tenantId, token)
      return tried(replyVerdict(error), error.status)
    }
  }

  return async (delivery) => {
    const { target, payload } = delivery
    const { socialAccessToken: token, socialPageId: pageId, socialAccountId: accountId } = target
    if (target.socialStatus !== 'connected' || token === null || pageId === null || accountId === null) {
      return given('not_connected')
    }
    if (delivery.isSessionEnded) return given('session_ended')
    if (clock.now() - delivery.createdAt > REPLY_AGE_MAX_MS) return given('too_late')
    if (!is(payload, ReplyPayload)) return given('malformed_payload')
    const clear = encryption.decrypt(token, { tenantId: delivery.tenantId, column: TOKEN_COLUMN })
    return post(delivery, { ...payload, accountId, pageId, token: clear }, token)
  }
}

const given = (reason: string): SendOutcome => ({ type: 'abandoned', reason })

const unansweredVerdict = ({ reason, maybeSent }: HttpCallError): Verdict =>
  maybeSent ? { type: 'unknown', reason } : { type: 'refused', reason, retryAfterMs: null }

/** What a refusal of the platform means for this reply. */
export function replyVerdict({ kind, platformCode, status, pauseMs }: SocialPlatformError): Verdict {
  const reason = platformCode === null ? `http_${status}` : `social_${platformCode}`
  switch (kind) {
    case 'throttled':
      return { type: 'throttled', reason, retryAfterMs: pauseMs }
    case 'transient':
      return { type: 'refused', reason, retryAfterMs: null }
    case 'unclear':
      return { type: 'unknown', reason }
    case 'token_rejected':
    case 'refused':
      return { type: 'gone', reason }
  }
}
