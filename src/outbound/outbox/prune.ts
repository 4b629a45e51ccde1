import type { Sql } from '../../persistence/sql.ts'

const DAY_MS = 24 * 3_600_000
/** Rows of one statement, so that none runs long. */
const ROWS_MAX = 5_000

const PRUNE = `
  with old as (
    select id from delivery where created_at < $1::timestamptz and status <> 'pending' order by created_at limit $2::int
  ), removed as (
    delete from delivery d using old where d.id = old.id returning 1
  )
  select count(*)::int as removed from removed`

/** Forgets deliveries that ended and are older than `days`, with their tries; what is still on its way stays. */
export async function pruneDeliveries(sql: Sql, { now, days }: { now: number; days: number }): Promise<void> {
  const before = new Date(now - days * DAY_MS).toISOString()
  for (let removed = ROWS_MAX; removed === ROWS_MAX;) {
    const [row] = await sql.query<{ removed: number }>(PRUNE, [before, ROWS_MAX])
    removed = row?.removed ?? 0
  }
}
