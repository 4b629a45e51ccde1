import type { Sql } from '../../persistence/sql.ts'

/** An endpoint without one success for so long is paused. */
export const PAUSE_AFTER_FAILING_MS = 5 * 24 * 3_600_000

const SUCCEEDED = `
  update tenant set webhook_failing_since = null, webhook_paused_at = null
   where id = any($1::uuid[]) and (webhook_failing_since is not null or webhook_paused_at is not null)`

const FAILED = `
  update tenant set webhook_failing_since = coalesce(webhook_failing_since, $2::timestamptz),
         webhook_paused_at = case when webhook_failing_since <= $3::timestamptz then $2::timestamptz end
   where id = any($1::uuid[]) and webhook_paused_at is null
     and (webhook_failing_since is null or webhook_failing_since <= $3::timestamptz)
  returning id as "tenantId", webhook_paused_at is not null as "isPaused"`

/** How one try of a tenant's endpoint went. */
export interface EndpointTry {
  tenantId: string
  succeeded: boolean
}

/**
 * Notes tries, in the order they ended, and returns the tenants whose endpoint is paused by that. While tries fail,
 * the row remembers since when; the first success forgets it and lifts a pause. Only a change is written. A paused
 * endpoint keeps its deliveries; the seller resumes it by a new address or a ping that arrives.
 */
export async function noteEndpointTries(
  sql: Sql,
  tries: readonly EndpointTry[],
  at: number,
): Promise<string[]> {
  const last = new Map(tries.map(({ tenantId, succeeded }) => [tenantId, succeeded]))
  const those = (succeeded: boolean): string[] =>
    [...last].flatMap(([tenantId, value]) => (value === succeeded ? [tenantId] : []))
  const well = those(true)
  const failing = those(false)
  if (well.length > 0) await sql.query(SUCCEEDED, [well])
  if (failing.length === 0) return []
  const rows = await sql.query<{ tenantId: string; isPaused: boolean }>(FAILED, [
    failing,
    new Date(at).toISOString(),
    new Date(at - PAUSE_AFTER_FAILING_MS).toISOString(),
  ])
  return rows.flatMap(({ tenantId, isPaused }) => (isPaused ? [tenantId] : []))
}

/** To be called when the seller gives the shop a new address: it starts with a clean slate. */
export async function resumeWebhooks(sql: Sql, tenantId: string): Promise<void> {
  await sql.query(SUCCEEDED, [[tenantId]])
}
