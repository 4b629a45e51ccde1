/**
 * The whole line, the service in a process of its own: signed webhook → durable inbox → commit → event on
 * a WebSocket. Comments a second with 1, 20 and 200 comments a post, latency at half that load, and the ratio to a bare
 * Koa app that checks the same signature, taken in turns. Auto-replies are off, but for the last line.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { median, percentile, progress, report, type Figure } from '../report.ts'
import { onEachStore, type Store } from '../stores.ts'
import { HttpLoad } from './HttpLoad.ts'
import { CONNECTIONS, LineBench, SECRET } from './LineBench.ts'

/** Service and bare app take turns of so many posts; figures are medians over the turns. */
const TURNS = 20
const POSTS_A_TURN = { 1: 2_000, 20: 100, 200: 20 } as const
/** Before the clock starts: by then the compilers have settled. */
const WARM_UP_TURNS = 8
const POSTS_TIMED_MAX = 1_000

async function wholeLine(store: Store): Promise<Figure[]> {
  const line = await LineBench.start(store)
  await line.autoReplies(false)
  const bareProcess = spawn(process.execPath, [join(import.meta.dirname, 'bareKoa.ts'), SECRET], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(bareProcess.stdout, 'data')) as [Buffer]
  const bare = await HttpLoad.open(new URL(`http://127.0.0.1:${port.toString().trim()}/`), CONNECTIONS)

  const figures: Figure[] = []
  for (const perPost of [1, 20, 200] as const) {
    const name = `posts of ${String(perPost)}`
    progress(name)
    await line.newItem()
    const rates: number[] = []
    const ratios: number[] = []
    for (let turn = 0; turn < WARM_UP_TURNS + TURNS; turn++) {
      // Bids on one connection each may overtake each other and be too low: what counts is that each was acknowledged.
      const posts = line.posts(POSTS_A_TURN[perPost], perPost)
      const seconds = await line.load.flood(posts)
      // A store that decides more slowly than it acknowledges would refuse more at its bound.
      await line.decided()
      const bareSeconds = await bare.flood(posts)
      if (turn < WARM_UP_TURNS) continue
      rates.push((posts.length * perPost) / seconds)
      ratios.push(bareSeconds / seconds)
    }
    const rate = median(rates)
    figures.push({ name: `${name}: acknowledged`, value: rate, unit: 'comments/s' })
    if (perPost === 1) {
      figures.push({
        name: `${name}: ÷ bare Koa with the same signature`,
        value: median(ratios),
        unit: '×',
        goal: 0.5,
      })
    }

    await line.newItem()
    const calm = line.posts(Math.min(POSTS_A_TURN[perPost] * TURNS, POSTS_TIMED_MAX), perPost)
    const latencies = await line.latencies(calm, (perPost / rate) * 2 * 1_000)
    for (const p of [0.5, 0.99]) {
      figures.push({
        name: `${name}: webhook → event at half that load, p${String(p * 100)}`,
        value: percentile(latencies, p),
        unit: 'ms',
      })
    }
  }

  await line.autoReplies(true)
  await line.newItem()
  const answered = line.posts(POSTS_A_TURN[1], 1)
  figures.push({
    name: 'posts of 1, auto-replies on: acknowledged',
    value: answered.length / (await line.load.flood(answered)),
    unit: 'comments/s',
  })

  bare.close()
  bareProcess.kill()
  await line.stop()
  return figures
}

report(await onEachStore(wholeLine))
process.exit(0)
