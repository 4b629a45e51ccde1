import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import type { AuctionItem } from './AuctionItem.ts'
import { amount, id, position, ref, time } from './columns.ts'

/** A stored bid or claim. Ids rise in the order of decision, so `id desc` is `createdAt desc`. */
export const Bid = defineEntity({
  name: 'Bid',
  tableName: 'bid',
  properties: {
    id: id(),
    tenantId: ref(),
    auctionItemId: ref(),
    userId: ref(),
    socialUsername: p.string(),
    socialCommentId: p.string(),
    bidType: p.string().$type<'bid' | 'claim'>(),
    amount: amount(),
    status: p.string().$type<'pending' | 'won' | 'lost'>(),
    isMatched: p.boolean(),
    commentTimestamp: time(),
    processedAt: time().nullable(),
    createdAt: time(),
    partition: p.smallint(),
    /** Position of the source comment in the partition's inbox; the tenant's key, so that one comment has one effect at most. */
    commentPosition: position(),
  },
})
export type Bid = InferEntity<typeof Bid>

/** What finds the bids and claims of an item by the key that there is; in SQL it is `bids_of(item)`. */
export const bidsOf = ({ id, tenantId, openedAtPosition, closedAtPosition }: AuctionItem) => ({
  auctionItemId: id,
  tenantId,
  commentPosition: { $gt: openedAtPosition, ...(closedAtPosition != null && { $lte: closedAtPosition }) },
})
