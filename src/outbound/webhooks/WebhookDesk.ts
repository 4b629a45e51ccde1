import { nextStep, type DeliveryState } from '../../../machines/delivery/index.ts'
import type { Sql } from '../../persistence/sql.ts'
import { AppError } from '../../runtime/errors.ts'
import type { Clock } from '../../runtime/clock.ts'
import { isId, type Ids } from '../../runtime/ids.ts'

/** What a seller may ask of the outbox by hand. */
export interface WebhookDesk {
  /**
   * Sends a `ping` to the tenant's webhook address, at once and even while the endpoint is paused. Returns the
   * delivery's id. @throws AppError `validation_error` when the tenant has no address
   */
  ping(tenantId: string): Promise<string>
  /**
   * Sends a webhook once more under its old id, with its tries counted anew.
   * @throws AppError `delivery_not_found` when it is not the tenant's or no webhook
   */
  redeliver(tenantId: string, deliveryId: string): Promise<void>
}

const BY_HAND = -1

export function createWebhookDesk({
  sql,
  clock,
  ids,
  wake,
}: {
  sql: Sql
  clock: Clock
  ids: Ids
  wake: () => void
}): WebhookDesk {
  return {
    async ping(tenantId) {
      const id = ids.next()
      const timestamp = new Date(clock.now()).toISOString()
      const rows = await sql.query(
        `insert into delivery (id, tenant_id, kind, type, ordering_key, priority, payload, status, next_attempt_at,
                               created_at)
         select $2::uuid, id, 'webhook', 'ping', $2::text, $3::int, $4::jsonb, 'pending', $5::timestamptz,
                $5::timestamptz
           from tenant where id = $1::uuid and webhook_url is not null
         returning id`,
        [tenantId, id, BY_HAND, JSON.stringify({ type: 'ping', timestamp, data: { id } }), timestamp],
      )
      if (rows.length === 0) {
        throw new AppError('validation_error', { details: { webhookUrl: ['Set a webhook address first'] } })
      }
      wake()
      return id
    },

    async redeliver(tenantId, deliveryId) {
      if (!isId(deliveryId)) throw new AppError('delivery_not_found')
      await sql.transaction(async (trx) => {
        const [row] = await trx.query<{ status: DeliveryState; attempts: number }>(
          `select status, attempts from delivery
            where id = $1::uuid and tenant_id = $2::uuid and kind = 'webhook' for update`,
          [deliveryId, tenantId],
        )
        if (row === undefined) throw new AppError('delivery_not_found')
        const from = {
          state: row.status,
          kind: 'webhook',
          waitsMs: [],
          attempts: row.attempts,
          nextAttemptAt: null,
          reason: null,
        } as const
        const step = nextStep(from, { type: 'redeliver', at: clock.now() })
        // One that is still on its way is only brought forward; its tries go on counting.
        await trx.query(
          `update delivery set status = 'pending', attempts = $2::int, priority = $3::int, delivered_at = null,
                  next_attempt_at = case when lease_token is null then $4::timestamptz else next_attempt_at end
            where id = $1::uuid`,
          [deliveryId, step.attempts, BY_HAND, new Date(clock.now()).toISOString()],
        )
      })
      wake()
    },
  }
}
