import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { amount, id, position, ref, time } from './columns.ts'

/** A product on offer in a session. Written only by the partition host. */
export const AuctionItem = defineEntity({
  name: 'AuctionItem',
  tableName: 'auction_item',
  properties: {
    id: id(),
    tenantId: ref(),
    liveSessionId: ref(),
    productId: ref(),
    mode: p.string().$type<'auction' | 'fixed_price'>(),
    startingPrice: amount(),
    /** The last bid's amount while an auction runs, then {@link finalPrice}; of claims, the starting price. */
    currentPrice: amount().formula((columns) => `${String(columns)}.current_price`),
    /** What it ended at; null while it runs. */
    finalPrice: amount().nullable(),
    minBidIncrement: amount().nullable(),
    timeLimitSeconds: p.integer().nullable(),
    status: p.string().$type<'active' | 'countdown' | 'sold' | 'cancelled'>(),
    outcome: p.string().$type<'won' | 'claimed' | 'no_bids'>().nullable(),
    endsAt: time().nullable(),
    activatedAt: time(),
    closedAt: time().nullable(),
    winnerUserId: ref().nullable(),
    claimsAccepted: p.integer().default(0),
    /** Stock that bounds this item's claims. */
    stockQuantity: p.integer(),
    /** How often anti-snipe has moved the deadline. */
    extensions: p.integer().default(0),
    /** Last inbox position decided before the activation; the item's comments stand after it. */
    openedAtPosition: position(),
    /** Last inbox position decided before the close; null while it runs. */
    closedAtPosition: position().nullable(),
  },
})
export type AuctionItem = InferEntity<typeof AuctionItem>
