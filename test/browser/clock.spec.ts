import { expect } from 'chai'
import { Seller } from '../support/browser/Seller.ts'
import { Stage } from '../support/browser/Stage.ts'

/** A device whose clock is seven minutes and a bit ahead of everyone else's. */
const AHEAD_MS = 433_217
const WRONG_CLOCK = `
  const now = Date.now
  Date.now = () => now() + ${AHEAD_MS}
`
/** One tenth that is shown rounded down, and what the clocks may differ by. */
const TOLERANCE_SECONDS = 0.2

interface Reading {
  shown: string
  /** The page's wrong clock. */
  at: number
}
interface Noted {
  readings: Reading[]
}

/** Notes every figure of the countdown in the moment it is drawn, however slow the machine is to be asked. */
function noteReadings(): void {
  const readings: Reading[] = []
  Object.assign(window, { readings } satisfies Noted)
  new MutationObserver(() => {
    const shown = document.querySelector('[role="timer"] .ring-text')?.textContent
    if (shown !== undefined && shown !== readings.at(-1)?.shown) readings.push({ shown, at: Date.now() })
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
}

describe('dashboard: the countdown', function () {
  this.timeout(180_000)
  let stage: Stage
  let seller: Seller

  before(async () => {
    stage = await Stage.open()
    seller = await Seller.open(stage, { script: WRONG_CLOCK })
  })
  after(async () => {
    await seller.close()
    await stage.close()
  })

  it('is right to the tenth of a second on a device whose clock is wrong', async () => {
    await seller.openLiveShow([{ product: 'Vase', mode: 'Auction', price: 100, seconds: 12 }])
    await seller.page.evaluate(noteReadings)
    const [started] = await Promise.all([
      seller.page.waitForResponse((response) => response.url().endsWith('/auctions/activate')),
      seller.startNext(),
    ])
    const { data } = (await started.json()) as { data: { endsAt: string } }
    const endsAt = Date.parse(data.endsAt)
    await seller.sees('Not sold')
    const readings = await seller.page.evaluate(() => (window as unknown as Noted).readings)
    const errors = readings
      .filter(({ shown }) => /^\d\.\d$/.test(shown))
      .map(({ shown, at }) => ({ shown: Number(shown), left: (endsAt - (at - AHEAD_MS)) / 1_000 }))
      .filter(({ left }) => left > 0.2)
      .map(({ shown, left }) => Math.abs(shown - left))
    expect(errors).to.have.length.greaterThan(20)
    expect(Math.max(...errors)).to.be.lessThan(TOLERANCE_SECONDS)
  })
})
