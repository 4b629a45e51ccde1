import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { AuctionItem, LiveSession, Product } from '../../src/protocol/resources.ts'
import { Seller } from '../support/contract/Seller.ts'

const ITEM_FIELDS = [
  ...['id', 'liveSessionId', 'productId', 'mode', 'startingPrice', 'currentPrice', 'minBidIncrement'],
  ...[
    'timeLimitSeconds',
    'status',
    'activatedAt',
    'closedAt',
    'winnerUserId',
    'endsAt',
    'outcome',
    'claimsAccepted',
  ],
]
const BID_FIELDS = [
  ...['id', 'auctionItemId', 'userId', 'socialUsername', 'socialCommentId', 'bidType', 'amount', 'status'],
  ...['isMatched', 'commentTimestamp', 'processedAt', 'createdAt'],
]

describe('4.4 Auctions', () => {
  let seller: Seller

  before(async function start() {
    this.timeout(60_000)
    seller = await Seller.connected()
  })

  describe('POST /auctions/activate', () => {
    it('201: returns the AuctionItem with product {name, imageUrl, stockQuantity}', async () => {
      const product = await seller.product({
        name: 'Lamp',
        imageUrl: 'https://shop.test/lamp.jpg',
        stockQuantity: 2,
      })
      const session = await seller.live()
      const body = { productId: product.id, liveSessionId: session.id, mode: 'auction', startingPrice: 10.5 }
      const answer = await seller.activate(body)
      expect(answer.status).to.equal(201)
      expect(answer.data).to.have.all.keys(...ITEM_FIELDS, 'product')
      expect(answer.data.product).to.deep.equal({
        name: 'Lamp',
        imageUrl: 'https://shop.test/lamp.jpg',
        stockQuantity: 2,
      })
      expect(answer.data).to.deep.include({
        ...body,
        currentPrice: 10.5,
        status: 'active',
        minBidIncrement: null,
        timeLimitSeconds: null,
        endsAt: null,
        closedAt: null,
        winnerUserId: null,
        outcome: null,
        claimsAccepted: 0,
      })
      expect(Date.now() - Date.parse(answer.data.activatedAt)).to.be.within(-1_000, 5_000)
      expect((await seller.call<Product>('GET', `/products/${product.id}`)).data.status).to.equal('active')
    })

    const valid = { productId: randomUUID(), liveSessionId: randomUUID(), mode: 'auction', startingPrice: 1 }
    for (const [what, change, field] of [
      ['no productId', { productId: undefined }, 'productId'],
      ['a productId that is a number', { productId: 7 }, 'productId'],
      ['no liveSessionId', { liveSessionId: undefined }, 'liveSessionId'],
      ['another mode', { mode: 'raffle' }, 'mode'],
      ['no mode', { mode: undefined }, 'mode'],
      ['no startingPrice', { startingPrice: undefined }, 'startingPrice'],
      ['startingPrice null', { startingPrice: null }, 'startingPrice'],
      ['startingPrice as text', { startingPrice: '10' }, 'startingPrice'],
      ['startingPrice below 0', { startingPrice: -0.01 }, 'startingPrice'],
      ['three decimals', { startingPrice: 1.005 }, 'startingPrice'],
      ['startingPrice 10 000 000 000', { startingPrice: 10_000_000_000 }, 'startingPrice'],
      ['minBidIncrement 0', { minBidIncrement: 0 }, 'minBidIncrement'],
      ['minBidIncrement below 0', { minBidIncrement: -5 }, 'minBidIncrement'],
      ['minBidIncrement as text', { minBidIncrement: '5' }, 'minBidIncrement'],
      ['timeLimitSeconds 1.5', { timeLimitSeconds: 1.5 }, 'timeLimitSeconds'],
      ['timeLimitSeconds below 0', { timeLimitSeconds: -1 }, 'timeLimitSeconds'],
      ['timeLimitSeconds 86 401', { timeLimitSeconds: 86_401 }, 'timeLimitSeconds'],
      ['timeLimitSeconds as text', { timeLimitSeconds: '60' }, 'timeLimitSeconds'],
      ['an unknown field', { currentPrice: 5 }, 'currentPrice'],
      ['an unknown status', { status: 'sold' }, 'status'],
    ] as const) {
      it(`rule 1: ${what} gives 400 with details`, async () => {
        const answer = await seller.activate({ ...valid, ...change })
        expect(answer.refusal).to.equal('400 Validation error')
        expect(answer.badFields).to.deep.equal([field])
      })
    }

    it('rule 1: a number beyond range (1e400) gives 400 with details', async () => {
      const raw = JSON.stringify(valid).replace('"startingPrice":1', '"startingPrice":1e400')
      const answer = await seller.call('POST', '/auctions/activate', { raw })
      expect(answer.refusal).to.equal('400 Validation error')
      expect(answer.badFields).to.deep.equal(['startingPrice'])
    })

    it('rules 1 to 4 are checked in this order', async () => {
      const live = await seller.live()
      const product = await seller.product()
      const nothing = { ...valid, productId: randomUUID(), liveSessionId: randomUUID() }
      expect((await seller.activate({ ...nothing, mode: 'x' })).status).to.equal(400)
      expect((await seller.activate(nothing)).refusal).to.equal('404 No active live session found')
      expect((await seller.activate({ ...nothing, liveSessionId: live.id })).refusal).to.equal(
        '404 Product not found',
      )
      const running = { ...nothing, liveSessionId: live.id, productId: product.id }
      expect((await seller.activate(running)).status).to.equal(201)
      expect((await seller.activate({ ...running, productId: randomUUID() })).refusal).to.equal(
        '404 Product not found',
      )
      const second = await seller.activate(running)
      expect(second.refusal).to.equal('409 There is already an active auction in this session')
    })

    it('rule 2: a session of another tenant, scheduled or ended, or an id that is none, is not found', async () => {
      const stranger = await Seller.register()
      const product = await seller.product()
      const scheduled = (await seller.call<LiveSession>('POST', '/sessions', { body: {} })).data
      const ended = await seller.live()
      await seller.call('POST', `/sessions/${ended.id}/end`)
      for (const liveSessionId of [
        (await stranger.live()).id,
        scheduled.id,
        ended.id,
        'no-id',
        '1 or 1=1',
        '\u202e',
      ]) {
        const answer = await seller.activate({ ...valid, productId: product.id, liveSessionId })
        expect(answer.refusal, liveSessionId).to.equal('404 No active live session found')
      }
    })

    it('rule 3: a product of another tenant, an archived one, or an id that is none, is not found', async () => {
      const stranger = await Seller.register()
      const session = await seller.live()
      const archived = await seller.product()
      await seller.call('DELETE', `/products/${archived.id}`)
      for (const productId of [
        (await stranger.product()).id,
        archived.id,
        'no-id',
        "'; drop table product",
      ]) {
        const answer = await seller.activate({ ...valid, productId, liveSessionId: session.id })
        expect(answer.refusal, productId).to.equal('404 Product not found')
      }
    })

    it('rule 5: minBidIncrement is the request’s value or else the product’s', async () => {
      const product = { minBidIncrement: 2.5 }
      expect((await seller.onAir({ product })).item.minBidIncrement).to.equal(2.5)
      expect((await seller.onAir({ product, minBidIncrement: 7 })).item.minBidIncrement).to.equal(7)
      expect((await seller.onAir({ product, minBidIncrement: null })).item.minBidIncrement).to.equal(2.5)
      expect((await seller.onAir()).item.minBidIncrement).to.equal(null)
    })

    it('rule 6: timeLimitSeconds starts a countdown of that many seconds; 0 and null none', async () => {
      const { item } = await seller.onAir({ timeLimitSeconds: 600 })
      expect(item.timeLimitSeconds).to.equal(600)
      expect(Date.parse(item.endsAt ?? '') - Date.parse(item.activatedAt)).to.equal(600_000)
      for (const timeLimitSeconds of [0, null]) {
        const none = (await seller.onAir({ timeLimitSeconds })).item
        expect(none).to.include({ timeLimitSeconds: null, endsAt: null })
      }
    })

    it('a timed item counts down in its last seconds and closes itself by the close rules', async () => {
      const socket = await seller.listen()
      const { item, session } = await seller.onAir({ timeLimitSeconds: 3, startingPrice: 5 })
      const bid = seller.outcome(session, await seller.say('late', '20'))
      await socket.ready()
      while ((await seller.item(item.id)).status !== 'sold')
        expect(Date.now()).to.be.below(Date.parse(item.endsAt ?? '') + 3_000)
      expect((await bid).outcome).to.equal('bid_accepted')
      const ended = await seller.item(item.id)
      expect(ended).to.include({ outcome: 'won', currentPrice: 20 })
      expect(Date.parse(ended.closedAt ?? '')).to.be.at.least(Date.parse(item.endsAt ?? ''))
      const types = socket.events.map(({ type }) => type).filter((type) => type.startsWith('auction.'))
      expect(types).to.deep.equal(['auction.started', 'auction.countdown', 'auction.ended'])
      socket.terminate()
    })

    it('of two activations at once one gets 201 and one 409', async () => {
      const session = await seller.live()
      const product = await seller.product()
      const body = { ...valid, productId: product.id, liveSessionId: session.id }
      const answers = await Promise.all([1, 2, 3, 4].map(() => seller.activate(body)))
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409, 409])
    })

    it('sessions of one tenant may each run an item of the same product', async () => {
      const product = await seller.product()
      for (let i = 0; i < 2; i++) {
        const body = { ...valid, productId: product.id, liveSessionId: (await seller.live()).id }
        expect((await seller.activate(body)).status).to.equal(201)
      }
    })
  })

  describe('PUT /auctions/:id/close', () => {
    it('highest pending bid becomes won, all others lost, winnerUserId, currentPrice and closedAt set', async () => {
      const shop = await Seller.connected()
      const { item, session } = await shop.onAir({ startingPrice: 100, minBidIncrement: 5 })
      for (const [who, text] of [
        ['ada', '110'],
        ['ben', '120'],
        ['ada', '131.5'],
      ] as const) {
        expect(await shop.tell(session, who, text)).to.equal('bid_accepted')
      }
      const { data, status } = await shop.close(item.id)
      expect(status).to.equal(200)
      expect(data).to.have.all.keys(...ITEM_FIELDS, 'product', 'bids')
      expect(data.product).to.deep.equal({ name: 'Silver ring' })
      expect(data).to.include({ status: 'sold', outcome: 'won', currentPrice: 131.5 })
      expect(data.winnerUserId).to.equal((await shop.viewer('ada')).id)
      expect(data.closedAt).to.be.a('string')
      expect(data.bids.map(({ amount, status: state }) => [amount, state])).to.deep.equal([
        [131.5, 'won'],
        [120, 'lost'],
        [110, 'lost'],
      ])
      for (const bid of data.bids) {
        expect(bid).to.have.all.keys(...BID_FIELDS)
        expect(bid.processedAt).to.equal(data.closedAt)
      }
    })

    it('bids are the top 10 by amount, descending', async () => {
      const shop = await Seller.connected()
      const { item, session } = await shop.onAir({ startingPrice: 0, minBidIncrement: 1 })
      let last = ''
      for (let amount = 1; amount <= 12; amount++) last = await shop.say(`v${amount % 3}`, String(amount))
      await shop.outcome(session, last)
      const { data } = await shop.close(item.id)
      expect(data.bids.map(({ amount }) => amount)).to.deep.equal([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
      expect(await shop.bids(item.id)).to.have.length(12)
    })

    it('without a pending bid the item is cancelled and its price stays', async () => {
      const { item } = await seller.onAir({ startingPrice: 50 })
      const { data } = await seller.close(item.id)
      expect(data).to.include({
        status: 'cancelled',
        outcome: 'no_bids',
        currentPrice: 50,
        winnerUserId: null,
      })
      expect(data.bids).to.deep.equal([])
    })

    it('a fixed_price item whose claims are all won is cancelled, and still tells what it sold', async () => {
      const shop = await Seller.connected()
      const { item, session } = await shop.onAir({ mode: 'fixed_price', startingPrice: 30 })
      expect(await shop.tell(session, 'ada', 'mine')).to.equal('claim_accepted')
      const { data } = await shop.close(item.id)
      expect(data).to.include({
        status: 'cancelled',
        outcome: 'claimed',
        winnerUserId: null,
        claimsAccepted: 1,
      })
      expect(data.bids.map(({ bidType, status }) => [bidType, status])).to.deep.equal([['claim', 'won']])
    })

    it('a missing, foreign or closed item gives 404 No active auction found', async () => {
      const stranger = await Seller.register()
      const { item } = await seller.onAir()
      expect((await stranger.close(item.id)).refusal).to.equal('404 No active auction found')
      await seller.close(item.id)
      for (const id of [item.id, randomUUID(), 'no-id', '%00', '..%2f', encodeURIComponent("' or 1=1")]) {
        expect((await seller.close(id)).refusal, id).to.equal('404 No active auction found')
      }
    })

    it('of two closes at once one gets 200 and one 404', async () => {
      const { item } = await seller.onAir()
      const answers = await Promise.all([1, 2, 3].map(() => seller.close(item.id)))
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 404, 404])
    })

    it('a close during a flood names the highest bid acknowledged before it', async () => {
      const shop = await Seller.connected()
      const { item } = await shop.onAir({ startingPrice: 0, minBidIncrement: 1 })
      let acknowledged = 0
      const over = new AbortController()
      const flood = (async () => {
        for (let amount = 1; !over.signal.aborted; amount++) {
          await shop.say(`v${amount % 7}`, String(amount))
          if (!over.signal.aborted) acknowledged = amount
        }
      })()
      while (acknowledged < 30) await new Promise(setImmediate)
      const before = acknowledged
      const { data } = await shop.close(item.id)
      over.abort()
      await flood
      expect(data.currentPrice).to.be.at.least(before)
      const bids = await shop.bids(item.id)
      expect(bids.filter(({ status }) => status === 'won').map(({ amount }) => amount)).to.deep.equal([
        data.currentPrice,
      ])
      expect(bids.filter(({ status }) => status === 'pending')).to.deep.equal([])
      expect(Math.max(...bids.map(({ amount }) => amount))).to.equal(data.currentPrice)
    })
  })

  describe('GET /auctions/:id/bids', () => {
    it('returns Bids ordered by createdAt descending, each with user {socialUsername, displayName, trustScore}', async () => {
      const shop = await Seller.connected()
      const { item, session } = await shop.onAir({ startingPrice: 1 })
      await shop.tell(session, '@Ada.L', '20')
      await shop.tell(session, 'ben', '40')
      const bids = await shop.bids(item.id)
      expect(bids.map(({ amount }) => amount)).to.deep.equal([40, 20])
      for (const bid of bids) expect(bid).to.have.all.keys(...BID_FIELDS, 'user')
      expect(bids[1]?.user).to.deep.equal({ socialUsername: 'ada.l', displayName: '@Ada.L', trustScore: 50 })
      await shop.close(item.id)
      expect(await shop.bids(item.id), 'any status').to.have.length(2)
    })

    it('a missing or foreign item gives 404 Auction item not found', async () => {
      const stranger = await Seller.register()
      const { item } = await seller.onAir()
      for (const path of [`/auctions/${randomUUID()}/bids`, '/auctions/no-id/bids']) {
        expect((await seller.call('GET', path)).refusal).to.equal('404 Auction item not found')
      }
      expect((await stranger.call('GET', `/auctions/${item.id}/bids`)).refusal).to.equal(
        '404 Auction item not found',
      )
    })
  })

  describe('PUT /auctions/:id/extend', () => {
    const extend = (id: string, body?: unknown, raw?: string) =>
      seller.call<AuctionItem>('PUT', `/auctions/${id}/extend`, raw === undefined ? { body } : { raw })

    it('rule 3: timeLimitSeconds becomes previous + seconds, and the running timer is extended by as much', async () => {
      const { item } = await seller.onAir({ timeLimitSeconds: 100 })
      const { data, status } = await extend(item.id, { seconds: 30 })
      expect(status).to.equal(200)
      expect(data).to.have.all.keys(...ITEM_FIELDS)
      expect(data.timeLimitSeconds).to.equal(130)
      expect(Date.parse(data.endsAt ?? '') - Date.parse(item.endsAt ?? '')).to.equal(30_000)
      expect(data.status).to.equal('active')
    })

    it('rule 3: null counts as 0, and the clock starts now', async () => {
      const { item } = await seller.onAir()
      const { data } = await extend(item.id, { seconds: 60 })
      expect(data.timeLimitSeconds).to.equal(60)
      expect(Date.parse(data.endsAt ?? '') - Date.now()).to.be.within(55_000, 61_000)
    })

    it('seconds that are missing, zero, below 1 or no whole number give 400 Invalid seconds value', async () => {
      const { item } = await seller.onAir()
      for (const body of [
        ...[
          undefined,
          {},
          { seconds: 0 },
          { seconds: -1 },
          { seconds: 0.5 },
          { seconds: 1.5 },
          { seconds: '30' },
        ],
        ...[
          { seconds: null },
          { seconds: true },
          { seconds: [30] },
          { seconds: 86_401 },
          { seconds: { a: 1 } },
        ],
      ]) {
        expect((await extend(item.id, body)).refusal, JSON.stringify(body)).to.equal(
          '400 Invalid seconds value',
        )
      }
      for (const raw of ['{"seconds":1e400}', '{"seconds":-1e400}', '[]', 'null', '"30"', '30']) {
        expect((await extend(item.id, undefined, raw)).refusal, raw).to.equal('400 Invalid seconds value')
      }
      expect((await seller.item(item.id)).timeLimitSeconds).to.equal(null)
    })

    it('rule 1 comes before rule 2: 400 even for an item that is not there', async () => {
      expect((await extend(randomUUID(), { seconds: 0 })).refusal).to.equal('400 Invalid seconds value')
      expect((await extend('no-id', {})).refusal).to.equal('400 Invalid seconds value')
    })

    it('an unknown field is a validation error', async () => {
      const { item } = await seller.onAir()
      const answer = await extend(item.id, { seconds: 30, minutes: 1 })
      expect(answer.refusal).to.equal('400 Validation error')
      expect(answer.badFields).to.deep.equal(['minutes'])
    })

    it('rule 2: a missing, foreign or closed item gives 404 No active auction found', async () => {
      const stranger = await Seller.register()
      const { item } = await seller.onAir()
      const foreign = await stranger.call('PUT', `/auctions/${item.id}/extend`, { body: { seconds: 5 } })
      expect(foreign.refusal).to.equal('404 No active auction found')
      await seller.close(item.id)
      for (const id of [item.id, randomUUID(), 'no-id']) {
        expect((await extend(id, { seconds: 5 })).refusal).to.equal('404 No active auction found')
      }
    })

    it('1 and 86400 are taken', async () => {
      const { item } = await seller.onAir()
      expect((await extend(item.id, { seconds: 1 })).data.timeLimitSeconds).to.equal(1)
      expect((await extend(item.id, { seconds: 86_400 })).data.timeLimitSeconds).to.equal(86_401)
    })

    it('an extension keeps the state', async () => {
      const shop = await Seller.register()
      await shop.call('PUT', '/tenant', { body: { settings: { countdownSeconds: 1_000 } } })
      const { item } = await shop.onAir({ timeLimitSeconds: 6 })
      while ((await shop.item(item.id)).status !== 'countdown')
        expect(Date.now()).to.be.below(Date.parse(item.endsAt ?? ''))
      const { data } = await shop.call<AuctionItem>('PUT', `/auctions/${item.id}/extend`, {
        body: { seconds: 500 },
      })
      expect(data).to.include({ status: 'countdown', timeLimitSeconds: 506 })
    })
  })
})
