import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { id, ref, time } from './columns.ts'

/** One accepted claim on its way into the shop's cart. */
export const CartEvent = defineEntity({
  name: 'CartEvent',
  tableName: 'cart_event',
  properties: {
    id: id(),
    tenantId: ref(),
    bidId: ref().unique(),
    userId: ref(),
    auctionItemId: ref(),
    status: p.string().$type<'pending' | 'completed' | 'cancelled'>(),
    createdAt: time(),
    updatedAt: time(),
  },
})
export type CartEvent = InferEntity<typeof CartEvent>
