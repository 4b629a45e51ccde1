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
}

/** Checks an access token; null when it is not valid. `expiresAt` in ms since the epoch. */
export type VerifyToken = (token: string) => Promise<{ tenantId: string; expiresAt: Millis } | null>

interface TenantRow {
  id: string
  is_active: boolean
  overlay_key: string | null
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

  /** Those of the grants whose tenant is active and whose overlay key is not revoked; one query for all. */
  async heldOf(grants: readonly Grant[]): Promise<Grant[]> {
    const ids = [...new Set(grants.map((grant) => grant.tenantId))]
    const rows = await this.#sql.query<TenantRow>(
      'select id, is_active, overlay_key from tenant where id = any($1::uuid[])',
      [ids],
    )
    const tenants = new Map(rows.filter((row) => row.is_active).map((row) => [row.id, row]))
    return grants.filter((grant) => {
      const tenant = tenants.get(grant.tenantId)
      return tenant !== undefined && (grant.overlayKey === null || grant.overlayKey === tenant.overlay_key)
    })
  }

  async #byToken(token: string): Promise<Grant | null> {
    const verified = await this.#verify(token)
    if (verified === null) return null
    return {
      tenantId: verified.tenantId,
      audience: 'seller',
      expiresAt: verified.expiresAt,
      overlayKey: null,
    }
  }

  async #byKey(key: string): Promise<Grant | null> {
    const rows = await this.#sql.query<{ id: string }>('select id from tenant where overlay_key = $1', [key])
    const tenantId = rows[0]?.id
    return tenantId === undefined ? null : { tenantId, audience: 'overlay', expiresAt: null, overlayKey: key }
  }
}
