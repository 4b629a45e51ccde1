import type { Changes, ItemState, NewBid } from './changes.ts'
import {
  amounts,
  bigints,
  booleans,
  ints,
  jsons,
  smallints,
  stretchesOf,
  texts,
  times,
  uuids,
  type Column,
  type MakeColumn,
} from './columns.ts'
import { advance, FencedError, isFenced, type Holding } from './fence.ts'
import type { Statement } from './prepared.ts'
import type { Sql } from './sql.ts'

/**
 * Stores everything a batch decided in one transaction, under the fence.
 * One statement a table however large the batch, so that the cost of a commit hardly grows with what it carries.
 *
 * @throws FencedError when a partition has a newer owner; then nothing was stored
 */
export async function commit(sql: Sql, holding: Holding, batchId: string, changes: Changes): Promise<void> {
  const writes = WRITES.flatMap((write) => write(changes) ?? [])
  try {
    await sql.batch([advance(holding, batchId, changes), ...writes])
  } catch (error) {
    throw isFenced(error) ? new FencedError('Commit') : error
  }
}

type Write = (changes: Changes) => Statement | undefined

/** One batch insert or update: rows turned into one array a column. */
function bulk<Row>(
  rowsOf: (changes: Changes) => readonly Row[],
  text: string,
  columns: readonly ((rows: readonly Row[]) => Column)[],
): Write {
  return (changes) => {
    const rows = rowsOf(changes)
    return rows.length === 0 ? undefined : { text, values: columns.map((column) => column(rows)) }
  }
}

/** A column of what each row holds there. */
const each =
  <T, Row>(make: MakeColumn<T>, of: (row: Row) => T | null) =>
  (rows: readonly Row[]): Column =>
    make(rows, of)

/** The states of items that the batch itself put on offer, or of those that were there before. */
const statesOf = ({ items, itemStates }: Changes, isNew: boolean): ItemState[] =>
  [...itemStates.values()].filter(({ id }) => items.some((item) => item.id === id) === isNew)

const writeStates = (rowsOf: (changes: Changes) => readonly ItemState[]): Write =>
  bulk(
    rowsOf,
    `update auction_item as i
        set final_price = u.price, time_limit_seconds = u.time_limit, ends_at = u.ends_at, status = u.status,
            outcome = u.outcome, closed_at = u.closed_at, winner_user_id = u.winner, claims_accepted = u.claims,
            stock_quantity = u.stock, extensions = u.extensions, closed_at_position = u.closed_position
       from unnest($1::uuid[], $2::numeric[], $3::int[], $4::timestamptz[], $5::text[], $6::text[], $7::timestamptz[],
                   $8::uuid[], $9::int[], $10::int[], $11::int[], $12::bigint[])
         as u (id, price, time_limit, ends_at, status, outcome, closed_at, winner, claims, stock, extensions, closed_position)
      where i.id = u.id`,
    [
      each(uuids, (row) => row.id),
      each(amounts, (row) => row.finalPrice),
      each(ints, (row) => row.timeLimitSeconds),
      each(times, (row) => row.endsAt),
      each(texts, (row) => row.status),
      each(texts, (row) => row.outcome),
      each(times, (row) => row.closedAt),
      each(uuids, (row) => row.winnerUserId),
      each(ints, (row) => row.claimsAccepted),
      each(ints, (row) => row.stockQuantity),
      each(ints, (row) => row.extensions),
      each(bigints, (row) => row.closedAtPosition),
    ],
  )

const BID_KINDS = ['bid pending', 'claim won', 'claim lost']
const kindOf = (bid: NewBid): number => BID_KINDS.indexOf(`${bid.bidType} ${bid.status}`) + 1

