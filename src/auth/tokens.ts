import { createHash, randomBytes } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { RefreshToken, type Tenant } from '../persistence/entities/index.ts'
import type { Database, EntityManager } from '../persistence/database.ts'
import type { TokenPair } from '../protocol/resources.ts'
import type { Clock } from '../runtime/clock.ts'
import { AppError } from '../runtime/errors.ts'
import { isId, type Ids } from '../runtime/ids.ts'

export interface AccessGrant {
  tenantId: string
  email: string
  /** ms since the epoch. */
  expiresAt: number
}

/** Issues and checks the token pair of the REST interface. */
export interface Tokens {
  /** A new pair of a new family, stored with `em`'s next flush. */
  issue(em: EntityManager, tenant: Pick<Tenant, 'id' | 'email'>, familyId?: string): TokenPair
  /** @throws AppError `authentication_required` */
  verify(accessToken: string): AccessGrant
  /**
   * Trades a refresh token for a new pair, once. A second use means that it was stolen: its whole family ends.
   * @throws AppError `authentication_required`
   */
  refresh(refreshToken: string): Promise<TokenPair>
  /** Ends the family of a refresh token; unknown tokens are ignored. */
  revoke(refreshToken: string): Promise<void>
}

export interface TokenOptions {
  database: Database
  clock: Clock
  ids: Ids
  secret: string
  accessTokenSeconds: number
  refreshTokenSeconds: number
}

const ISSUER = 'live-commerce-auctions'
const AUDIENCE = 'live-commerce-auctions/api'
const ALGORITHM = 'HS256'

const digest = (token: string): string => createHash('sha256').update(token).digest('hex')
const denied = (): AppError => new AppError('authentication_required')

interface TokenOwner extends Pick<Tenant, 'id' | 'email' | 'isActive'> {
  id: string
}

export function createTokens(options: TokenOptions): Tokens {
  const { database, clock, ids, secret, accessTokenSeconds, refreshTokenSeconds } = options

  const issue: Tokens['issue'] = (em, tenant, familyId = ids.next()) => {
    const now = clock.now()
    const issuedAt = Math.floor(now / 1_000)
    const claims = {
      tenantId: tenant.id,
      email: tenant.email,
      sub: tenant.id,
      iss: ISSUER,
      aud: AUDIENCE,
      iat: issuedAt,
      exp: issuedAt + accessTokenSeconds,
      jti: ids.next(),
    }
    const refreshToken = `rt_${randomBytes(32).toString('base64url')}`
    em.persist(
      em.create(RefreshToken, {
        id: ids.next(),
        tenantId: tenant.id,
        familyId,
        tokenHash: digest(refreshToken),
        expiresAt: new Date(now + refreshTokenSeconds * 1_000),
        createdAt: new Date(now),
      }),
    )
    return {
      accessToken: jwt.sign(claims, secret, { algorithm: ALGORITHM }),
      refreshToken,
      tokenType: 'Bearer',
      expiresIn: accessTokenSeconds,
    }
  }

  return {
    issue,
    verify(accessToken) {
      try {
        const claims = jwt.verify(accessToken, secret, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          clockTimestamp: Math.floor(clock.now() / 1_000),
        })
        if (typeof claims === 'string' || typeof claims.exp !== 'number') throw denied()
        const { tenantId, email } = claims as { tenantId?: unknown; email?: unknown }
        if (!isId(tenantId) || typeof email !== 'string') throw denied()
        return { tenantId, email, expiresAt: claims.exp * 1_000 }
      } catch (error) {
        throw error instanceof AppError ? error : new AppError('authentication_required', { cause: error })
      }
    },

    async refresh(refreshToken) {
      const now = new Date(clock.now())
      // One statement claims the token, so that of two uses at once only one wins. Its family may have ended while it
      // was being issued, so that it bears no mark of that itself.
      const [claimed] = await database.sql.query<{ tenantId: string; familyId: string }>(
        `update refresh_token as mine set used_at = $2
          where token_hash = $1 and used_at is null and expires_at > $2
            and not exists (select from refresh_token where family_id = mine.family_id and revoked_at is not null)
          returning tenant_id as "tenantId", family_id as "familyId"`,
        [digest(refreshToken), now],
      )
      if (claimed === undefined) {
        await revokeFamily(refreshToken, true)
        throw denied()
      }
      const [owner] = await database.sql.query<TokenOwner>(
        'select id, email, is_active as "isActive" from tenant where id = $1',
        [claimed.tenantId],
      )
      if (owner?.isActive !== true) throw denied()
      const em = database.fork()
      const pair = issue(em, owner, claimed.familyId)
      await em.flush()
      return pair
    },

    revoke: (refreshToken) => revokeFamily(refreshToken, false),
  }

  async function revokeFamily(refreshToken: string, onlyIfUsed: boolean): Promise<void> {
    await database.sql.query(
      `update refresh_token set revoked_at = $2
        where revoked_at is null and family_id = (
          select family_id from refresh_token where token_hash = $1 and (not $3::boolean or used_at is not null))`,
      [digest(refreshToken), new Date(clock.now()), onlyIfUsed],
    )
  }
}
