import { expect } from 'chai'
import type { SessionResult } from '../../src/protocol/resources.ts'
import { eventually } from '../support/eventually.ts'
import { answer, startShopReceiver, type ShopReceiver } from '../support/outbound/ShopReceiver.ts'
import { Seller } from '../support/contract/Seller.ts'

const NONE = { pending: 0, delivered: 0, failed: 0, cancelled: 0 }

describe('GET /sessions/:id/results', () => {
  let shop: ShopReceiver
  let seller: Seller

  before(async function start() {
    this.timeout(60_000)
    shop = await startShopReceiver()
  })
  after(() => shop.stop())
  beforeEach(async () => {
    shop.behave(answer(200))
    seller = await Seller.connected()
    await seller.call('PUT', '/tenant', { body: { webhookUrl: shop.url } })
  })

  const resultsOf = async (sessionId: string): Promise<SessionResult[]> =>
    (await seller.pages<SessionResult>(`/sessions/${sessionId}/results`, 2)).flat()

  it('tells who got each item, newest first, and what the shop and the viewers were told of it', async () => {
    const { session, product, item } = await seller.onAir({ startingPrice: 100 })
    await seller.tell(session, 'ada', '150')
    await seller.tell(session, 'ben', '200.5')
    await seller.tell(session, 'cem', '160')
    await seller.close(item.id)
    const sale = { productId: product.id, liveSessionId: session.id, mode: 'fixed_price', startingPrice: 30 }
    const fixed = (await seller.activate(sale)).data
    await seller.tell(session, 'ada', 'mine')
    await seller.close(fixed.id)
    const unsold = (await seller.activate({ ...sale, mode: 'auction' })).data
    await seller.close(unsold.id)

    const settled = await eventually(async () => {
      const results = await resultsOf(session.id)
      return results.every(({ webhooks, replies }) => webhooks.pending + replies.pending === 0) && results
    })
    const shown = (settled as SessionResult[]).map(({ closedAt, productId, productName, ...rest }) => {
      expect(closedAt).to.match(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/)
      expect({ productId, productName }).to.deep.equal({ productId: product.id, productName: product.name })
      return rest
    })
    expect(shown).to.deep.equal([
      {
        id: unsold.id,
        mode: 'auction',
        outcome: 'no_bids',
        finalPrice: 30,
        bidsAccepted: 0,
        claimsAccepted: 0,
        winnerSocialUsername: null,
        webhooks: { ...NONE, delivered: 2 },
        replies: NONE,
      },
      {
        id: fixed.id,
        mode: 'fixed_price',
        outcome: 'claimed',
        finalPrice: 30,
        bidsAccepted: 0,
        claimsAccepted: 1,
        winnerSocialUsername: null,
        webhooks: { ...NONE, delivered: 3 },
        replies: { ...NONE, delivered: 1 },
      },
      {
        id: item.id,
        mode: 'auction',
        outcome: 'won',
        finalPrice: 200.5,
        bidsAccepted: 2,
        claimsAccepted: 0,
        winnerSocialUsername: 'ben',
        webhooks: { ...NONE, delivered: 2 },
        replies: { ...NONE, delivered: 2 },
      },
    ])
  })

  it('leaves out what still runs and what other sessions sold, and says what the shop refused', async () => {
    shop.behave(answer(410))
    const first = await seller.onAir()
    await seller.close(first.item.id)
    const second = await seller.onAir()
    expect(await resultsOf(second.session.id)).to.deep.equal([])
    await eventually(async () => {
      const [result] = await resultsOf(first.session.id)
      return result !== undefined && result.webhooks.failed + result.webhooks.cancelled === 2
    })
  })
})
