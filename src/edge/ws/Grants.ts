import type { AccessGrant } from '../../auth/tokens.ts'
import type { Sql } from '../../persistence/sql.ts'
import type { Millis } from '../../runtime/clock.ts'
import type { Audience } from './Batch.ts'
import type { Credential } from './handshake.ts'

/** What a credential opened. */
export interface Grant {
  tenantId: string
  audience: Audience
  /** Null: until it is revoked. */
  expiresAt: Millis | null
  /** The overlay's key; null for a seller. */
  overlayKey: string | null
  /** The log-in that a seller's token belongs to; null for an overlay. */
  familyId: string | null
}

/** Checks an access token; null when it is not valid. `expiresAt` in ms since the epoch. */
export type VerifyToken = (
  token: string,
) => Promise<Pick<AccessGrant, 'tenantId' | 'familyId' | 'expiresAt'> | null>

interface TenantRow {
  id: string
  is_active: boolean
  overlay_key: string | null
  /** Of all log-ins asked about, those that ended; the same in every row. */
  ended: string[]
}

/** Turns credentials into grants, and looks again whether grants still hold. */
export class Grants {
  readonly #sql: Sql
  readonly #verify: VerifyToken

  constructor(sql: Sql, verify: VerifyToken) {
    this.#sql = sql
    this.#verify = verify
  }

  /** Null when the credential is wrong or its tenant disabled. */
  async open(credential: Credential): Promise<Grant | null> {
    const grant =
      credential.kind === 'token' ? await this.#byToken(credential.token) : await this.#byKey(credential.key)
    if (grant === null) return null
    const [stillHeld] = await this.heldOf([grant])
    return stillHeld ?? null
  }

  /** Those of the grants whose tenant is active and whose log-in or overlay key is not revoked; one query for all. */
  async heldOf(grants: readonly Grant[]): Promise<Grant[]> {
    const ids = [...new Set(grants.map((grant) => grant.tenantId))]
    const families = grants.flatMap(({ familyId }) => (familyId === null ? [] : [familyId]))
    const rows = await this.#sql.query<TenantRow>(
      `select id, is_active, overlay_key,
              array(select distinct family_id::text from refresh_token
                     where family_id = any($2::uuid[]) and revoked_at is not null) as ended
         from tenant where id = any($1::uuid[])`,
      [ids, families],
    )
    const ended = new Set(rows[0]?.ended)
    const tenants = new Map(rows.filter((row) => row.is_active).map((row) => [row.id, row]))
    return grants.filter((grant) => {
      const tenant = tenants.get(grant.tenantId)
      if (grant.familyId !== null && ended.has(grant.familyId)) return false
      return tenant !== undefined && (grant.overlayKey === null || grant.overlayKey === tenant.overlay_key)
    })
  }

  async #byToken(token: string): Promise<Grant | null> {
    const verified = await this.#verify(token)
    if (verified === null) return null
    const { tenantId, familyId, expiresAt } = verified
    return { tenantId, familyId, expiresAt, audience: 'seller', overlayKey: null }
  }

  async #byKey(key: string): Promise<Grant | null> {
    const rows = await this.#sql.query<{ id: string }>('select id from tenant where overlay_key = $1', [key])
    const tenantId = rows[0]?.id
    if (tenantId === undefined) return null
    return { tenantId, familyId: null, expiresAt: null, audience: 'overlay', overlayKey: key }
  }
}
