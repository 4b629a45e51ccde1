import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { position, time } from './columns.ts'

/**
 * The real-time events that one committed batch gave a tenant, as the frames that went over the wire.
 * A client that was away reads them back with `?since=`; old rows are pruned.
 */
export const TenantEvents = defineEntity({
  name: 'TenantEvents',
  tableName: 'tenant_events',
  properties: {
    tenantId: p.uuid().primary(),
    firstId: position().primary(),
    lastId: position(),
    /** One JSON frame a line. */
    frames: p.text(),
    at: time(),
  },
})
export type TenantEvents = InferEntity<typeof TenantEvents>
