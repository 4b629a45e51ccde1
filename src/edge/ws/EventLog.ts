import type { Frame } from '../../engine/Engine.ts'
import { eventLogSpan, readEventLog, type LogSpan } from '../../persistence/eventLog.ts'
import type { Sql } from '../../persistence/sql.ts'

/** Reads the committed events of tenants, as frames that went over the wire. */
export interface EventLog {
  span(tenantId: string): Promise<LogSpan>
  /** The frames after `id`, in order, of at most `rowsMax` rows of the log; empty when there are none. */
  after(tenantId: string, id: number, rowsMax: number): Promise<Frame[]>
}

export function createEventLog(sql: Sql): EventLog {
  return {
    span: (tenantId) => eventLogSpan(sql, tenantId),
    after: (tenantId, id, rowsMax) => readEventLog(sql, tenantId, id, rowsMax),
  }
}
