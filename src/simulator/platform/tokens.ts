import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { tokenRefused } from './graphError.ts'

export type TokenKind = 'code' | 'short' | 'long' | 'page'

/** Lifetimes in seconds; null never expires, as page tokens made from a long-lived token do. */
export const TOKEN_SECONDS: Record<TokenKind, number | null> = {
  code: 600,
  short: 3_600,
  long: 5_184_000,
  page: null,
}

/** What a token of this platform says about its bearer. */
export interface TokenClaims {
  kind: TokenKind
  sellerId: string
  /** Seconds since the epoch. */
  issuedAt: number
}

/** Issues tokens and reads them back. They carry their claims signed, so that they outlive a restart. */
export interface Tokens {
  issue(kind: TokenKind, sellerId: string): string
  /** @throws GraphError 190 when the token is not ours, was altered or has expired. */
  read(token: string): TokenClaims
}

/** `now` in milliseconds; the same `seed` reads what an earlier run issued. */
export function createTokens(seed: string, now: () => number): Tokens {
  const key = createHmac('sha256', 'stand-in platform tokens').update(seed).digest()
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url')

  return {
    issue(kind, sellerId) {
      const claims = [kind, sellerId, Math.floor(now() / 1_000), randomBytes(9).toString('base64url')].join(
        '.',
      )
      return `${claims}.${sign(claims)}`
    },
    read(token) {
      const end = token.lastIndexOf('.')
      const claims = token.slice(0, Math.max(end, 0))
      const given = Buffer.from(token.slice(end + 1))
      const expected = Buffer.from(sign(claims))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw tokenRefused('Invalid OAuth access token - Cannot parse access token')
      }
      const [kind, sellerId, issued] = claims.split('.') as [TokenKind, string, string]
      const issuedAt = Number(issued)
      const lifetime = TOKEN_SECONDS[kind]
      if (lifetime !== null && issuedAt + lifetime <= now() / 1_000) {
        throw tokenRefused('Error validating access token: Session has expired')
      }
      return { kind, sellerId, issuedAt }
    },
  }
}
