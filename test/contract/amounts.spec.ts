import { expect } from 'chai'
import type { Product } from '../../src/protocol/resources.ts'
import { Seller } from '../support/contract/Seller.ts'

describe('Amounts (decisions, section 3)', () => {
  let seller: Seller

  before(async function start() {
    this.timeout(60_000)
    seller = await Seller.connected()
  })

  it('amounts are taken to their bounds, and come back as the numbers they were', async () => {
    for (const [startingPrice, minBidIncrement] of [
      [0, 0.01],
      [9_999_999_999.99, 9_999_999_999.99],
      [0.1, 0.3],
      [1_234_567.89, 1],
    ] as const) {
      const { item } = await seller.onAir({ startingPrice, minBidIncrement })
      expect(item).to.include({ startingPrice, currentPrice: startingPrice, minBidIncrement })
    }
  })

  it('are JSON numbers however they are written: 1.5e2 is 150, 100.10 is 100.1', async () => {
    const session = await seller.live()
    const product = await seller.product()
    const ids = `"productId":"${product.id}","liveSessionId":"${session.id}","mode":"auction"`
    const raw = `{${ids},"startingPrice":1.5e2,"minBidIncrement":100.10,"timeLimitSeconds":6e1}`
    const answer = await seller.call('POST', '/auctions/activate', { raw })
    expect(answer.data).to.include({ startingPrice: 150, minBidIncrement: 100.1, timeLimitSeconds: 60 })
    expect(answer.text).to.include('"startingPrice":150,').and.to.include('"minBidIncrement":100.1,')
  })

  it('are never texts, and never more than two decimals, in any field', async () => {
    const product = await seller.product()
    for (const minBidIncrement of ['5', '', '5.00', 0.001, 1.005, 0.1 + 0.2, true, [5], { amount: 5 }]) {
      const answer = await seller.call<Product>('PUT', `/products/${product.id}`, {
        body: { minBidIncrement },
      })
      expect(answer.badFields, JSON.stringify(minBidIncrement)).to.deep.equal(['minBidIncrement'])
    }
  })

  it('amounts are exact: 100.1 raised by 0.2 is 100.3', async () => {
    const shop = await Seller.connected()
    const { item, session } = await shop.onAir({ startingPrice: 100.1, minBidIncrement: 0.2 })
    expect(await shop.tell(session, 'ada', '100.29')).to.equal('ignored bid_too_low')
    expect(await shop.tell(session, 'ada', '100.30')).to.equal('bid_accepted')
    expect((await shop.item(item.id)).currentPrice).to.equal(100.3)
  })
})
