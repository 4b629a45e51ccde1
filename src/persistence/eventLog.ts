import { fromDecimalText } from '../../machines/money.ts'
import type { EventType } from '../protocol/events.ts'
import { bidNew, commentNew, frameJson } from '../protocol/frames.ts'
import type { Sql } from './sql.ts'

/** An event as it went over the wire. */
export interface LoggedFrame {
  id: number
  type: EventType
  json: string
}

/**
 * How the log keeps an event: a comment or bid that has a row of its own by its inbox position alone (`c17`, `b17`),
 * anything else as its JSON. A burst of bids thus costs the log a few bytes each.
 */
export const loggedComment = (position: number): string => `c${position}`
export const loggedBid = (position: number): string => `b${position}`

interface LogRow {
  firstId: string
  frames: string
}

interface CommentRow {
  position: string
  username: string
  text: string
  commentedAt: string
  receivedAt: string
}

interface BidRow {
  position: string
  username: string
  amount: string
  bidType: 'bid' | 'claim'
  productName: string
  at: string
}

/** The tenant's events after `id`, in order, of at most `batchesMax` commits; empty when there are none. */
export async function readEventLog(
  sql: Pick<Sql, 'query'>,
  tenantId: string,
  id: number,
  batchesMax: number,
): Promise<LoggedFrame[]> {
  const rows = await sql.query<LogRow>(
    `select first_id::text as "firstId", frames from tenant_events where tenant_id = $1 and last_id > $2
      order by first_id limit $3`,
    [tenantId, id, batchesMax],
  )
  const lines = rows
    .flatMap((row) =>
      row.frames.split('\n').map((line, index) => ({ id: Number(row.firstId) + index, line })),
    )
    .filter((entry) => entry.id > id)
  const comments = await readComments(sql, tenantId, positionsOf(lines, 'c'))
  const bids = await readBids(sql, tenantId, positionsOf(lines, 'b'))
  return lines.map(({ id, line }) => {
    const position = Number(line.slice(1))
    const comment = line.startsWith('c') ? comments.get(position) : undefined
    if (comment !== undefined) return frame(id, 'comment.new', comment)
    const bid = line.startsWith('b') ? bids.get(position) : undefined
    if (bid !== undefined) return frame(id, 'bid.new', bid)
    return { id, type: (JSON.parse(line) as { type: EventType }).type, json: line }
  })
}

const positionsOf = (lines: readonly { line: string }[], mark: 'b' | 'c'): number[] =>
  lines.filter(({ line }) => line.startsWith(mark)).map(({ line }) => Number(line.slice(1)))

function frame<T extends 'bid.new' | 'comment.new'>(
  id: number,
  type: T,
  { at, data }: { at: number; data: Parameters<typeof frameJson<T>>[3] },
): LoggedFrame {
  return { id, type, json: frameJson(id, type, at, data) }
}

async function readComments(sql: Pick<Sql, 'query'>, tenantId: string, positions: readonly number[]) {
  if (positions.length === 0) return new Map<number, never>()
  const rows = await sql.query<CommentRow>(
    `select i.position::text as position, i.username, i.text,
            (extract(epoch from i.commented_at) * 1000)::bigint::text as "commentedAt",
            (extract(epoch from i.received_at) * 1000)::bigint::text as "receivedAt"
       from partition p join inbox_comment i on i.partition = p.id and i.position = any($2::bigint[])
      where i.tenant_id = $1`,
    [tenantId, positions],
  )
  return new Map(
    rows.map(({ position, commentedAt, receivedAt, ...row }) => [
      Number(position),
      { at: Number(receivedAt), data: commentNew({ ...row, commentedAt: Number(commentedAt) }) },
    ]),
  )
}

async function readBids(sql: Pick<Sql, 'query'>, tenantId: string, positions: readonly number[]) {
  if (positions.length === 0) return new Map<number, never>()
  const rows = await sql.query<BidRow>(
    `select b.comment_position::text as position, b.social_username as username, b.amount::text as amount,
            b.bid_type as "bidType", p.name as "productName",
            (extract(epoch from b.created_at) * 1000)::bigint::text as at
       from bid b join auction_item i on i.id = b.auction_item_id join product p on p.id = i.product_id
      where b.tenant_id = $1 and b.partition = any(array(select id from partition)) and b.comment_position = any($2::bigint[])`,
    [tenantId, positions],
  )
  return new Map(
    rows.map(({ position, amount, at, ...row }) => [
      Number(position),
      { at: Number(at), data: bidNew({ ...row, amount: fromDecimalText(amount) }) },
    ]),
  )
}
