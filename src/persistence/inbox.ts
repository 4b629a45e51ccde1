import { commentKey } from './commentKey.ts'
import { bigints, ints, smallints, stretchesOf, texts, times, uuids } from './columns.ts'
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

/** The database's own function, whose plan it keeps: {@link Migration0008AppendUnseen}. */
const APPEND = `select held, stored from append_comments(
  $1::smallint[], $2::bigint[], $3::smallint[], $4::uuid[], $5::timestamptz[], $6::int[], $7::bigint[], $8::uuid[],
  $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::timestamptz[], $16::boolean)`

/** How many appends look first whether their comments are known, after one that met such comments. */
const WARY_APPENDS = 32

interface InboxRow extends Record<keyof StoredComment, unknown> {
  position: string | number
}

export function createSqlInbox(sql: Sql): Inbox {
  const append = sql.inOrder<{ held: number; stored: string[] | null }>()
  let wary = 0
  return {
    async append(incoming, holding) {
      const keyed = firstOfEachKey(incoming)
      const comments = [...keyed.values()]
      const { statement, partitions } = appendOf(comments, [...keyed.keys()], holding, wary-- > 0)
      const [row] = await append(statement)
      if (row?.held !== partitions) throw new FencedError('Taking in comments')
      if (row.stored === null) return positionsOf(comments)
      wary = WARY_APPENDS
      return new Set(row.stored.map(Number))
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
  isWary: boolean,
): { statement: Statement; partitions: number } {
  const posts = stretchesOf(
    comments,
    (one, next) => one.tenantId === next.tenantId && one.receivedAt === next.receivedAt,
  )
  const partitions = [...new Set(posts.first.map((comment) => comment.partition))]
  const withMedia = comments.some((comment) => comment.mediaId !== null) ? comments : []
  const values = [
    smallints(partitions, (id) => id),
    bigints(partitions, (id) => holding.epochs[id] ?? null),
    smallints(posts.first, (comment) => comment.partition),
    uuids(posts.first, (comment) => comment.tenantId),
    times(posts.first, (comment) => comment.receivedAt),
    ints(posts.places, (place) => place),
    bigints(comments, (comment) => comment.position),
    uuids(keys, (key) => key),
    texts(comments, (comment) => comment.commentId),
    texts(comments, (comment) => comment.username),
    texts(comments, (comment) => comment.displayName),
    texts(comments, (comment) => comment.fromId),
    texts(comments, (comment) => comment.text),
    texts(withMedia, (comment) => comment.mediaId),
    times(comments, (comment) => comment.commentedAt),
    isWary,
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
