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

/**
 * The fence is held by key-share locks, which let commits advance and make a takeover wait. Known comments are left out
 * by a look-up instead of `on conflict`, at half the cost; the unique key stays behind it as the guarantee. The look-up
 * is a scalar sub-select, which goes by the index, row by row, wherever the table is larger than a page.
 *
 * Reading a column costs as much as writing it, so a comment names its tenant by its place among those of the append,
 * and the positions come back only when some were left out.
 */
const APPEND = `
  with held as (
    select p.id from partition p join unnest($1::smallint[], $2::bigint[]) as u (id, epoch)
        on p.id = u.id and p.epoch = u.epoch for key share of p
  ), stored as (
    insert into inbox_comment (partition, position, tenant_id, comment_key, comment_id, username, display_name,
                               from_id, text, media_id, commented_at, received_at)
    select ($3::smallint[])[c.tenant], c.position, ($4::uuid[])[c.tenant], c.key, c.id, c.username, c.name, c.sender,
           c.text, c.media, to_timestamp(c.commented::float8 / 1000), to_timestamp(c.received::float8 / 1000)
      from unnest($5::int[], $6::bigint[], $7::uuid[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[],
                  $13::text[], $14::bigint[], $15::bigint[])
        as c (tenant, position, key, id, username, name, sender, text, media, commented, received)
     where (select count(*) from held) = cardinality($1::smallint[])
       and (select known.position from inbox_comment known where known.comment_key = c.key limit 1) is null
    returning position
  )
  select (select count(*) from held)::int as held,
         case when (select count(*) from stored) < cardinality($6::bigint[])
              then (select coalesce(array_agg(position::text), '{}') from stored) end as stored`

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
    partitions,
    partitions.map((id) => holding.epochs[id]),
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
