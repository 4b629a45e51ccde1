/** What the inspector costs the engine: bids a second on one hot item, never watched, watched before, and watched. */
import { LiveFeed } from '../../../src/inspector/live/LiveFeed.ts'
import { createClock } from '../../../src/runtime/clock.ts'
import { median, report } from '../report.ts'
import { EngineBench } from './EngineBench.ts'

const ROUNDS = 7
const BIDS = 8_000

const bench = await EngineBench.open({})
const feed = new LiveFeed({ engine: bench.engine, clock: createClock() })
const everything = { sees: () => true, send: () => undefined }
let amount = 0

async function rate(): Promise<number> {
  const [show] = await bench.shows(1)
  if (show === undefined) throw new Error('no show')
  await bench.activate(show)
  const bids = Array.from({ length: BIDS }, () => bench.bid(show.tenantId, ++amount))
  return BIDS / (await bench.run(bids, 200))
}

for (let round = 0; round < 3; round++) await rate()
const never: number[] = []
const left: number[] = []
const watched: number[] = []
for (let round = 0; round < ROUNDS; round++) never.push(await rate())
for (let round = 0; round < ROUNDS; round++) {
  const leave = feed.watch(everything)
  watched.push(await rate())
  leave()
  if (feed.followed !== 0) throw new Error('actors are still inspected')
  left.push(await rate())
}
await bench.close()

report([
  { name: 'PGlite: bids, the inspector never used', value: median(never), unit: 'bids/s' },
  { name: 'PGlite: bids while somebody watches', value: median(watched), unit: 'bids/s' },
  { name: 'PGlite: bids while nobody watches any more', value: median(left), unit: 'bids/s' },
  { name: 'nobody watches ÷ never used', value: median(left) / median(never), unit: '×', goal: 0.98 },
])
