import { partitionOf } from '../../../persistence/partitionOf.ts'
import type { AuctionItem } from '../../../persistence/entities/index.ts'
import type { Sql } from '../../../persistence/sql.ts'
import type { PageRequest } from '../paging.ts'
import { itemComments, presentComment, type CommentRow } from './comments.ts'

interface EventRow {
  sequence: number
  position: string
  type: string
  data: { event: Record<string, unknown>; decisions: Record<string, unknown>[] }
  at: string
}

interface LogEntry {
  /** `<inbox position>-<sequence>`, 0 for the comment itself: the log's order. */
  key: [position: number, sequence: number]
  shown: {
    at: string
    type: string
    data: Record<string, unknown>
    comment?: ReturnType<typeof presentComment>
  }
}

/** One page of an item's log, oldest first: comments by position, each command or timer after the comments before it. */
export async function itemLog(sql: Pick<Sql, 'query'>, item: AuctionItem, page: PageRequest) {
  const [afterPosition, afterSequence] = startOf(item, page.after)
  const partition = partitionOf(item.tenantId)
  const until = item.closedAtPosition ?? Number.MAX_SAFE_INTEGER
  const take = page.limit + 1
  const { id, tenantId } = item
  const comments = await itemComments(
    sql,
    { partition, tenantId, id },
    { after: afterPosition, until, limit: take },
  )
  const events = await sql.query<EventRow>(
    `select sequence, position::text as position, type, data,
            (extract(epoch from at) * 1000)::bigint::text as at
       from item_event where item_id = $1 and tenant_id = $2 and (position, sequence) > ($3::bigint, $4::int)
      order by position, sequence limit $5`,
    [id, tenantId, afterPosition, afterSequence, take],
  )
  const entries = [...comments.map(ofComment), ...events.map(ofEvent)].sort(
    (a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1],
  )
  const shown = entries.slice(0, page.limit)
  const last = shown.at(-1)
  const nextCursor =
    entries.length > page.limit && last !== undefined
      ? Buffer.from(`${last.key[0].toString(16)}-${last.key[1].toString(16)}`).toString('base64url')
      : null
  return { items: shown.map((entry) => entry.shown), nextCursor }
}

function startOf(item: AuctionItem, after: string | null): [number, number] {
  if (after === null) return [item.openedAtPosition, 0]
  const [position = '0', sequence = '0'] = after.split('-')
  return [Number.parseInt(position, 16), Number.parseInt(sequence, 16)]
}

function ofComment(row: CommentRow): LogEntry {
  const comment = presentComment(row)
  const { outcome, reason, amount } = comment
  return {
    key: [Number(row.position), 0],
    shown: { at: comment.receivedAt, type: 'comment', data: { outcome, reason, amount }, comment },
  }
}

const ofEvent = (row: EventRow): LogEntry => ({
  key: [Number(row.position), row.sequence],
  shown: { at: new Date(Number(row.at)).toISOString(), type: row.type, data: row.data },
})
