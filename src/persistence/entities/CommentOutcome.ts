import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { amount, position, ref, time } from './columns.ts'

/** What was decided of one comment: a view over bids and ignored comments, one row a comment. Read-only. */
export const CommentOutcome = defineEntity({
  name: 'CommentOutcome',
  tableName: 'comment_outcome',
  properties: {
    partition: p.smallint().primary(),
    position: position().primary(),
    tenantId: ref(),
    sessionId: ref().nullable(),
    itemId: ref().nullable(),
    userId: ref().nullable(),
    outcome: p.string().$type<'bid_accepted' | 'claim_accepted' | 'waitlisted' | 'ignored'>(),
    /** Why it was ignored; null otherwise. */
    reason: p.string().nullable(),
    /** The amount read from it, where there was one. */
    amount: amount().nullable(),
    /** The item's price just before. */
    price: amount().nullable(),
    decidedAt: time(),
  },
})
export type CommentOutcome = InferEntity<typeof CommentOutcome>
