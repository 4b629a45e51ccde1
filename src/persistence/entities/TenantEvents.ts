import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { position, time } from './columns.ts'

/**
 * A stretch of a tenant's real-time events, for clients that were away and ask for them with `?since=`. Those after the
 * last stretch are told by the rows of their comments and bids, which `unlogged_events` puts into the same form.
 */
export const TenantEvents = defineEntity({
  name: 'TenantEvents',
  tableName: 'tenant_events',
  properties: {
    tenantId: p.uuid().primary(),
    firstId: position().primary(),
    lastId: position(),
    /** Inbox position of the last comment told of up to its end. */
    position: position(),
    /** One event a line: as the frame that went over the wire, or by the position of the row that tells it. */
    frames: p.text(),
    at: time(),
  },
})
export type TenantEvents = InferEntity<typeof TenantEvents>
