/**
 * One hot item: accepted durable bids a second through the engine, against the row-lock way and against the
 * database's own bulk limit, in one run on one server.
 */
import { randomUUID } from 'node:crypto'
import { plainColumn, textColumn } from '../../../src/persistence/columns.ts'
import { openDatabase } from '../../../src/persistence/database.ts'
import { createClock } from '../../../src/runtime/clock.ts'
import { createIds } from '../../../src/runtime/ids.ts'
import { PostgresServer } from '../../support/postgres.ts'
import { median, report } from '../report.ts'
import { EngineBench } from './EngineBench.ts'

/** Rounds until the compilers have settled. */
const WARM_UP = 2
const ROUNDS = 3
const BIDS = 40_000
const ROW_LOCK_BIDS = 2_000

const server = await PostgresServer.start()
const url = await server.createDatabase()

/** The usual way, as well as it can be written: one round trip a bid, checks and writes in one function call. */
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

async function rowLock(itemId: string, tenantId: string, connections: number): Promise<number> {
  const database = await openDatabase({ url, poolConnectionsMax: connections })
  let place = Date.now() * 1_000
  let amount = place % 1_000_000
  const start = performance.now()
  let left = ROW_LOCK_BIDS
  let accepted = 0
  const worker = async (): Promise<void> => {
    while (left-- > 0) {
      const rows = await database.sql.query<{ ok: boolean }>('select place_bid($1, $2, $3, $4, $5) as ok', [
        itemId,
        tenantId,
        randomUUID(),
        place++,
        (amount += 1),
      ])
      if (rows[0]?.ok === true) accepted++
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const seconds = (performance.now() - start) / 1_000
  await database.close()
  return accepted / seconds
}

/**
 * The same bids and their comments as plain bulk inserts of 1,000 rows, each its own transaction, with keys that rise as
 * the engine's do. Columns are made before the clock starts, so that the database alone is timed.
 */
async function bulk(tenantId: string, itemId: string): Promise<{ bids: number; both: number }> {
  const database = await openDatabase({ url })
  const { sql } = database
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
      plainColumn(places, (place) => place),
      plainColumn(places, () => ids.next()),
      textColumn(places, (place) => `viewer${String(place % 500)}`),
      plainColumn(places, () => Date.now()),
    ]
    comments += await timed(
      `insert into inbox_comment (partition, position, tenant_id, comment_key, comment_id, username, display_name, from_id,
                                  text, media_id, commented_at, received_at)
       select -1, c.place, $1, c.key, c.place::text, c.name, c.name, c.name, c.name, null, to_timestamp(c.at / 1000),
              to_timestamp(c.at / 1000)
         from unnest($2::bigint[], $3::uuid[], $4::text[], $5::float8[]) as c (place, key, name, at)`,
      [tenantId, ...rows],
    )
    bids += await timed(
      `insert into bid (id, tenant_id, auction_item_id, user_id, social_username, social_comment_id, bid_type, amount,
                        status, is_matched, comment_timestamp, created_at, partition, comment_position)
       select c.key, $1, $6, $6, c.name, c.place::text, 'bid', 1, 'pending', false, to_timestamp(c.at / 1000),
              to_timestamp(c.at / 1000), -2, c.place
         from unnest($2::bigint[], $3::uuid[], $4::text[], $5::float8[]) as c (place, key, name, at)`,
      [tenantId, ...rows, itemId],
    )
  }
  await database.close()
  return { bids: (BIDS / bids) * 1_000, both: (BIDS / (bids + comments)) * 1_000 }
}

const bench = await EngineBench.open(url)
await bench.database.sql.query('create table locked_item (id uuid primary key, price numeric(14,2) not null)')
await bench.database.sql.query(PLACE_BID)
const engineRates: number[] = []
const lockRates: number[] = []
const bulkRates: { bids: number; both: number }[] = []
let amount = 0
for (let round = 0; round < WARM_UP + ROUNDS; round++) {
  const [show, other] = await bench.shows(2)
  if (show === undefined || other === undefined) throw new Error('no show')
  await bench.activate(show)
  const lockedItem = await bench.activate(other)
  await bench.database.sql.query('insert into locked_item values ($1, 0)', [lockedItem])
  const bids = Array.from({ length: BIDS }, () => bench.bid(show.tenantId, ++amount))
  const seconds = await bench.run(bids, 200)
  const locked = Math.max(
    await rowLock(lockedItem, other.tenantId, 1),
    await rowLock(lockedItem, other.tenantId, 8),
  )
  const limit = await bulk(other.tenantId, lockedItem)
  if (round < WARM_UP) continue
  engineRates.push(BIDS / seconds)
  lockRates.push(locked)
  bulkRates.push(limit)
}
await bench.close()
await server.stop()

const embedded = await EngineBench.open(undefined)
const embeddedRates: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const [show] = await embedded.shows(1)
  if (show === undefined) throw new Error('no show')
  await embedded.activate(show)
  const bids = Array.from({ length: BIDS / 2 }, () => embedded.bid(show.tenantId, ++amount))
  embeddedRates.push(BIDS / 2 / (await embedded.run(bids, 200)))
}
await embedded.close()

const engine = median(engineRates)
const both = median(bulkRates.map((rate) => rate.both))
report([
  {
    name: 'PostgreSQL: row lock, one transaction a bid (best of 1 and 8 connections)',
    value: median(lockRates),
    unit: 'bids/s',
  },
  { name: 'PostgreSQL: engine, door to announcement, posts of 200', value: engine, unit: 'bids/s' },
  {
    name: 'PostgreSQL: bulk insert of the same comments and bids, 1,000 a statement',
    value: both,
    unit: 'bids/s',
  },
  {
    name: 'PostgreSQL: bulk insert of the bids alone',
    value: median(bulkRates.map((rate) => rate.bids)),
    unit: 'bids/s',
  },
  { name: 'engine ÷ row lock', value: engine / median(lockRates), unit: '×', goal: 20 },
  { name: 'engine ÷ bulk limit of the same rows', value: engine / both, unit: '×', goal: 0.5 },
  {
    name: 'PGlite (embedded): engine, door to announcement, posts of 200',
    value: median(embeddedRates),
    unit: 'bids/s',
  },
])
