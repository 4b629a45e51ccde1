import type { HttpAnswer } from '../httpCall.ts'
import { retryAfterMs } from '../webhooks/retryAfter.ts'

/** What a refusal means for the next call. */
export type RefusalKind =
  /** The token is no good: no call until the seller connects again. */
  | 'token_rejected'
  /** Too many calls: none for `pauseMs`. */
  | 'throttled'
  /** The platform's own trouble, and it says that it did nothing. */
  | 'transient'
  /** An answer that leaves open whether it was done: a gateway's error page. */
  | 'unclear'
  /** This call will never be accepted. */
  | 'refused'

/** The platform answered, but not with what was asked. Carries no text of the platform's: it may hold tokens. */
export class SocialPlatformError extends Error {
  readonly kind: RefusalKind
  readonly status: number
  /** The platform's own error number; null when there was none. */
  readonly platformCode: number | null
  /** For `throttled`, ms. */
  readonly pauseMs: number
  constructor(kind: RefusalKind, status: number, platformCode: number | null, pauseMs = 0) {
    super(`The platform answered ${kind} (HTTP ${status}, code ${platformCode ?? 'none'})`)
    this.name = 'SocialPlatformError'
    this.kind = kind
    this.status = status
    this.platformCode = platformCode
    this.pauseMs = pauseMs
  }
}

/** Application, user, page and custom limits of the Graph API. */
const THROTTLE_CODES = new Set([4, 17, 32, 613])
/** `unknown error` and `service temporarily unavailable`, both to be tried again. */
const TRANSIENT_CODES = new Set([1, 2])
const TOKEN_CODES = new Set([102, 190])

/** Without any word of the platform's. */
export const THROTTLE_PAUSE_DEFAULT_MS = 60_000

/** Reads an answer that is no success. */
export function refusalOf({ status, headers, body }: HttpAnswer, now: number): SocialPlatformError {
  const error = graphError(body)
  const code = error?.code ?? null
  if (code !== null && TOKEN_CODES.has(code)) return new SocialPlatformError('token_rejected', status, code)
  if (status === 429 || (code !== null && THROTTLE_CODES.has(code))) {
    const pauseMs = pauseFromHeaders(headers, now) ?? THROTTLE_PAUSE_DEFAULT_MS
    return new SocialPlatformError('throttled', status, code, pauseMs)
  }
  if (error !== null && (error.isTransient || (code !== null && TRANSIENT_CODES.has(code)))) {
    return new SocialPlatformError('transient', status, code)
  }
  if (code === null && status >= 500) return new SocialPlatformError('unclear', status, code)
  return new SocialPlatformError('refused', status, code)
}

function graphError(body: string): { code: number | null; isTransient: boolean } | null {
  const error = (parse(body) as { error?: { code?: unknown; is_transient?: unknown } } | null)?.error
  if (typeof error !== 'object') return null
  return {
    code: typeof error.code === 'number' ? error.code : null,
    isTransient: error.is_transient === true,
  }
}

/**
 * The platform tells in minutes, an account each, when access comes back (`X-Business-Use-Case-Usage`); a plain
 * `Retry-After` is believed too, and the longest of them counts.
 */
function pauseFromHeaders(headers: HttpAnswer['headers'], now: number): number | null {
  const usage = parse(headers['x-business-use-case-usage'] ?? '')
  const minutes = Object.values((usage ?? {}) as Record<string, unknown>)
    .flat()
    .map(
      (entry) =>
        (entry as { estimated_time_to_regain_access?: unknown } | null)?.estimated_time_to_regain_access,
    )
    .filter((value): value is number => typeof value === 'number' && value > 0)
  const pauses = minutes.map((value) => value * 60_000)
  const asked = retryAfterMs(headers['retry-after'], now)
  if (asked !== null && asked > 0) pauses.push(asked)
  return pauses.length === 0 ? null : Math.max(...pauses)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
