/**
 * One hot item: accepted durable bids a second through the engine, against the row-lock way and against the
 * database's own bulk limit, in one run on one database.
 */
import { randomUUID } from 'node:crypto'
import { bigints, texts, times, uuids } from '../../../src/persistence/columns.ts'
import type { Database } from '../../../src/persistence/database.ts'
import { createClock } from '../../../src/runtime/clock.ts'
import { createIds } from '../../../src/runtime/ids.ts'
import type { Sql } from '../../../src/persistence/sql.ts'
import { median, report, type Figure } from '../report.ts'
import { onEachStore, type Store } from '../stores.ts'
import { EngineBench, type Show } from './EngineBench.ts'

/** Rounds until the compilers have settled. */
const WARM_UP = 2
const ROUNDS = 3
const BIDS = 40_000
const ROW_LOCK_BIDS = 2_000

/** The row-lock way as well as it can be written: one round trip a bid, checks and writes in one function call. */
const PLACE_BID = `
  create function place_bid(item uuid, tenant uuid, viewer uuid, place bigint, amount_bid numeric) returns boolean as $$
  declare current numeric;
  begin
    select price into current from locked_item where id = item for update;
    if amount_bid < current + 0.01 then return false; end if;
    insert into bid (id, tenant_id, auction_item_id, user_id, social_username, social_comment_id, bid_type, amount, status,
                     is_matched, comment_timestamp, created_at, partition, comment_position)
      values (gen_random_uuid(), tenant, item, viewer, 'viewer', place::text, 'bid', amount_bid, 'pending', false, now(),
              now(), -1, place);
    update locked_item set price = amount_bid where id = item;
    return true;
  end $$ language plpgsql`

/** Places a bid in a transaction of its own; whether it was accepted. */
type PlaceBid = (
  sql: Sql,
  bid: readonly [item: string, tenant: string, viewer: string, place: number, amount: number],
) => Promise<boolean>

const byFunction: PlaceBid = async (sql, bid) => {
  const [row] = await sql.query<{ ok: boolean }>('select place_bid($1, $2, $3, $4, $5) as ok', bid)
  return row?.ok === true
}

/** As it is mostly written. */
const byStatements: PlaceBid = (sql, [item, tenant, viewer, place, amount]) =>
  sql.transaction(async (trx) => {
    const [row] = await trx.query<{ price: string }>(
      'select price from locked_item where id = $1 for update',
      [item],
    )
    if (row === undefined || amount < Number(row.price) + 0.01) return false
    await trx.query(
      `insert into bid (id, tenant_id, auction_item_id, user_id, social_username, social_comment_id, bid_type, amount, status,
                        is_matched, comment_timestamp, created_at, partition, comment_position)
       values (gen_random_uuid(), $1, $2, $3, 'viewer', $4::text, 'bid', $5, 'pending', false, now(), now(), -1, $4::bigint)`,
      [tenant, item, viewer, place, amount],
    )
    await trx.query('update locked_item set price = $2 where id = $1', [item, amount])
    return true
  })

/** Alone one waits for each answer; eight wait for one another's lock. */
const CALLERS = [1, 8]

/** Over all runs, so that each bid is above those before it. */
let lockedBids = 0

