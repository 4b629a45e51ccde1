/**
 * Running items in one process: memory an item, how fast they start, what a bid costs among many, and how long a
 * restart takes with many of them and a full inbox. Run with --expose-gc.
 */
import { randomUUID } from 'node:crypto'
import { DEFAULT_RULES, type ItemInput } from '../../../machines/auctionItem/index.ts'
import { minor } from '../../../machines/money.ts'
import { RunningItem } from '../../../src/engine/RunningItem.ts'
import { takeOver } from '../../../src/persistence/fence.ts'
import { createSqlInbox } from '../../../src/persistence/inbox.ts'
import { openDatabase } from '../../../src/persistence/database.ts'
import { PostgresServer } from '../../support/postgres.ts'
import { median, progress, report, type Figure } from '../report.ts'
import { EngineBench } from './EngineBench.ts'

const BIDS = 100_000
const ROUNDS = 7
const RECOVERY_ITEMS = 10_000
const RECOVERY_COMMENTS = 100_000

function newItem(): RunningItem {
  const id = randomUUID()
  const input: ItemInput = {
    itemId: id,
    status: 'active',
    mode: 'auction',
    price: minor(0),
    increment: minor(1),
    timeLimitSeconds: null,
    endsAt: null,
    rules: DEFAULT_RULES,
    extensions: 0,
    stockQuantity: 1,
    claimsAccepted: 0,
    claimants: [],
    bidsPending: 0,
    lead: null,
  }
  const identity = { id, tenantId: id, sessionId: id, productId: id, productName: 'Ring', activatedAt: 0 }
  return new RunningItem(identity, input, 2)
}

const heap = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

let amount = 1
/** Microseconds a bid, round robin over all items. */
function bidCost(items: readonly RunningItem[]): number {
  const start = performance.now()
  for (let index = 0; index < BIDS; index++) {
    const event = {
      type: 'bid',
      at: 1,
      bidId: 'b',
      userId: 'u',
      username: 'u',
      matched: false,
      amount: minor(++amount),
    } as const
    items[index % items.length]?.send(event)
  }
  return ((performance.now() - start) * 1_000) / BIDS
}

const figures: Figure[] = []
const costs = new Map<number, number>()
for (const count of [1, 1_000, 100_000]) {
  progress(`${String(count)} items, ${String(BIDS)} bids`)
  const before = heap()
  const start = performance.now()
  const items = Array.from({ length: count }, newItem)
  const seconds = (performance.now() - start) / 1_000
  const bytes = (heap() - before) / count
  bidCost(items)
  costs.set(count, median(Array.from({ length: ROUNDS }, () => bidCost(items))))
  if (count > 1) {
    figures.push({
      name: `${String(count)} running items: memory an item`,
      value: bytes / 1_024,
      unit: 'KiB (at most 12)',
    })
    figures.push({
      name: `${String(count)} running items: started a second`,
      value: count / seconds,
      unit: 'items/s',
    })
  }
  figures.push({
    name: `${String(count)} running items: cost of an accepted bid`,
    value: costs.get(count) ?? 0,
    unit: 'µs',
  })
  for (const item of items) item.stop()
}
const slower = (costs.get(100_000) ?? 0) / (costs.get(1_000) ?? 1)
figures.push({ name: 'cost at 100,000 ÷ at 1,000 items (at most 1.3)', value: slower, unit: '×' })

progress(`putting ${String(RECOVERY_ITEMS)} items on offer`)
const server = await PostgresServer.start()
const url = await server.createDatabase()
const bench = await EngineBench.open(url)
const shows = await bench.shows(RECOVERY_ITEMS)
for (let from = 0; from < shows.length; from += 500) {
  await Promise.all(shows.slice(from, from + 500).map((show) => bench.activate(show)))
}
await bench.close()

// What a process leaves behind that was killed after it acknowledged: comments in the inbox, not decided.
const database = await openDatabase({ url })
const { sql } = database
await sql.query(
  `insert into inbox_comment (partition, position, tenant_id, comment_key, comment_id, username, display_name, from_id, text,
                              media_id, commented_at, received_at)
   select (hashtext(t.id::text) & 63)::smallint, n, t.id, gen_random_uuid(), n::text, 'viewer' || n % 500, 'Viewer', n % 500,
          n::text, null, now(), now()
     from generate_series(1, $1::int) as n
     join (select id, row_number() over (order by id) - 1 as place from tenant) as t on t.place = n % $2::int`,
  [RECOVERY_COMMENTS, RECOVERY_ITEMS],
)
progress('reading the inbox, then starting again')
await sql.query('analyze')
let start = performance.now()
const inbox = createSqlInbox(sql)
const holding = await takeOver(sql, 'reader')
let read = 0
for (let after = 0; ;) {
  const page = await inbox.undecided(holding, after, 10_000)
  read += page.length
  after = page.at(-1)?.position ?? after
  if (page.length < 10_000) break
}
const readSeconds = (performance.now() - start) / 1_000
await database.close()

start = performance.now()
const again = await EngineBench.open(url)
const takenOver = (performance.now() - start) / 1_000
while (again.engine.status().backlog > 0 || again.announced < RECOVERY_COMMENTS) {
  await new Promise((resolve) => setTimeout(resolve, 5))
}
const decided = (performance.now() - start) / 1_000
await again.close()
await server.stop()
report([
  ...figures,
  { name: `reading ${String(read)} inbox rows`, value: readSeconds, unit: 's' },
  {
    name: `restart with ${String(RECOVERY_ITEMS)} running items: ready to take in`,
    value: takenOver,
    unit: 's',
  },
  { name: 'ready ÷ reading the rows', value: takenOver / readSeconds, unit: '×' },
  { name: `all ${String(RECOVERY_COMMENTS)} comments decided and committed`, value: decided, unit: 's' },
])
