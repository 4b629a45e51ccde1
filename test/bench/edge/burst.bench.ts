/**
 * A burst on one item, through the whole line: 1,000 bids within 500 ms, ten a webhook, several times, after as many bursts that do not count. How
 * long until the event of the last one, and the latency from webhook to event against a single commit, the median of
 * inserting one number into a table of a database of the same kind, between the bursts.
 */
import { openDatabase } from '../../../src/persistence/database.ts'
import { median, percentile, progress, report, type Figure } from '../report.ts'
import { onEachStore, type Store } from '../stores.ts'
import { LineBench } from './LineBench.ts'

const WARM_UP_POSTS = 12_000
/** Compilers still work at what only several items bring about, and take the processor from what is timed. */
const WARM_UP_BURSTS = 15
const BURSTS = 15
const BIDS = 1_000
const BIDS_A_POST = 10
const WITHIN_MS = 500
const COMMITS = 100

async function burst(store: Store): Promise<Figure[]> {
  const line = await LineBench.start(store)
  await line.autoReplies(false)
  await line.newItem()
  progress('warm-up')
  await line.load.flood(line.posts(WARM_UP_POSTS, 1))
  await line.load.flood(line.posts(WARM_UP_POSTS / BIDS_A_POST, BIDS_A_POST))

  const database = await openDatabase(await store.create())
  await database.sql.query('create table bench_commit (n int)')
  const commits: number[] = []
  const p50s: number[] = []
  const p99s: number[] = []
  const untilLast: number[] = []
  for (let burst = -WARM_UP_BURSTS; burst < BURSTS; burst++) {
    for (let n = 0; n < COMMITS; n++) {
      const start = performance.now()
      await database.sql.query('insert into bench_commit values ($1)', [n])
      commits.push(performance.now() - start)
    }
    await line.newItem()
    const posts = line.posts(BIDS / BIDS_A_POST, BIDS_A_POST)
    const start = performance.now()
    const latencies = await line.latencies(posts, WITHIN_MS / posts.length)
    const announcedAt = line.announcedAt()
    if (announcedAt.size < BIDS) progress(`${String(announcedAt.size)} of ${String(BIDS)} bids accepted`)
    if (burst < 0) continue
    p50s.push(percentile(latencies, 0.5))
    p99s.push(percentile(latencies, 0.99))
    untilLast.push(Math.max(...announcedAt.values()) - start)
  }
  await database.close()
  await line.stop()

  const commit = median(commits)
  return [
    { name: 'single commit: one number into a table, p50', value: commit, unit: 'ms' },
    { name: 'single commit, p99', value: percentile(commits, 0.99), unit: 'ms' },
    { name: 'burst of 1,000 bids in 500 ms: last event after', value: median(untilLast), unit: 'ms' },
    { name: 'burst: webhook → event, p50', value: median(p50s), unit: 'ms' },
    { name: 'burst: webhook → event, p99', value: median(p99s), unit: 'ms' },
    { name: 'burst: p99 ÷ median single commit', value: median(p99s) / commit, unit: '×', atMost: 20 },
  ]
}

report(await onEachStore(burst))
process.exit(0)