/** The one write that a flood is made of: what bids one after the other share is sent once. */
const writeBids: Write = ({ bids }) => {
  if (bids.length === 0) return undefined
  const stretches = stretchesOf(
    bids,
    (one, next) =>
      one.itemId === next.itemId &&
      one.at === next.at &&
      one.bidType === next.bidType &&
      one.status === next.status &&
      one.isMatched === next.isMatched,
  )
  return {
    text: `
      insert into bid (id, tenant_id, auction_item_id, user_id, social_username, social_comment_id, bid_type, amount,
                       status, is_matched, comment_timestamp, created_at, processed_at, partition, comment_position)
      select b.id, ($1::uuid[])[b.place], ($2::uuid[])[b.place], b.viewer, b.username, b.comment,
             ('{bid,claim,claim}'::text[])[($4::int[])[b.place]], b.amount,
             ('{pending,won,lost}'::text[])[($4::int[])[b.place]], ($5::boolean[])[b.place], b.commented,
             ($6::timestamptz[])[b.place], case when ($4::int[])[b.place] > 1 then ($6::timestamptz[])[b.place] end,
             ($3::smallint[])[b.place], b.position
        from (select unnest($7::int[]) as place, unnest($8::uuid[]) as id, unnest($9::uuid[]) as viewer,
                     unnest($10::text[]) as username, unnest($11::text[]) as comment, unnest($12::numeric[]) as amount,
                     unnest($13::timestamptz[]) as commented, unnest($14::bigint[]) as position) as b`,
    values: [
      uuids(stretches.first, (bid) => bid.tenantId),
      uuids(stretches.first, (bid) => bid.itemId),
      smallints(stretches.first, (bid) => bid.partition),
      ints(stretches.first, kindOf),
      booleans(stretches.first, (bid) => bid.isMatched),
      times(stretches.first, (bid) => bid.at),
      ints(stretches.places, (place) => place),
      uuids(bids, (bid) => bid.id),
      uuids(bids, (bid) => bid.userId),
      texts(bids, (bid) => bid.username),
      texts(bids, (bid) => bid.commentId),
      amounts(bids, (bid) => bid.amount),
      times(bids, (bid) => bid.commentedAt),
      bigints(bids, (bid) => bid.position),
    ],
  }
}

/**
 * In an order that satisfies the foreign keys. What was offered before is written first, because an item may take the
 * place of one that ended in the same batch, and a session has at most one that runs.
 */
