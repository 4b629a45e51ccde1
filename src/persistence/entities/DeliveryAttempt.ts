import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { id, ref, time } from './columns.ts'

/** One try of a delivery, for the shop's developer to read. */
export const DeliveryAttempt = defineEntity({
  name: 'DeliveryAttempt',
  tableName: 'delivery_attempt',
  properties: {
    id: id(),
    deliveryId: ref(),
    tenantId: ref(),
    number: p.integer(),
    at: time(),
    url: p.text().nullable(),
    requestHeaders: p.json().$type<Record<string, string>>().nullable(),
    responseStatus: p.integer().nullable(),
    /** First part of the response body. */
    responseBody: p.text().nullable(),
    error: p.text().nullable(),
    durationMs: p.integer(),
  },
})
export type DeliveryAttempt = InferEntity<typeof DeliveryAttempt>
