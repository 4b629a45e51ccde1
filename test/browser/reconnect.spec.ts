import { expect } from 'chai'
import { eventually } from '../support/eventually.ts'
import { Seller } from '../support/browser/Seller.ts'
import { Stage } from '../support/browser/Stage.ts'

const words = (from: number, to: number): [string, string][] =>
  Array.from({ length: to - from + 1 }, (_, n) => [`viewer${from + n}`, `comment number ${from + n}`])

describe('dashboard: a line that breaks', function () {
  this.timeout(120_000)
  let stage: Stage
  let seller: Seller

  before(async () => {
    stage = await Stage.open()
  })
  after(() => stage.close())
  beforeEach(async () => {
    seller = await Seller.open(stage)
    await seller.openLiveShow([{ product: 'Vase', mode: 'Auction', price: 100, seconds: 600 }])
    await seller.page.setViewportSize({ width: 1_280, height: 2_400 })
    await seller.startNext()
    await stage.comments(words(1, 10))
    await seesComments(words(1, 10))
  })
  afterEach(() => seller.close())

  const seesComments = (said: [string, string][]): Promise<unknown> =>
    eventually(
      async () => {
        expect(await seller.commentsInSight()).to.deep.equal(said.map(([, text]) => text))
        return true
      },
      { timeoutMs: 60_000 },
    )
  const isLiveAgain = (): Promise<void> => seller.page.getByText(/^Not live/).waitFor({ state: 'hidden' })

  it('says so while the service is killed, and goes on without losing or repeating a comment', async () => {
    await stage.kill()
    await seller.sees(/^Not live: connection lost/)
    await stage.start()
    await stage.comments(words(11, 20))
    await seesComments(words(1, 20))
    await isLiveAgain()
    seller.hadNoFaults()
  })

  it('catches up after the laptop slept', async () => {
    await seller.page.context().setOffline(true)
    await stage.comments([...words(11, 20), ['ayse', '500']])
    await seller.sees(/^Not live: connection lost/)
    await seller.page.context().setOffline(false)
    await seller.sees('@ayse')
    await seller.sees('₺500')
    await seesComments([...words(1, 20), ['ayse', '500']])
    seller.hadNoFaults()
  })

  it('keeps the item, its bids and its clock across the break', async () => {
    const timer = seller.page.getByRole('timer')
    const left = async (): Promise<number> =>
      (await timer.innerText()).split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
    await stage.comment('ayse', '500')
    await seller.sees('@ayse')
    const from = performance.now()
    const before = await left()
    const until = performance.now()
    await stage.kill()
    await seller.sees(/^Not live: connection lost/)
    await stage.start()
    await isLiveAgain()
    await stage.comment('can', '700')
    await seller.sees('@can')
    await seller.sees('₺700')
    const leastPassed = (performance.now() - until) / 1_000
    const passed = before - (await left())
    const mostPassed = (performance.now() - from) / 1_000
    // Whole seconds are shown, twice, each by a clock that is right to a fraction of one.
    expect(passed).to.be.within(leastPassed - 2, mostPassed + 2)
    seller.hadNoFaults()
  })
})
