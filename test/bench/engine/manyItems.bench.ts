/**
 * Running items in one process: memory an item, how fast they start and what a bid costs among many; first of the actors
 * alone, then of engines in processes of their own, which take turns. Run with --expose-gc.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { DEFAULT_RULES, type ItemInput } from '../../../machines/auctionItem/index.ts'
import { minor } from '../../../machines/money.ts'
import { RunningItem } from '../../../src/engine/RunningItem.ts'
import { median, progress, report, type Figure } from '../report.ts'
import { onEachStore, type Store } from '../stores.ts'
import { offerMany } from './offerMany.ts'

const COUNTS = [1, 1_000, 100_000]
const BIDS = 100_000
const ROUNDS = 7
const ENGINE_ROUNDS = 11
const ENGINE_BIDS = 20_000

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

const countOf = (count: number): string => count.toLocaleString('en')

function actors(count: number): Figure[] {
  const before = heap()
  const start = performance.now()
  const items = Array.from({ length: count }, newItem)
  const seconds = (performance.now() - start) / 1_000
  const bytes = (heap() - before) / count
  bidCost(items)
  const cost = median(Array.from({ length: ROUNDS }, () => bidCost(items)))
  for (const item of items) item.stop()
  const name = `actors (${countOf(count)})`
  return [
    ...(count === 1
      ? []
      : [
          { name: `${name}: memory of one`, value: bytes / 1_024, unit: 'KiB (at most 12)' },
          { name: `${name}: started a second`, value: count / seconds, unit: 'items/s' },
        ]),
    { name: `${name}: deciding an accepted bid`, value: cost, unit: 'µs' },
  ]
}

/** An engine with many running items, in a process of its own. */
interface Engine {
  child: ChildProcess
  count: number
  /** Until all of them were in memory. */
  seconds: number
  bytes: number
}

async function engineOf(store: Store, count: number): Promise<Engine> {
  const options = await store.create()
  await offerMany(options, count)
  const child = fork(join(import.meta.dirname, 'sellMany.ts'), [JSON.stringify(options)], {
    execArgv: ['--expose-gc'],
  })
  const [{ seconds, bytes }] = (await once(child, 'message')) as [{ seconds: number; bytes: number }]
  return { child, count, seconds, bytes }
}

/** Microseconds a bid, from the door to the announcement. */
async function engineBids({ child }: Engine, bids: number): Promise<number> {
  child.send(bids)
  const [seconds] = (await once(child, 'message')) as [number]
  return (seconds * 1_000_000) / bids
}

async function engines(store: Store): Promise<Figure[]> {
  const running: Engine[] = []
  for (const count of COUNTS) {
    progress(`engine, ${countOf(count)} running`)
    const engine = await engineOf(store, count)
    running.push(engine)
    // Every viewer is known then, and the compilers have settled.
    await engineBids(engine, Math.max(count, 5 * ENGINE_BIDS))
  }
  const rounds: number[][] = []
  for (let round = 0; round < ENGINE_ROUNDS; round++) {
    const costs: number[] = []
    for (const engine of running) costs.push(await engineBids(engine, ENGINE_BIDS))
    rounds.push(costs)
  }
  for (const { child } of running) {
    child.disconnect()
    await once(child, 'exit')
  }
  const slower = rounds.map(([, few = Number.NaN, many = Number.NaN]) => many / few)
  const ofOne = running[0]?.bytes ?? 0
  return [
    ...running.flatMap(({ count, seconds, bytes }, place) => [
      ...(count === 1
        ? []
        : [
            {
              name: `engine (${countOf(count)} running): memory an item, with all of its tenant`,
              value: (bytes - ofOne) / (count - 1) / 1_024,
              unit: 'KiB (at most 12)',
            },
            {
              name: `engine (${countOf(count)} running): read and started a second`,
              value: count / seconds,
              unit: 'items/s',
            },
          ]),
      {
        name: `engine (${countOf(count)} running): an accepted bid, stored and announced`,
        value: median(rounds.map((costs) => costs[place] ?? Number.NaN)),
        unit: 'µs',
      },
    ]),
    { name: 'a bid among 100,000 items ÷ among 1,000', value: median(slower), unit: '×', atMost: 1.3 },
  ]
}

const figures: Figure[] = []
for (const count of COUNTS) {
  progress(`actors, ${countOf(count)}`)
  figures.push(...actors(count))
}
report([...figures, ...(await onEachStore(engines))])
process.exit(0)
