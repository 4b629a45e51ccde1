import { commentKey } from './commentKey.ts'
import { kindsOf, plainColumn, textColumn } from './columns.ts'
import type { Holding } from './fence.ts'
import { FencedError } from './fence.ts'
import type { Statement } from './prepared.ts'
import type { Sql } from './sql.ts'

/** A comment as the inbox keeps it. Times are ms since the epoch. */
export interface StoredComment {
  partition: number
  /** Its place in the one order of arrival. */
  position: number
  tenantId: string
  commentId: string
  username: string
  displayName: string
  fromId: string
  text: string
  mediaId: string | null
  commentedAt: number
  receivedAt: number
}

/** Where acknowledged comments are kept, in order. The embedded adapter is this SQL table; a cluster's is a stream. */
export interface Inbox {
  /**
   * Stores comments durably in one statement. Returns the positions that were stored: those missing were duplicates.
   * May be called again before it has answered; appends are carried out in the order of the calls.
   * @throws FencedError when one of their partitions has a newer owner; then nothing was stored
   */
  append(comments: readonly StoredComment[], holding: Holding): Promise<ReadonlySet<number>>
  /** Comments past the decided positions, in order, at most `limit`, with positions above `after`. */
  undecided(holding: Holding, after: number, limit: number): Promise<StoredComment[]>
  /** The highest position ever given. */
  lastPosition(): Promise<number>
}

/** The database's own function, whose plan it keeps: {@link Migration0005AppendComments}. */
const APPEND = `select held, stored from append_comments(
  $1::smallint[], $2::bigint[], $3::smallint[], $4::uuid[], $5::int[], $6::bigint[], $7::uuid[], $8::text[], $9::text[],
  $10::text[], $11::text[], $12::text[], $13::text[], $14::bigint[], $15::bigint[])`

interface InboxRow extends Record<keyof StoredComment, unknown> {
  position: string | number
}

export function createSqlInbox(sql: Sql): Inbox {
  const append = sql.inOrder<{ held: number; stored: string[] | null }>()
  return {
    async append(incoming, holding) {
      const keyed = firstOfEachKey(incoming)
      const comments = [...keyed.values()]
      const { statement, partitions } = appendOf(comments, [...keyed.keys()], holding)
      const [row] = await append(statement)
      if (row?.held !== partitions) throw new FencedError('Taking in comments')
      return row.stored === null ? positionsOf(comments) : new Set(row.stored.map(Number))
    },

    async undecided(holding, after, limit) {
      const rows = await sql.query<InboxRow>(
        `select i.partition, i.position, i.tenant_id as "tenantId",
                i.comment_id as "commentId", i.username, i.display_name as "displayName", i.from_id as "fromId",
                i.text, i.media_id as "mediaId",
                (extract(epoch from i.commented_at) * 1000)::bigint::text as "commentedAt",
                (extract(epoch from i.received_at) * 1000)::bigint::text as "receivedAt"
           from unnest($1::smallint[], $2::bigint[]) as decided (partition, position)
           join inbox_comment i on i.partition = decided.partition and i.position > greatest(decided.position, $3)
          order by i.position limit $4`,
        [holding.positions.map((_, id) => id), holding.positions, after, limit],
      )
      return rows.map(
        (row) =>
          ({
            ...row,
            position: Number(row.position),
            commentedAt: Number(row.commentedAt),
            receivedAt: Number(row.receivedAt),
          }) as StoredComment,
      )
    },

    async lastPosition() {
      const [row] = await sql.query<{ last: string }>(
        `select greatest(
           (select coalesce(max(position), 0) from partition),
           (select coalesce(max(last), 0) from generate_series(0, 63) as id
              cross join lateral (select position as last from inbox_comment
                                   where partition = id order by position desc limit 1) as newest))::text as last`,
      )
      return Number(row?.last ?? 0)
    },
  }
}

/** What an append sends, and how many partitions it must hold. */
function appendOf(
  comments: readonly StoredComment[],
  keys: readonly string[],
  holding: Pick<Holding, 'epochs'>,
): { statement: Statement; partitions: number } {
  const tenants = kindsOf(comments, (comment) => comment.tenantId)
  const partitions = [...new Set(tenants.first.map((comment) => comment.partition))]
  const values = [
    plainColumn(partitions, (id) => id),
    plainColumn(partitions, (id) => holding.epochs[id] ?? null),
    plainColumn(tenants.first, (comment) => comment.partition),
    plainColumn(tenants.first, (comment) => comment.tenantId),
    plainColumn(tenants.places, (place) => place),
    plainColumn(comments, (comment) => comment.position),
    plainColumn(keys, (key) => key),
    textColumn(comments, (comment) => comment.commentId),
    textColumn(comments, (comment) => comment.username),
    textColumn(comments, (comment) => comment.displayName),
    textColumn(comments, (comment) => comment.fromId),
    textColumn(comments, (comment) => comment.text),
    textColumn(comments, (comment) => comment.mediaId),
    plainColumn(comments, (comment) => comment.commentedAt),
    plainColumn(comments, (comment) => comment.receivedAt),
  ]
  return { statement: { text: APPEND, values }, partitions: partitions.length }
}

const positionsOf = (comments: readonly StoredComment[]): Set<number> => {
  const positions = new Set<number>()
  for (const { position } of comments) positions.add(position)
  return positions
}

/** The comments by their keys, which nobody needs after the append; of those with the same key the first. */
function firstOfEachKey(comments: readonly StoredComment[]): Map<string, StoredComment> {
  const first = new Map<string, StoredComment>()
  for (const comment of comments) {
    const key = commentKey(comment)
    if (!first.has(key)) first.set(key, comment)
  }
  return first
}
