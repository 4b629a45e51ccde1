import { expect } from 'chai'
import type { AuctionItem } from '../../src/protocol/resources.ts'
import { eventually } from '../support/eventually.ts'
import { Seller } from '../support/contract/Seller.ts'

/** Seconds that pass in a test, and yet are enough for a slow machine to do something in them. */
const SOON = 3

/** What contract and decisions (section 6) say of an item’s clock. */
describe('The item’s clock', () => {
  let seller: Seller

  before(async function start() {
    this.timeout(60_000)
    seller = await Seller.connected()
  })

  const settings = (values: object) => seller.call('PUT', '/tenant', { body: { settings: values } })
  const inState = (id: string, ...states: AuctionItem['status'][]) =>
    eventually(async () => {
      const item = await seller.item(id)
      return states.includes(item.status) ? item : undefined
    }) as Promise<AuctionItem>

  it('on every close the timer is stopped: nothing comes of its deadline any more', async () => {
    const socket = await seller.listen()
    const early = await seller.onAir({ timeLimitSeconds: SOON })
    const closed = (await seller.close(early.item.id)).data
    expect(closed.closedAt).to.be.a('string')
    expect(Date.parse(closed.closedAt ?? '')).to.be.below(Date.parse(early.item.endsAt ?? ''))
    // Started later with the same length, so when this one has ended by itself the other’s time is over as well.
    const late = await seller.onAir({ timeLimitSeconds: SOON })
    await inState(late.item.id, 'cancelled')
    await eventually(() =>
      socket.events.some(
        ({ type, data }) => type === 'auction.ended' && 'id' in data && data.id === late.item.id,
      ),
    )
    const told = socket.events.filter(({ data }) => 'id' in data && data.id === early.item.id)
    expect(told.map(({ type }) => type)).to.deep.equal(['auction.started', 'auction.ended'])
    expect((await seller.item(early.item.id)).closedAt).to.equal(closed.closedAt)
    socket.terminate()
  })

  it('an item in countdown takes bids and closes on request, as one that is active', async () => {
    await settings({ countdownSeconds: 3_600 })
    const { item, session } = await seller.onAir({ timeLimitSeconds: 2 * SOON, startingPrice: 1 })
    await inState(item.id, 'countdown')
    expect(
      (await seller.call('PUT', `/auctions/${item.id}/extend`, { body: { seconds: 600 } })).status,
    ).to.equal(200)
    expect(await seller.tell(session, 'ada', '20')).to.equal('bid_accepted')
    const { data } = await seller.close(item.id)
    expect(data).to.include({ status: 'sold', outcome: 'won', currentPrice: 20 })
  })

  it('an item in countdown still counts as the session’s running one', async () => {
    await settings({ countdownSeconds: 3_600 })
    const { item, session, product } = await seller.onAir({ timeLimitSeconds: 2 * SOON })
    await inState(item.id, 'countdown')
    await seller.call('PUT', `/auctions/${item.id}/extend`, { body: { seconds: 600 } })
    const body = { productId: product.id, liveSessionId: session.id, mode: 'auction', startingPrice: 1 }
    expect((await seller.activate(body)).refusal).to.equal(
      '409 There is already an active auction in this session',
    )
    await seller.close(item.id)
  })

  it('a fixed_price item takes claims in countdown and closes itself as cancelled', async () => {
    await settings({ countdownSeconds: 3_600 })
    const { item, session } = await seller.onAir({
      mode: 'fixed_price',
      timeLimitSeconds: 2 * SOON,
      startingPrice: 5,
    })
    await inState(item.id, 'countdown')
    expect(await seller.tell(session, 'ada', 'mine')).to.equal('claim_accepted')
    const ended = await inState(item.id, 'cancelled', 'sold')
    expect(ended).to.include({
      status: 'cancelled',
      outcome: 'claimed',
      claimsAccepted: 1,
      winnerUserId: null,
    })
  })

  it('extending an item whose time had not come moves its end: it does not close at the old one', async () => {
    await settings({ countdownSeconds: 0 })
    const first = await seller.onAir({ timeLimitSeconds: SOON })
    const { data } = await seller.call<AuctionItem>('PUT', `/auctions/${first.item.id}/extend`, {
      body: { seconds: 600 },
    })
    expect(data.timeLimitSeconds).to.equal(SOON + 600)
    const second = await seller.onAir({ timeLimitSeconds: SOON })
    await inState(second.item.id, 'cancelled')
    expect((await seller.item(first.item.id)).status).to.equal('active')
    await seller.close(first.item.id)
  })

  it('anti-snipe: a bid in the window raises timeLimitSeconds by what it adds and tells auction.extended', async () => {
    const shop = await Seller.connected()
    const antiSnipe = { windowSeconds: 300, extendSeconds: 200, maxExtensions: 1 }
    await shop.call('PUT', '/tenant', { body: { settings: { antiSnipe, countdownSeconds: 0 } } })
    const socket = await shop.listen()
    const { item, session } = await shop.onAir({ timeLimitSeconds: 100, startingPrice: 1 })
    expect(await shop.tell(session, 'ada', '20')).to.equal('bid_accepted')
    const extended = await shop.item(item.id)
    const added = (extended.timeLimitSeconds ?? 0) - 100
    const elapsed = Math.ceil((Date.now() - Date.parse(item.activatedAt)) / 1_000)
    expect(added).to.be.within(100, 100 + elapsed)
    expect(Date.parse(extended.endsAt ?? '') - Date.parse(item.activatedAt)).to.be.within(
      200_000,
      200_000 + elapsed * 1_000,
    )
    expect(await shop.tell(session, 'ben', '40')).to.equal('bid_accepted')
    expect((await shop.item(item.id)).endsAt, 'maxExtensions').to.equal(extended.endsAt)
    const told = socket.events.filter(({ type }) => type === 'auction.extended')
    expect(told.map(({ data }) => data)).to.deep.equal([
      { id: item.id, timeLimitSeconds: extended.timeLimitSeconds, endsAt: extended.endsAt },
    ])
    socket.terminate()
  })
})
