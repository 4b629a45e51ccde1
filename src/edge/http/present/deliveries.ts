import type {
  Delivery as DeliveryRow,
  DeliveryAttempt as AttemptRow,
} from '../../../persistence/entities/index.ts'
import type { Delivery, DeliveryTry } from '../../../protocol/resources.ts'

const time = (value: Date | string): string => new Date(value).toISOString()
const timeOrNull = (value: Date | string | null | undefined): string | null =>
  value === null || value === undefined ? null : time(value)

export const presentDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  kind: row.kind,
  type: row.type,
  status: row.status,
  attempts: row.attempts,
  nextAttemptAt: timeOrNull(row.nextAttemptAt),
  lastStatus: row.lastStatus ?? null,
  lastError: row.lastError ?? null,
  durationMs: row.durationMs ?? null,
  createdAt: time(row.createdAt),
  deliveredAt: timeOrNull(row.deliveredAt),
})

export const presentAttempt = (row: AttemptRow): DeliveryTry => ({
  number: row.number,
  at: time(row.at),
  url: row.url ?? null,
  requestHeaders: row.requestHeaders ?? {},
  responseStatus: row.responseStatus ?? null,
  responseBody: row.responseBody ?? null,
  error: row.error ?? null,
  durationMs: row.durationMs,
})