const WRITES: readonly Write[] = [
  bulk(
    (changes) => changes.viewers,
    `insert into viewer (id, tenant_id, social_username, social_user_id, social_auth_method, display_name, created_at, updated_at)
     select v.id, v.tenant, v.username, v.user_id, 'manual', v.name, v.at, v.at
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
         as v (id, tenant, username, user_id, name, at)`,
    [
      each(uuids, (row) => row.id),
      each(uuids, (row) => row.tenantId),
      each(texts, (row) => row.socialUsername),
      each(texts, (row) => row.socialUserId),
      each(texts, (row) => row.displayName),
      each(times, (row) => row.at),
    ],
  ),
  writeStates((changes) => statesOf(changes, false)),
  bulk(
    (changes) => changes.items,
    `insert into auction_item (id, tenant_id, live_session_id, product_id, mode, starting_price,
                               min_bid_increment, stock_quantity, activated_at, opened_at_position, status)
     select i.id, i.tenant, i.session, i.product, i.mode, i.price, i.increment, i.stock, i.at, i.position, 'active'
       from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::numeric[], $7::numeric[], $8::int[],
                   $9::timestamptz[], $10::bigint[])
         as i (id, tenant, session, product, mode, price, increment, stock, at, position)`,
    [
      each(uuids, (row) => row.id),
      each(uuids, (row) => row.tenantId),
      each(uuids, (row) => row.liveSessionId),
      each(uuids, (row) => row.productId),
      each(texts, (row) => row.mode),
      each(amounts, (row) => row.startingPrice),
      each(amounts, (row) => row.minBidIncrement),
      each(ints, (row) => row.stockQuantity),
      each(times, (row) => row.activatedAt),
      each(bigints, (row) => row.openedAtPosition),
    ],
  ),
  writeBids,
  writeStates((changes) => statesOf(changes, true)),
  bulk(
    (changes) => changes.settlements,
    `update bid set status = case when bid.id = s.winner then 'won' else 'lost' end, processed_at = s.at
       from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as s (item, winner, at) join auction_item i on i.id = s.item
      where bid.tenant_id = i.tenant_id and bid.comment_position > i.opened_at_position
        and bid.auction_item_id = s.item and bid.status = 'pending'`,
    [each(uuids, (row) => row.itemId), each(uuids, (row) => row.winningBidId), each(times, (row) => row.at)],
  ),
  bulk(
    (changes) => changes.cartEvents,
    `insert into cart_event (id, tenant_id, bid_id, user_id, auction_item_id, status, created_at, updated_at)
     select c.id, c.tenant, c.bid, c.viewer, c.item, 'pending', c.at, c.at
       from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::timestamptz[])
         as c (id, tenant, bid, viewer, item, at)`,
    [
      each(uuids, (row) => row.id),
      each(uuids, (row) => row.tenantId),
      each(uuids, (row) => row.bidId),
      each(uuids, (row) => row.userId),
      each(uuids, (row) => row.itemId),
      each(times, (row) => row.at),
    ],
  ),
  bulk(
    (changes) => changes.ignored,
    `insert into ignored_comment (partition, position, tenant_id, session_id, item_id, user_id, reason, amount, price,
                                  decided_at)
     select * from unnest($1::smallint[], $2::bigint[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[],
                          $8::numeric[], $9::numeric[], $10::timestamptz[])`,
    [
      each(smallints, (row) => row.partition),
      each(bigints, (row) => row.position),
      each(uuids, (row) => row.tenantId),
      each(uuids, (row) => row.sessionId),
      each(uuids, (row) => row.itemId),
      each(uuids, (row) => row.userId),
      each(texts, (row) => row.reason),
      each(amounts, (row) => row.amount),
      each(amounts, (row) => row.price),
      each(times, (row) => row.at),
    ],
  ),
  bulk(
    (changes) => changes.itemEvents,
    `insert into item_event (item_id, sequence, tenant_id, position, type, data, at)
     select * from unnest($1::uuid[], $2::int[], $3::uuid[], $4::bigint[], $5::text[], $6::jsonb[], $7::timestamptz[])`,
    [
      each(uuids, (row) => row.itemId),
      each(ints, (row) => row.sequence),
      each(uuids, (row) => row.tenantId),
      each(bigints, (row) => row.position),
      each(texts, (row) => row.type),
      each(jsons, (row) => JSON.stringify(row.data)),
      each(times, (row) => row.at),
    ],
  ),
  bulk(
    (changes) => [...changes.products.values()],
    `update product as p
        set sold_quantity = p.sold_quantity + u.sold,
            status = case when p.status = 'archived' then 'archived'
                          when u.offered then 'active'
                          when p.sold_quantity + u.sold > 0 and p.sold_quantity + u.sold >= p.stock_quantity then 'sold_out'
                          else 'available' end,
            updated_at = now()
       from unnest($1::uuid[], $2::int[], $3::boolean[]) as u (id, sold, offered) where p.id = u.id`,
    [each(uuids, (row) => row.id), each(ints, (row) => row.sold), each(booleans, (row) => row.offered)],
  ),
  bulk(
    (changes) => changes.sessions,
    `update live_session as s
        set status = u.status,
            started_at = case when u.status = 'live' then u.at else s.started_at end,
            started_at_position = case when u.status = 'live' then u.position else s.started_at_position end,
            ended_at = case when u.status = 'ended' then u.at end,
            ended_at_position = case when u.status = 'ended' then u.position end,
            updated_at = u.at
       from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::bigint[]) as u (id, status, at, position)
      where s.id = u.id`,
    [
      each(uuids, (row) => row.id),
      each(texts, (row) => row.status),
      each(times, (row) => row.at),
      each(bigints, (row) => row.position),
    ],
  ),
  bulk(
    (changes) => changes.deliveries,
    `insert into delivery (id, tenant_id, kind, type, ordering_key, priority, payload, comment_position, status,
                           next_attempt_at, created_at)
     select d.id, d.tenant, d.kind, d.type, d.key, d.priority, d.payload, d.position, d.status, d.at, d.at
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::smallint[], $7::jsonb[], $8::bigint[],
                   $9::text[], $10::timestamptz[]) with ordinality
         as d (id, tenant, kind, type, key, priority, payload, position, status, at, place) order by d.place`,
    [
      each(uuids, (row) => row.id),
      each(uuids, (row) => row.tenantId),
      each(texts, (row) => row.kind),
      each(texts, (row) => row.type),
      each(texts, (row) => row.orderingKey),
      each(smallints, (row) => row.priority),
      each(jsons, (row) => JSON.stringify(row.payload)),
      each(bigints, (row) => row.commentPosition),
      each(texts, (row) => row.status),
      each(times, (row) => row.at),
    ],
  ),
  bulk(
    (changes) => changes.tenantEvents,
    `insert into tenant_events (tenant_id, first_id, last_id, position, frames, at)
     select e.tenant, e.first, e.last, e.position, e.frames, now()
       from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[])
         as e (tenant, first, last, position, frames)`,
    [
      each(uuids, (row) => row.tenantId),
      each(bigints, (row) => row.firstId),
      each(bigints, (row) => row.lastId),
      each(bigints, (row) => row.position),
      each(texts, (row) => row.frames.join('\n')),
    ],
  ),
]
