/** 200 comments a second for a minute: how long the control room's frames take, beside those of a blank page. */
import { floodControlRoom, WATCH_FRAMES } from '../../support/browser/floodControlRoom.ts'
import { Seller } from '../../support/browser/Seller.ts'
import { Stage } from '../../support/browser/Stage.ts'
import { percentile, report } from '../report.ts'

const stage = await Stage.open()

async function watchFlood() {
  const seller = await Seller.open(stage, { script: WATCH_FRAMES })
  const flood = await floodControlRoom(stage, seller, { seconds: 60 })
  await seller.close()
  return flood
}

// The service is a process of its own and would outlive a bench that fails.
const { frames, blankFrames, heapBeforeMb, heapAfterMb, busyShare } = await watchFlood().finally(() =>
  stage.close(),
)
report([
  { name: 'frame of the control room at 200 comments/s, median', value: percentile(frames, 0.5), unit: 'ms' },
  { name: 'frame of the control room, p99', value: percentile(frames, 0.99), unit: 'ms' },
  { name: 'longest frame of the control room (at most 100)', value: Math.max(...frames), unit: 'ms' },
  { name: 'longest frame of a blank page beside it', value: Math.max(...blankFrames), unit: 'ms' },
  { name: 'main thread of the control room at work', value: busyShare * 100, unit: '%' },
  { name: 'memory of the page, before', value: heapBeforeMb, unit: 'MB' },
  { name: 'memory of the page, after', value: heapAfterMb, unit: 'MB' },
])
process.exit(0)
