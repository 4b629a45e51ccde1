/** The same comments on one hot item and spread over 1,000 tenants with a running item each, in one run. */
import { median, report, type Figure } from '../report.ts'
import { onEachStore, type Store } from '../stores.ts'
import { EngineBench, type Show } from './EngineBench.ts'

const TENANTS = 1_000
const BIDS = 20_000
const ROUNDS = 15

async function spread(store: Store): Promise<Figure[]> {
  const bench = await EngineBench.open(await store.create())
  const shows = await bench.shows(TENANTS)
  await Promise.all(shows.map((show) => bench.activate(show)))
  const hotRates: number[] = []
  const spreadRates: number[] = []
  const ratios: number[] = []
  let amount = 0
  for (let round = 0; round <= ROUNDS; round++) {
    const [hot] = await bench.shows(1)
    if (hot === undefined) throw new Error('no show')
    await bench.activate(hot)
    const onOne = Array.from({ length: BIDS }, () => bench.bid(hot.tenantId, ++amount))
    const onAll = Array.from({ length: BIDS }, (_, index) =>
      bench.bid((shows[index % TENANTS] as Show).tenantId, ++amount),
    )
    // Who comes second meets what the first has left to the collector, so they take turns.
    const spreadFirst = round % 2 === 0 ? undefined : await bench.run(onAll, 20)
    const hotSeconds = await bench.run(onOne, 20)
    const spreadSeconds = spreadFirst ?? (await bench.run(onAll, 20))
    // The first round fills caches and compiles.
    if (round === 0) continue
    hotRates.push(BIDS / hotSeconds)
    spreadRates.push(BIDS / spreadSeconds)
    ratios.push(hotSeconds / spreadSeconds)
  }
  await bench.close()
  return [
    { name: 'one hot item, posts of 20', value: median(hotRates), unit: 'bids/s' },
    {
      name: `spread over ${String(TENANTS)} tenants, posts of 20`,
      value: median(spreadRates),
      unit: 'bids/s',
    },
    { name: 'spread ÷ hot', value: median(ratios), unit: '×', goal: 0.7 },
  ]
}

report(await onEachStore(spread))
process.exit(0)
