import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { position, ref, time } from './columns.ts'

/** A comment as it was acknowledged. Append-only: what was decided of it stands in CommentOutcome. */
export const InboxComment = defineEntity({
  name: 'InboxComment',
  tableName: 'inbox_comment',
  properties: {
    partition: p.smallint().primary(),
    position: position().primary(),
    tenantId: ref(),
    /** Digest of tenant, comment id, sender and text: the same four are one comment. */
    commentKey: p.uuid().unique(),
    commentId: p.string(),
    /** Normalised. */
    username: p.string(),
    displayName: p.string(),
    fromId: p.string(),
    text: p.text(),
    mediaId: p.string().nullable(),
    commentedAt: time(),
    /** Arrival at the door, by the engine's clock. */
    receivedAt: time(),
  },
})
export type InboxComment = InferEntity<typeof InboxComment>
