import { fromDecimalText } from '../../machines/money.ts'
import type { EventType } from '../protocol/events.ts'
import { bidNew, commentNew, frameJson } from '../protocol/frames.ts'
import { partitionOf } from './partitionOf.ts'
import type { Sql } from './sql.ts'

/** An event as it went over the wire. */
export interface LoggedFrame {
  id: number
  type: EventType
  json: string
}

/**
 * How the log keeps an event that a comment or bid with a row of its own tells: by its inbox position alone (`c17`,
 * `b17`), a few bytes each. Anything else is kept as its JSON.
 */
export const logLine = (type: EventType, position: number): string =>
  `${type === 'comment.new' ? 'c' : 'b'}${String(position)}`

/** The comment or bid that tells a line of the log; undefined of a line that is an event's JSON. */
export function toldBy(line: string): { type: 'bid.new' | 'comment.new'; position: number } | undefined {
  const type = line.startsWith('c') ? 'comment.new' : line.startsWith('b') ? 'bid.new' : undefined
  return type && { type, position: Number(line.slice(1)) }
}

/** Where a tenant's log of real-time events begins and ends now; both 0 while it is empty. */
export interface LogSpan {
  firstId: number
  lastId: number
}

/** What no row of the log of tenant $1 in partition $2 holds yet, as its last row. */
const TAIL = 'unlogged_events(array[$1::uuid], array[$2::smallint]) as tail'

export async function eventLogSpan(sql: Pick<Sql, 'query'>, tenantId: string): Promise<LogSpan> {
  const [row] = await sql.query<LogSpan>(
    `select coalesce(oldest.first_id, tail.first_id, 0)::float8 as "firstId",
            coalesce(tail.last_id, newest.last_id, 0)::float8 as "lastId"
       from (select) as one
       left join (select first_id from tenant_events where tenant_id = $1 order by first_id limit 1) as oldest on true
       left join (select last_id from tenant_events where tenant_id = $1 order by first_id desc limit 1) as newest on true
       left join ${TAIL} on true`,
    [tenantId, partitionOf(tenantId)],
  )
  return row ?? { firstId: 0, lastId: 0 }
}

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

/** The tenant's events after `id`, in order, of at most `rowsMax` rows of the log; empty when there are none. */
export async function readEventLog(
  sql: Pick<Sql, 'query'>,
  tenantId: string,
  id: number,
  rowsMax: number,
): Promise<LoggedFrame[]> {
  const rows = await sql.query<LogRow>(
    `select first_id::text as "firstId", frames from (
       (select first_id, last_id, frames from tenant_events
         where tenant_id = $1 and first_id >= coalesce((select max(first_id) from tenant_events
                                                         where tenant_id = $1 and first_id <= $3), 0)
         order by first_id limit $4 + 1)
       union all
       select first_id, last_id, frames from ${TAIL}) as log
      where last_id > $3 order by first_id limit $4`,
    [tenantId, partitionOf(tenantId), id, rowsMax],
  )
  const lines = rows
    .flatMap((row) =>
      row.frames
        .split('\n')
        .map((line, index) => ({ id: Number(row.firstId) + index, line, told: toldBy(line) })),
    )
    .filter((entry) => entry.id > id)
  const positionsOf = (type: EventType): number[] =>
    lines.flatMap(({ told }) => (told?.type === type ? [told.position] : []))
  const comments = await readComments(sql, tenantId, positionsOf('comment.new'))
  const bids = await readBids(sql, tenantId, positionsOf('bid.new'))
  return lines.map(({ id, line, told }) => {
    const comment = told?.type === 'comment.new' ? comments.get(told.position) : undefined
    if (comment !== undefined) return frame(id, 'comment.new', comment)
    const bid = told?.type === 'bid.new' ? bids.get(told.position) : undefined
    if (bid !== undefined) return frame(id, 'bid.new', bid)
    return { id, type: (JSON.parse(line) as { type: EventType }).type, json: line }
  })
}

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
      where b.tenant_id = $1 and b.comment_position = any($2::bigint[])`,
    [tenantId, positions],
  )
  return new Map(
    rows.map(({ position, amount, at, ...row }) => [
      Number(position),
      { at: Number(at), data: bidNew({ ...row, amount: fromDecimalText(amount) }) },
    ]),
  )
}
