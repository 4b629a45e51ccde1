import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { id, position, ref, time } from './columns.ts'

/**
 * One outbound call, the outbox: a shop webhook or an auto-reply, written in the transaction of the change that
 * caused it. The id is the `webhook-id` of every try.
 */
export const Delivery = defineEntity({
  name: 'Delivery',
  tableName: 'delivery',
  properties: {
    id: id(),
    /** Order of writing over all deliveries. */
    sequence: position().autoincrement(),
    tenantId: ref(),
    kind: p.string().$type<'webhook' | 'reply'>(),
    /** `auction.started`, `auction.ended`, `cart.created`, `ping`; for replies `claim_accepted`, `bid_accepted`, `stock_exhausted`. */
    type: p.string(),
    /** What must stay in order: the item's id. */
    orderingKey: p.string(),
    /** Lower goes first: winners before the waitlist, and what the seller asked for by hand (-1) before all. */
    priority: p.smallint().default(0),
    /** Webhook: the body to send. Reply: `{ commentId, message, sessionId }`. */
    payload: p.json().$type<Record<string, unknown>>(),
    /** Unique for replies, so that one comment is answered once at most. */
    commentPosition: position().nullable(),
    status: p.string().$type<DeliveryStatus>(),
    attempts: p.integer().default(0),
    /** When it is due; while a worker holds it, when that worker's lease ends. */
    nextAttemptAt: time().nullable(),
    /** Set while a worker holds it; the worker's result counts only while the token is still there. */
    leaseToken: p.uuid().nullable(),
    lastStatus: p.integer().nullable(),
    lastError: p.text().nullable(),
    durationMs: p.integer().nullable(),
    createdAt: time(),
    deliveredAt: time().nullable(),
  },
})
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'cancelled'
export type Delivery = InferEntity<typeof Delivery>
