import type { Sql } from '../../persistence/sql.ts'
import type { Clock } from '../../runtime/clock.ts'

/** Which tenant a social account belongs to. */
export interface AccountDirectory {
  /** Tenant ids by account id; unknown accounts are missing. */
  tenantsOf(accountIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** To be called whenever an account is connected, moved or disconnected in this process. */
  forget(): void
}

/** Other nodes' changes are seen after this time. */
const KEPT_MS = 1_000
const KEPT_MAX = 100_000

export function createAccountDirectory(sql: Sql, clock: Clock): AccountDirectory {
  let known = new Map<string, { tenantId: string | null; until: number }>()

  async function look(accountIds: readonly string[], until: number): Promise<Map<string, string>> {
    // Forgotten meanwhile: the answer serves this request and is kept in the map that nobody reads any more.
    const kept = known
    const rows = await sql.query<{ accountId: string; tenantId: string }>(
      `select social_account_id as "accountId", id as "tenantId" from tenant
        where social_account_id = any($1::text[]) and is_active`,
      [accountIds],
    )
    const found = new Map(rows.map((row) => [row.accountId, row.tenantId]))
    if (kept.size > KEPT_MAX) kept.clear()
    for (const accountId of accountIds) kept.set(accountId, { tenantId: found.get(accountId) ?? null, until })
    return found
  }

  return {
    async tenantsOf(accountIds) {
      const now = clock.now()
      const wanted = [...new Set(accountIds)]
      const missing = wanted.filter((accountId) => (known.get(accountId)?.until ?? 0) <= now)
      const tenants = new Map<string, string>()
      for (const accountId of wanted) {
        const tenantId = known.get(accountId)?.tenantId
        if (tenantId != null && !missing.includes(accountId)) tenants.set(accountId, tenantId)
      }
      if (missing.length === 0) return tenants
      return new Map([...tenants, ...(await look(missing, now + KEPT_MS))])
    },
    forget() {
      known = new Map()
    },
  }
}