/** Bids a second of so many callers. */
async function rowLock(
  { sql }: Database,
  placeBid: PlaceBid,
  show: Show,
  itemId: string,
  callers: number,
): Promise<number> {
  let left = ROW_LOCK_BIDS
  let accepted = 0
  const start = performance.now()
  const caller = async (): Promise<void> => {
    while (left-- > 0) {
      const number = ++lockedBids
      if (await placeBid(sql, [itemId, show.tenantId, randomUUID(), number, number])) accepted++
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return accepted / ((performance.now() - start) / 1_000)
}

/**
 * The same bids and their comments as plain bulk inserts of 1,000 rows, each its own transaction, with keys that rise as
 * the engine's do. Columns are made before the clock starts, so that the database alone is timed.
 */
async function bulk(
  { sql }: Database,
  { tenantId }: Show,
  itemId: string,
): Promise<{ bids: number; both: number }> {
  const ids = createIds(createClock())
  const firstPlace = Date.now() * 1_000
  const timed = async (text: string, values: readonly unknown[]): Promise<number> => {
    const start = performance.now()
    await sql.query(text, values)
    return performance.now() - start
  }
  let comments = 0
  let bids = 0
  for (let from = 0; from < BIDS; from += 1_000) {
    const places = Array.from({ length: 1_000 }, (_, index) => firstPlace + from + index)
    const rows = [
      bigints(places, (place) => place),
      uuids(places, () => ids.next()),
      texts(places, (place) => `viewer${String(place % 500)}`),
      times(places, () => Date.now()),
    ]
    comments += await timed(
      `insert into inbox_comment (partition, position, tenant_id, comment_key, comment_id, username, display_name, from_id,
                                  text, media_id, commented_at, received_at)
       select -1, c.place, $1, c.key, c.place::text, c.name, c.name, c.name, c.name, null, c.at, c.at
         from unnest($2::bigint[], $3::uuid[], $4::text[], $5::timestamptz[]) as c (place, key, name, at)`,
      [tenantId, ...rows],
    )
    bids += await timed(
      `insert into bid (id, tenant_id, auction_item_id, user_id, social_username, social_comment_id, bid_type, amount,
                        status, is_matched, comment_timestamp, created_at, partition, comment_position)
       select c.key, $1, $6, $6, c.name, c.place::text, 'bid', 1, 'pending', false, c.at, c.at, -2, c.place
         from unnest($2::bigint[], $3::uuid[], $4::text[], $5::timestamptz[]) as c (place, key, name, at)`,
      [tenantId, ...rows, itemId],
    )
  }
  return { bids: (BIDS / bids) * 1_000, both: (BIDS / (bids + comments)) * 1_000 }
}

async function hotItem(store: Store): Promise<Figure[]> {
  const options = await store.create()
  const bench = await EngineBench.open(options)
  const { sql } = bench.database
  await sql.query('create table locked_item (id uuid primary key, price numeric(14,2) not null)')
  await sql.query(PLACE_BID)
  const engineRates: number[] = []
  const lockRates: number[] = []
  const usualRates: number[] = []
  const bulkRates: { bids: number; both: number }[] = []
  let amount = 0
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const [show, other] = await bench.shows(2)
    if (show === undefined || other === undefined) throw new Error('no show')
    await bench.activate(show)
    const lockedItem = await bench.activate(other)
    await sql.query('insert into locked_item values ($1, 0)', [lockedItem])
    const bids = Array.from({ length: BIDS }, () => bench.bid(show.tenantId, ++amount))
    const seconds = await bench.run(bids, 200)
    const fastest = async (placeBid: PlaceBid): Promise<number> => {
      const rates: number[] = []
      for (const callers of CALLERS)
        rates.push(await rowLock(bench.database, placeBid, other, lockedItem, callers))
      return Math.max(...rates)
    }
    const locked = await fastest(byFunction)
    const usual = await fastest(byStatements)
    const limit = await bulk(bench.database, other, lockedItem)
    if (round < WARM_UP) continue
    engineRates.push(BIDS / seconds)
    lockRates.push(locked)
    usualRates.push(usual)
    bulkRates.push(limit)
  }
  await bench.close()
  const engine = median(engineRates)
  const both = median(bulkRates.map((rate) => rate.both))
  return [
    {
      name: `row lock, one transaction a bid, as a function (best of ${CALLERS.join(' and ')} callers)`,
      value: median(lockRates),
      unit: 'bids/s',
    },
    { name: 'the same as four statements', value: median(usualRates), unit: 'bids/s' },
    { name: 'engine, door to announcement, posts of 200', value: engine, unit: 'bids/s' },
    { name: 'bulk insert of the same comments and bids, 1,000 a statement', value: both, unit: 'bids/s' },
    {
      name: 'bulk insert of the bids alone',
      value: median(bulkRates.map((rate) => rate.bids)),
      unit: 'bids/s',
    },
    { name: 'engine ÷ row lock', value: engine / median(lockRates), unit: '×', goal: 20 },
    { name: 'engine ÷ row lock as four statements', value: engine / median(usualRates), unit: '×' },
    { name: 'engine ÷ bulk limit of the same rows', value: engine / both, unit: '×', goal: 0.5 },
  ]
}

report(await onEachStore(hotItem))
process.exit(0)
