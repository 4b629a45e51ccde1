import type { Sql } from '../persistence/sql.ts'
import type { Clock } from '../runtime/clock.ts'
import { AppError } from '../runtime/errors.ts'
import type { ApiKeys } from './apiKeys.ts'
import type { Tokens } from './tokens.ts'

/** Who a request comes from. */
export interface Caller {
  tenantId: string
}

/** Tells who sent an `Authorization` header: a Bearer access token, or Basic with API key and secret. */
export interface Authenticate {
  /** @throws AppError `authentication_required`: missing, malformed, expired, revoked, or an inactive tenant */
  (authorization: string | undefined): Promise<Caller>
  /** The same for a bare access token. */
  token(accessToken: string): Promise<Caller & { expiresAt: number }>
}

/** How long a tenant found active is taken to be so: deactivation reaches every request within this time. */
const ACTIVE_KEPT_MS = 2_000
const ACTIVE_KEPT_MAX = 100_000

export function createAuthenticate(options: {
  sql: Sql
  clock: Clock
  tokens: Tokens
  apiKeys: ApiKeys
}): Authenticate {
  const { sql, clock, tokens, apiKeys } = options
  const activeUntil = new Map<string, number>()

  const requireActive = async (tenantId: string): Promise<void> => {
    const now = clock.now()
    if ((activeUntil.get(tenantId) ?? 0) > now) return
    const [row] = await sql.query<{ isActive: boolean }>(
      'select is_active as "isActive" from tenant where id = $1',
      [tenantId],
    )
    if (row?.isActive !== true) throw new AppError('authentication_required')
    if (activeUntil.size >= ACTIVE_KEPT_MAX) activeUntil.clear()
    activeUntil.set(tenantId, now + ACTIVE_KEPT_MS)
  }

  const bearer = async (accessToken: string) => {
    const { tenantId, expiresAt } = tokens.verify(accessToken)
    await requireActive(tenantId)
    return { tenantId, expiresAt }
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
