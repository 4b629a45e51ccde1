import type { DeliveryStep } from '../../../machines/delivery/index.ts'
import type { Ids } from '../../runtime/ids.ts'
import type { Sql } from '../../persistence/sql.ts'
import type { Attempt, ClaimedDelivery } from './ClaimedDelivery.ts'

export interface DeliveryResult {
  delivery: ClaimedDelivery
  /** Where it goes from here. */
  step: DeliveryStep
  /** Ms since the epoch. */
  at: number
  /** Null when nothing was sent. */
  attempt: Attempt | null
}

/** Stores results. Settles once the result is stored. */
export type Record = (result: DeliveryResult) => Promise<void>

const RECORD = `
  with result as (
    select * from jsonb_to_recordset($1::jsonb) as r (
      id uuid, "leaseToken" uuid, status text, attempts int, "nextAttemptAt" timestamptz, reason text,
      "deliveredAt" timestamptz, "attemptId" uuid, at timestamptz, url text, "requestHeaders" jsonb,
      "responseStatus" int, "responseBody" text, error text, "durationMs" int)
  ), stored as (
    update delivery d set status = r.status, attempts = r.attempts, next_attempt_at = r."nextAttemptAt",
           lease_token = null, last_error = r.reason, delivered_at = r."deliveredAt",
           last_status = case when r."attemptId" is null then d.last_status else r."responseStatus" end,
           duration_ms = case when r."attemptId" is null then d.duration_ms else r."durationMs" end
      from result r where d.id = r.id and d.lease_token = r."leaseToken"
    returning d.id
  )
  insert into delivery_attempt (id, delivery_id, tenant_id, number, at, url, request_headers, response_status,
                                response_body, error, duration_ms)
  select r."attemptId", d.id, d.tenant_id,
         (select count(*) from delivery_attempt a where a.delivery_id = d.id) + 1, r.at, r.url, r."requestHeaders",
         r."responseStatus", r."responseBody", r.error, r."durationMs"
    from result r join delivery d on d.id = r.id join stored s on s.id = d.id
   where r."attemptId" is not null`

const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** `sending` and `waiting` are the chart's; a row is pending until it ends. */
const rowStatus = ({ state }: DeliveryStep): string =>
  state === 'sending' || state === 'waiting' ? 'pending' : state

export interface RecorderOptions {
  sql: Sql
  ids: Ids
  /** Gets the results of each statement once they are stored, in the order they came; must not reject. */
  onStored: (results: readonly DeliveryResult[]) => Promise<void>
}

/**
 * Stores results many at a time: while one statement runs the next gathers, so that a flood of finished calls costs
 * few commits. A result whose lease was lost to another worker changes nothing.
 */
export function createRecorder({ sql, ids, onStored }: RecorderOptions): Record {
  let waiting: { result: DeliveryResult; stored: () => void; failed: (error: unknown) => void }[] = []
  let isFlushing = false

  const flush = async (): Promise<void> => {
    isFlushing = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await sql.query(RECORD, [JSON.stringify(batch.map(({ result }) => row(result, ids)))])
        await onStored(batch.map(({ result }) => result))
        for (const { stored } of batch) stored()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    isFlushing = false
  }

  return (result) =>
    new Promise((stored, failed) => {
      waiting.push({ result, stored, failed })
      if (!isFlushing) void flush()
    })
}

function row({ delivery, step, at, attempt }: DeliveryResult, ids: Ids) {
  return {
    id: delivery.id,
    leaseToken: delivery.leaseToken,
    status: rowStatus(step),
    attempts: step.attempts,
    nextAttemptAt: time(step.nextAttemptAt),
    reason: step.reason,
    deliveredAt: step.state === 'delivered' ? time(at) : null,
    ...(attempt === null ? {} : { ...attempt, attemptId: ids.next(), at: time(attempt.at) }),
  }
}
