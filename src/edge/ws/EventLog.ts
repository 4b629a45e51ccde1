import type { Frame } from '../../engine/Engine.ts'
import { readEventLog } from '../../persistence/eventLog.ts'
import type { Sql } from '../../persistence/sql.ts'

/** Where a tenant's log of real-time events begins and ends now; both 0 while it is empty. */
export interface LogSpan {
  firstId: number
  lastId: number
}

/** Reads the committed events of tenants, as frames that went over the wire. */
export interface EventLog {
  span(tenantId: string): Promise<LogSpan>
  /** The frames after `id`, in order, of at most `rowsMax` commits; empty when there are none. */
  after(tenantId: string, id: number, rowsMax: number): Promise<Frame[]>
}

export function createEventLog(sql: Sql): EventLog {
  return {
    async span(tenantId) {
      const rows = await sql.query<{ first: string | null; last: string | null }>(
        'select min(first_id) as first, max(last_id) as last from tenant_events where tenant_id = $1',
        [tenantId],
      )
      return { firstId: Number(rows[0]?.first ?? 0), lastId: Number(rows[0]?.last ?? 0) }
    },
    after: (tenantId, id, rowsMax) => readEventLog(sql, tenantId, id, rowsMax),
  }
}
