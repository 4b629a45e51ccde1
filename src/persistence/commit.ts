import { toDecimalText, type Minor } from '../../machines/money.ts'
import type { Changes, ItemState } from './changes.ts'
import { kindsOf, plainColumn, textColumn, type Column } from './columns.ts'
import { advance, FencedError, isFenced, type Holding } from './fence.ts'
import { isoTime } from '../protocol/frames.ts'
import type { Statement } from './prepared.ts'
import type { Sql } from './sql.ts'

const money = (amount: Minor | null): string | null => (amount === null ? null : toDecimalText(amount))
const time = (millis: number | null): string | null => (millis === null ? null : isoTime(millis))

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

/** A column of values that need no quoting, and one of any texts. */
const plain =
  <Row>(of: (row: Row) => string | number | boolean | null) =>
  (rows: readonly Row[]): Column =>
    plainColumn(rows, of)
const text =
  <Row>(of: (row: Row) => string | null) =>
  (rows: readonly Row[]): Column =>
    textColumn(rows, of)

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
      plain((row) => row.id),
      plain((row) => money(row.finalPrice)),
      plain((row) => row.timeLimitSeconds),
      plain((row) => time(row.endsAt)),
      plain((row) => row.status),
      plain((row) => row.outcome),
      plain((row) => time(row.closedAt)),
      plain((row) => row.winnerUserId),
      plain((row) => row.claimsAccepted),
      plain((row) => row.stockQuantity),
      plain((row) => row.extensions),
      plain((row) => row.closedAtPosition),
    ],
  )

const BID_KINDS = ['bid pending', 'claim won', 'claim lost']

