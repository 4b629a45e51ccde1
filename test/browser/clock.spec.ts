import { expect } from 'chai'
import { eventually } from '../support/eventually.ts'
import { Seller } from '../support/browser/Seller.ts'
import { Stage } from '../support/browser/Stage.ts'

/** A device whose clock is seven minutes and a bit ahead of everyone else's. */
const WRONG_CLOCK = `
  const now = Date.now
  Date.now = () => now() + 433_217
`
const READINGS = 25
/** One tenth that is shown rounded down, and what reading the page takes. */
const TOLERANCE_SECONDS = 0.2

describe('dashboard: the countdown', function () {
  this.timeout(60_000)
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
    const started = seller.page.waitForResponse((response) => response.url().endsWith('/auctions/activate'))
    await seller.press('Space', 'Space')
    const { data } = (await (await started).json()) as { data: { endsAt: string } }
    const endsAt = Date.parse(data.endsAt)
    const timer = seller.page.getByRole('timer')
    await eventually(async () => /^\d\.\d$/.test(await timer.innerText()), { timeoutMs: 10_000 })
    const errors: number[] = []
    for (let reading = 0; reading < READINGS; reading++) {
      const asked = Date.now()
      const shown = Number(await timer.innerText())
      const left = (endsAt - (asked + Date.now()) / 2) / 1_000
      if (left > 0.2) errors.push(Math.abs(shown - left))
      await seller.page.waitForTimeout(300)
    }
    expect(errors).to.have.length.greaterThan(20)
    expect(Math.max(...errors)).to.be.lessThan(TOLERANCE_SECONDS)
    await seller.sees('Not sold')
  })
})
