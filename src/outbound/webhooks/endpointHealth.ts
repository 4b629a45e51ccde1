import type { Sql } from '../../persistence/sql.ts'

/** An endpoint without one success for so long is paused. */
export const PAUSE_AFTER_FAILING_MS = 5 * 24 * 3_600_000

const SUCCEEDED = `
  update tenant set webhook_failing_since = null, webhook_paused_at = null
   where id = any($1::uuid[]) and (webhook_failing_since is not null or webhook_paused_at is not null)`

const FAILED = `
  update tenant t set webhook_failing_since = coalesce(t.webhook_failing_since, f.at),
         webhook_paused_at = case when t.webhook_failing_since <= f.at - make_interval(secs => $3) then f.at end
    from unnest($1::uuid[], $2::timestamptz[]) as f (tenant, at)
   where t.id = f.tenant and t.webhook_paused_at is null
     and (t.webhook_failing_since is null or t.webhook_failing_since <= f.at - make_interval(secs => $3))
  returning t.id as "tenantId", t.webhook_paused_at is not null as "isPaused"`

/** How one try of a tenant's endpoint went. */
export interface EndpointTry {
  tenantId: string
  succeeded: boolean
  /** When it ended, ms since the epoch. */
  at: number
}

/**
 * Notes tries, in the order they ended, and returns the tenants whose endpoint is paused by that. While tries fail,
 * the row remembers since when; the first success forgets it and lifts a pause. Only a change is written. A paused
 * endpoint keeps its deliveries; the seller resumes it by a new address or a ping that arrives.
 */
export async function noteEndpointTries(sql: Sql, tries: readonly EndpointTry[]): Promise<string[]> {
  const last = [...new Map(tries.map((one) => [one.tenantId, one])).values()]
  const well = last.filter(({ succeeded }) => succeeded)
  const failing = last.filter(({ succeeded }) => !succeeded)
  if (well.length > 0) await sql.query(SUCCEEDED, [well.map(({ tenantId }) => tenantId)])
  if (failing.length === 0) return []
  const rows = await sql.query<{ tenantId: string; isPaused: boolean }>(FAILED, [
    failing.map(({ tenantId }) => tenantId),
    failing.map(({ at }) => new Date(at).toISOString()),
    PAUSE_AFTER_FAILING_MS / 1_000,
  ])
  return rows.flatMap(({ tenantId, isPaused }) => (isPaused ? [tenantId] : []))
}

/** To be called when the seller gives the shop a new address: it starts with a clean slate. */
export async function resumeWebhooks(sql: Sql, tenantId: string): Promise<void> {
  await sql.query(SUCCEEDED, [[tenantId]])
}
