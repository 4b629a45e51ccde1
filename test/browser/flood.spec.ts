import { expect } from 'chai'
import { floodControlRoom, WATCH_FRAMES } from '../support/browser/floodControlRoom.ts'
import { Seller } from '../support/browser/Seller.ts'
import { Stage } from '../support/browser/Stage.ts'

const MEMORY_GROWTH_MB_MAX = 15
const ROWS_MAX = 60
/** Of one processor: the rest is left to draw, to answer a press and to the seller's other programs. */
const BUSY_SHARE_MAX = 0.6

describe('dashboard: a flood of comments', function () {
  this.timeout(200_000)
  let stage: Stage
  let seller: Seller

  before(async () => {
    stage = await Stage.open()
    seller = await Seller.open(stage, { script: WATCH_FRAMES })
  })
  after(async () => {
    await seller.close()
    await stage.close()
  })

  // How smoothly frames come is measured by the bench of the same name: a test cannot know what else the machine does.
  it('given 200 a second, then the last one is shown, the list stays short and memory flat', async () => {
    const { heapBeforeMb, heapAfterMb, busyShare } = await floodControlRoom(stage, seller, { seconds: 10 })
    expect(heapAfterMb - heapBeforeMb).to.be.lessThan(MEMORY_GROWTH_MB_MAX)
    expect(busyShare).to.be.lessThan(BUSY_SHARE_MAX)
    expect(await seller.page.locator('.comment').count()).to.be.lessThan(ROWS_MAX)
    seller.hadNoFaults()
  })
})
