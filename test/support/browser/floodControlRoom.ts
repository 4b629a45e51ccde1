import type { Page } from 'playwright-core'
import { openBrowser } from './chromium.ts'
import type { Seller } from './Seller.ts'
import type { Stage } from './Stage.ts'

const COMMENTS_PER_SECOND = 200
/** More than the page keeps, so that what is measured afterwards must not grow it any more; sent faster. */
const WARM_UP_COMMENTS = 6_000
const WARM_UP_PER_SECOND = 1_000
const DELIVERIES_PER_SECOND = 10

/** Notes the time between frames; a page must carry it from its start. */
export const WATCH_FRAMES = `
  window.frames_ms = []
  let last = performance.now()
  const tick = (now) => { window.frames_ms.push(now - last); last = now; requestAnimationFrame(tick) }
  requestAnimationFrame(tick)
`

interface Watched {
  frames_ms: number[]
}

export interface Flood {
  /** Comments sent in all. */
  sent: number
  /** Milliseconds between frames of the control room, and of a blank page beside it. */
  frames: number[]
  blankFrames: number[]
  heapBeforeMb: number
  heapAfterMb: number
  /** Share of the time, 0 to 1, that the page's main thread computed. */
  busyShare: number
}

/** Fills the page of a live show with comments, then lets 200 a second in while frames, memory and work are watched. */
export async function floodControlRoom(
  stage: Stage,
  seller: Seller,
  { seconds }: { seconds: number },
): Promise<Flood> {
  await seller.openLiveShow([{ product: 'Vase', mode: 'Auction', price: 1 }])
  await seller.startNext()
  const blankBrowser = await openBrowser()
  try {
    return await floodBeside(await blankBrowser.newPage(), stage, seller, seconds)
  } finally {
    await blankBrowser.close()
  }
}

async function floodBeside(blank: Page, stage: Stage, seller: Seller, seconds: number): Promise<Flood> {
  await blank.evaluate(WATCH_FRAMES)
  const debug = await seller.page.context().newCDPSession(seller.page)
  const heapMb = async (): Promise<number> => {
    await debug.send('HeapProfiler.collectGarbage')
    const { usedSize } = await debug.send('Runtime.getHeapUsage')
    return usedSize / 1e6
  }
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' })
  const computedSeconds = async (): Promise<number> => {
    const { metrics } = await debug.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN
  }
  let sent = 0
  /** One delivery after the other: two on their way at once could overtake each other. */
  let delivered = Promise.resolve()
  const send = (burst: number): void => {
    const said = Array.from({ length: burst }, (_, n): [string, string] => {
      const number = sent + n
      return [
        `viewer${number % 3_000}`,
        number % 10 === 0 ? String(number * 10 + 20) : `what a lovely vase, number ${number}`,
      ]
    })
    sent += burst
    delivered = delivered.then(() => stage.comments(said))
  }
  const flood = async (comments: number, perSecond: number): Promise<void> => {
    const start = performance.now()
    const burst = perSecond / DELIVERIES_PER_SECOND
    for (let tick = 0; tick * burst < comments; tick++) {
      const wait = start + (tick * 1_000) / DELIVERIES_PER_SECOND - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      send(burst)
    }
    await delivered
  }
  /** Until the page has drawn all that was sent; a slow one lags behind. */
  const drawn = (): Promise<void> =>
    seller.page
      .getByText(`number ${sent - 1}`)
      .last()
      .waitFor()
  await flood(WARM_UP_COMMENTS, WARM_UP_PER_SECOND)
  await drawn()
  const before = await heapMb()
  for (const page of [seller.page, blank]) {
    await page.evaluate(() => ((window as unknown as Watched).frames_ms.length = 0))
  }
  const [startedAt, computedBefore] = [performance.now(), await computedSeconds()]
  await flood(seconds * COMMENTS_PER_SECOND, COMMENTS_PER_SECOND)
  await drawn()
  const busyShare = ((await computedSeconds()) - computedBefore) / ((performance.now() - startedAt) / 1_000)
  const [frames, blankFrames] = await Promise.all(
    [seller.page, blank].map((page) => page.evaluate(() => (window as unknown as Watched).frames_ms.slice())),
  )
  if (frames === undefined || blankFrames === undefined) throw new Error('No frames were noted')
  const after = await heapMb()
  return { sent, frames, blankFrames, heapBeforeMb: before, heapAfterMb: after, busyShare }
}