/** The one write that a flood is made of: what its bids share is sent once an item. */
const writeBids: Write = ({ bids }) => {
  if (bids.length === 0) return undefined
  const items = kindsOf(bids, (bid) => bid.itemId)
  return {
    text: `
      insert into bid (id, tenant_id, auction_item_id, user_id, social_username, social_comment_id, bid_type, amount,
                       status, is_matched, comment_timestamp, created_at, processed_at, partition, comment_position)
      select b.id, ($1::uuid[])[b.item], ($2::uuid[])[b.item], b.viewer, b.username, b.comment,
             ('{bid,claim,claim}'::text[])[b.kind], b.amount, ('{pending,won,lost}'::text[])[b.kind], b.matched,
             to_timestamp(b.commented::float8 / 1000), to_timestamp(b.at::float8 / 1000),
             case when b.kind > 1 then to_timestamp(b.at::float8 / 1000) end, ($3::smallint[])[b.item], b.position
        from (select unnest($4::int[]) as item, unnest($5::uuid[]) as id, unnest($6::uuid[]) as viewer,
                     unnest($7::text[]) as username, unnest($8::text[]) as comment, unnest($9::int[]) as kind,
                     unnest($10::numeric[]) as amount, unnest($11::boolean[]) as matched,
                     unnest($12::bigint[]) as commented, unnest($13::bigint[]) as at,
                     unnest($14::bigint[]) as position) as b`,
    values: [
      plainColumn(items.first, (bid) => bid.tenantId),
      plainColumn(items.first, (bid) => bid.itemId),
      plainColumn(items.first, (bid) => bid.partition),
      plainColumn(items.places, (place) => place),
      plainColumn(bids, (bid) => bid.id),
      plainColumn(bids, (bid) => bid.userId),
      textColumn(bids, (bid) => bid.username),
      textColumn(bids, (bid) => bid.commentId),
      plainColumn(bids, (bid) => BID_KINDS.indexOf(`${bid.bidType} ${bid.status}`) + 1),
      plainColumn(bids, (bid) => toDecimalText(bid.amount)),
      plainColumn(bids, (bid) => bid.isMatched),
      plainColumn(bids, (bid) => bid.commentedAt),
      plainColumn(bids, (bid) => bid.at),
      plainColumn(bids, (bid) => bid.position),
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
      plain((row) => row.id),
      plain((row) => row.tenantId),
      text((row) => row.socialUsername),
      text((row) => row.socialUserId),
      text((row) => row.displayName),
      plain((row) => time(row.at)),
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
      plain((row) => row.id),
      plain((row) => row.tenantId),
      plain((row) => row.liveSessionId),
      plain((row) => row.productId),
      plain((row) => row.mode),
      plain((row) => money(row.startingPrice)),
      plain((row) => money(row.minBidIncrement)),
      plain((row) => row.stockQuantity),
      plain((row) => time(row.activatedAt)),
      plain((row) => row.openedAtPosition),
    ],
  ),
  writeBids,
  writeStates((changes) => statesOf(changes, true)),
  bulk(
    (changes) => changes.settlements,
    `update bid set status = case when bid.id = s.winner then 'won' else 'lost' end, processed_at = s.at
       from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as s (item, winner, at)
      where bid.auction_item_id = s.item and bid.status = 'pending'`,
    [plain((row) => row.itemId), plain((row) => row.winningBidId), plain((row) => time(row.at))],
  ),
  bulk(
    (changes) => changes.cartEvents,
    `insert into cart_event (id, tenant_id, bid_id, user_id, auction_item_id, status, created_at, updated_at)
     select c.id, c.tenant, c.bid, c.viewer, c.item, 'pending', c.at, c.at
       from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::timestamptz[])
         as c (id, tenant, bid, viewer, item, at)`,
    [
      plain((row) => row.id),
      plain((row) => row.tenantId),
      plain((row) => row.bidId),
      plain((row) => row.userId),
      plain((row) => row.itemId),
      plain((row) => time(row.at)),
    ],
  ),
  bulk(
    (changes) => changes.ignored,
    `insert into ignored_comment (partition, position, tenant_id, session_id, item_id, user_id, reason, amount, price,
                                  decided_at)
     select * from unnest($1::smallint[], $2::bigint[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[],
                          $8::numeric[], $9::numeric[], $10::timestamptz[])`,
    [
      plain((row) => row.partition),
      plain((row) => row.position),
      plain((row) => row.tenantId),
      plain((row) => row.sessionId),
      plain((row) => row.itemId),
      plain((row) => row.userId),
      text((row) => row.reason),
      plain((row) => money(row.amount)),
      plain((row) => money(row.price)),
      plain((row) => time(row.at)),
    ],
  ),
  bulk(
    (changes) => changes.itemEvents,
    `insert into item_event (item_id, sequence, tenant_id, position, type, data, at)
     select * from unnest($1::uuid[], $2::int[], $3::uuid[], $4::bigint[], $5::text[], $6::jsonb[], $7::timestamptz[])`,
    [
      plain((row) => row.itemId),
      plain((row) => row.sequence),
      plain((row) => row.tenantId),
      plain((row) => row.position),
      plain((row) => row.type),
      text((row) => JSON.stringify(row.data)),
      plain((row) => time(row.at)),
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
    [plain((row) => row.id), plain((row) => row.sold), plain((row) => row.offered)],
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
      plain((row) => row.id),
      plain((row) => row.status),
      plain((row) => time(row.at)),
      plain((row) => row.position),
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
      plain((row) => row.id),
      plain((row) => row.tenantId),
      plain((row) => row.kind),
      plain((row) => row.type),
      text((row) => row.orderingKey),
      plain((row) => row.priority),
      text((row) => JSON.stringify(row.payload)),
      plain((row) => row.commentPosition),
      plain((row) => row.status),
      plain((row) => time(row.at)),
    ],
  ),
  bulk(
    (changes) => changes.tenantEvents,
    `insert into tenant_events (tenant_id, first_id, last_id, position, frames, at)
     select e.tenant, e.first, e.last, e.position, e.frames, now()
       from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[])
         as e (tenant, first, last, position, frames)`,
    [
      plain((row) => row.tenantId),
      plain((row) => row.firstId),
      plain((row) => row.lastId),
      plain((row) => row.position),
      text((row) => row.frames.join('\n')),
    ],
  ),
]
