import { fromDecimalText, toMajor } from '../../../../machines/money.ts'
import type { Sql } from '../../../persistence/sql.ts'
import type { Comment } from '../../../protocol/resources.ts'

type Reads = Pick<Sql, 'query'>

/** A comment beside its outcome, as these queries read it. */
export interface CommentRow {
  position: string
  commentId: string
  username: string
  displayName: string
  text: string
  commentedAt: string
  receivedAt: string
  userId: string | null
  itemId: string | null
  outcome: Comment['outcome']
  reason: string | null
  amount: string | null
  price: string | null
}

const COLUMNS = `i.position::text as position, i.comment_id as "commentId", i.username, i.display_name as "displayName",
  i.text, (extract(epoch from i.commented_at) * 1000)::bigint::text as "commentedAt",
  (extract(epoch from i.received_at) * 1000)::bigint::text as "receivedAt",
  o.user_id as "userId", o.item_id as "itemId", o.outcome, o.reason, o.amount::text as amount, o.price::text as price`

/** Looked up comment by comment: joined as it stands, the view is read for the whole partition. */
const OUTCOME = `lateral (
         select * from comment_outcome c
          where c.tenant_id = i.tenant_id and c.partition = i.partition and c.position = i.position offset 0
       ) o on true`

const amountOf = (text: string | null): number | null =>
  text === null ? null : toMajor(fromDecimalText(text))
const timeOf = (millis: string): string => new Date(Number(millis)).toISOString()

export const presentComment = (row: CommentRow) => ({
  id: row.commentId,
  socialUsername: row.username,
  displayName: row.displayName,
  text: row.text,
  timestamp: timeOf(row.commentedAt),
  receivedAt: timeOf(row.receivedAt),
  userId: row.userId,
  auctionItemId: row.itemId,
  outcome: row.outcome,
  reason: row.reason,
  amount: amountOf(row.amount),
  price: amountOf(row.price),
})

export interface SessionSpan {
  tenantId: string
  id: string
  startedAtPosition?: number | null | undefined
  endedAtPosition?: number | null | undefined
}

/**
 * Comments of a live session, newest first: those decided for it, and while it is live those not decided yet.
 * Reads only the stretch of the tenant's inbox between the session's start and end.
 */
export function sessionComments(
  sql: Reads,
  partition: number,
  session: SessionSpan,
  filter: { before: number | null; outcome: string | null; limit: number },
): Promise<CommentRow[]> {
  if (session.startedAtPosition == null) return Promise.resolve([])
  return sql.query<CommentRow>(
    `select ${COLUMNS}
       from inbox_comment i
       left join ${OUTCOME}
      where i.partition = $1 and i.position > $2 and i.position <= coalesce($3::bigint, 9223372036854775807)
        and i.position < coalesce($4::bigint, 9223372036854775807)
        and i.tenant_id = $5 and (o.session_id = $6 or (o.outcome is null and $3 is null))
        and ($7::text is null or o.outcome = $7)
      order by i.position desc limit $8`,
    [
      partition,
      session.startedAtPosition,
      session.endedAtPosition ?? null,
      filter.before,
      session.tenantId,
      session.id,
      filter.outcome,
      filter.limit,
    ],
  )
}

/** Comments that an item decided on, in order, with positions in (`after`, `until`]. */
export function itemComments(
  sql: Reads,
  item: { partition: number; tenantId: string; id: string },
  span: { after: number; until: number; limit: number },
): Promise<CommentRow[]> {
  return sql.query<CommentRow>(
    `select ${COLUMNS}
       from inbox_comment i
       join ${OUTCOME}
      where i.partition = $1 and i.position > $2 and i.position <= $3 and i.tenant_id = $4 and o.item_id = $5
      order by i.position limit $6`,
    [item.partition, span.after, span.until, item.tenantId, item.id, span.limit],
  )
}
