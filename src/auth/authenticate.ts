import type { Sql } from '../persistence/sql.ts'
import type { Clock } from '../runtime/clock.ts'
import { AppError } from '../runtime/errors.ts'
import type { ApiKeys } from './apiKeys.ts'
import type { AccessGrant, Tokens } from './tokens.ts'

/** Who a request comes from. */
export interface Caller {
  tenantId: string
}

/** Tells who sent an `Authorization` header: a Bearer access token, or Basic with API key and secret. */
export interface Authenticate {
  /** @throws AppError `authentication_required`: missing, malformed, expired, revoked, or an inactive tenant */
  (authorization: string | undefined): Promise<Caller>
  /** The same for a bare access token. */
  token(accessToken: string): Promise<Pick<AccessGrant, 'tenantId' | 'familyId' | 'expiresAt'>>
}

/**
 * How long a log-in found to hold is taken to do so: a deactivated tenant, or a log-out at another node, reaches every
 * request within this time.
 */
const HOLDS_KEPT_MS = 2_000
const HOLDS_KEPT_MAX = 100_000

export function createAuthenticate(options: {
  sql: Sql
  clock: Clock
  tokens: Tokens
  apiKeys: ApiKeys
}): Authenticate {
  const { sql, clock, tokens, apiKeys } = options
  const holdsUntil = new Map<string, number>()

  const requireHolding = async ({ tenantId, familyId }: AccessGrant): Promise<void> => {
    const now = clock.now()
    const key = `${tenantId} ${familyId}`
    if ((holdsUntil.get(key) ?? 0) > now) return
    const [row] = await sql.query<{ holds: boolean }>(
      `select is_active and not exists (
                select from refresh_token where family_id = $2 and revoked_at is not null) as holds
         from tenant where id = $1`,
      [tenantId, familyId],
    )
    if (row?.holds !== true) throw new AppError('authentication_required')
    if (holdsUntil.size >= HOLDS_KEPT_MAX) holdsUntil.clear()
    holdsUntil.set(key, now + HOLDS_KEPT_MS)
  }

  const bearer = async (accessToken: string) => {
    const grant = tokens.verify(accessToken)
    await requireHolding(grant)
    return grant
  }

  const basic = async (encoded: string): Promise<Caller> => {
    const clear = Buffer.from(encoded, 'base64').toString('utf8')
    const colon = clear.indexOf(':')
    const [row] = await sql.query<{ id: string; hash: string; isActive: boolean }>(
      'select id, api_secret_hash as hash, is_active as "isActive" from tenant where api_key = $1',
      [clear.slice(0, Math.max(colon, 0)).replaceAll('\u0000', '')],
    )
    const matches = row !== undefined && apiKeys.matches(clear.slice(colon + 1), row.hash)
    if (!matches || !row.isActive) throw new AppError('authentication_required')
    return { tenantId: row.id }
  }

  const authenticate = async (authorization: string | undefined): Promise<Caller> => {
    const [, scheme = '', credentials = ''] = /^(bearer|basic) +(\S+)$/i.exec(authorization ?? '') ?? []
    if (scheme.toLowerCase() === 'bearer') return bearer(credentials)
    if (scheme.toLowerCase() === 'basic') return basic(credentials)
    throw new AppError('authentication_required')
  }
  return Object.assign(authenticate, { token: bearer })
}
