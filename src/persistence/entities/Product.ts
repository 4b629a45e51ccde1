import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { amount, id, ref, time } from './columns.ts'

/** Something a tenant sells. Its status follows its items; its stock bounds the claims of a fixed-price item. */
export const Product = defineEntity({
  name: 'Product',
  tableName: 'product',
  properties: {
    id: id(),
    tenantId: ref(),
    name: p.string(),
    imageUrl: p.text(),
    stockQuantity: p.integer(),
    soldQuantity: p.integer().default(0),
    minBidIncrement: amount().nullable(),
    status: p.string().$type<'available' | 'active' | 'sold_out' | 'archived'>(),
    createdAt: time(),
    updatedAt: time(),
  },
})
export type Product = InferEntity<typeof Product>
