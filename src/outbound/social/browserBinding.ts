import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Millis } from '../../runtime/clock.ts'

/** The seller has so long to grant access on the platform's pages, ms. */
export const AUTHORIZATION_TIME_LIMIT_MS = 15 * 60_000

/**
 * Ties an authorization to the browser that began it: the contract's `state` is the tenant's id, which others may
 * know, so a cookie that only this service can make has to come back beside it.
 */
export interface BrowserBinding {
  /** The cookie's value for a browser that leaves now. */
  issue(tenantId: string, now: Millis): string
  /** Whether a cookie that came back is one of ours, for this tenant, and not too old. */
  matches(cookie: string | undefined, tenantId: string, now: Millis): boolean
}

export function createBrowserBinding(secret: string): BrowserBinding {
  const sign = (tenantId: string, expiresAt: number): string =>
    createHmac('sha256', secret).update(`social-authorization/${tenantId}/${expiresAt}`).digest('base64url')

  return {
    issue(tenantId, now) {
      const expiresAt = now + AUTHORIZATION_TIME_LIMIT_MS
      return `${expiresAt}.${sign(tenantId, expiresAt)}`
    },
    matches(cookie, tenantId, now) {
      const [expires = '', signature = ''] = (cookie ?? '').split('.')
      if (!/^\d{1,16}$/.test(expires) || Number(expires) <= now) return false
      const expected = Buffer.from(sign(tenantId, Number(expires)))
      const given = Buffer.from(signature)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
