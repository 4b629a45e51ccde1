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
    seller = await Seller.open(stage)
    await seller.openLiveShow([{ product: 'Vase', mode: 'Auction', price: 100, seconds: 600 }])
    await seller.page.setViewportSize({ width: 1_280, height: 2_400 })
    await seller.startNext()
  })
  after(async () => {
    await seller.close()
    await stage.close()
  })

  const seesComments = (last: number): Promise<unknown> =>
    eventually(
      async () => {
        const expected = words(1, last).map(([, text]) => text)
        expect(await seller.commentsInSight()).to.deep.equal(expected)
        return true
      },
      { timeoutMs: 20_000 },
    )

  it('says so while the service is killed, and goes on without losing or repeating a comment', async () => {
    await stage.comments(words(1, 10))
    await seesComments(10)
    await stage.kill()
    await seller.sees(/^Not live: connection lost/)
    await stage.start()
    await stage.comments(words(11, 20))
    await seesComments(20)
    await seller.page.getByText(/^Not live/).waitFor({ state: 'hidden' })
  })

  it('catches up after the laptop slept', async () => {
    await seller.page.context().setOffline(true)
    await stage.comments(words(21, 30))
    await stage.comment('ayse', '500')
    await seller.sees(/^Not live: connection lost/)
    await seller.page.context().setOffline(false)
    await seller.sees('@ayse')
    await seller.sees('₺500')
    const seen = await seller.commentsInSight()
    expect(seen).to.deep.equal([...words(1, 30).map(([, text]) => text), '500'])
  })

  it('keeps the item, its bids and its clock across the break', async () => {
    const before = await seller.page.getByRole('timer').innerText()
    await stage.kill()
    await stage.start()
    await seller.page.getByText(/^Not live/).waitFor({ state: 'hidden' })
    await stage.comment('can', '700')
    await seller.sees('@can')
    const after = await seller.page.getByRole('timer').innerText()
    const seconds = (text: string): number =>
      text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
    expect(seconds(after)).to.be.lessThan(seconds(before))
    expect(seconds(after)).to.be.greaterThan(seconds(before) - 60)
    seller.hadNoFaults()
  })
})
