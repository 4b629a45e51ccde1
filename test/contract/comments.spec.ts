import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Comment, Page, Product } from '../../src/protocol/resources.ts'
import { eventually } from '../support/eventually.ts'
import { Seller } from '../support/contract/Seller.ts'

/** A comment as other platforms put it into the entry itself. */
const BARE = { from: { id: 'u1', username: 'ada' }, media: { id: 'm1' }, id: 'bare-comment', text: '50' }

describe('6.3 Inbound comment events', () => {
  let seller: Seller

  before(async function start() {
    this.timeout(60_000)
    seller = await Seller.connected()
  })

  describe('Processing rules', () => {
    /** Posts payloads that must be passed over, then an ordinary bid; only that one is known afterwards. */
    async function passedOver(payloads: (shop: Seller) => unknown[]): Promise<void> {
      const { item, session } = await seller.onAir({ startingPrice: 1 })
      for (const payload of payloads(seller)) {
        const answer = await seller.post(payload)
        expect(`${answer.status} ${answer.text}`, JSON.stringify(payload)).to.equal('200 EVENT_RECEIVED')
      }
      expect(await seller.tell(session, 'last', '100')).to.equal('bid_accepted')
      const { data } = await seller.call<Page<Comment>>('GET', `/sessions/${session.id}/comments`)
      expect(data.items.map(({ socialUsername }) => socialUsername)).to.deep.equal(['last'])
      expect(await seller.bids(item.id)).to.have.length(1)
      await seller.call('POST', `/sessions/${session.id}/end`)
    }

    it('payloads whose object is not social are ignored', () =>
      passedOver((shop) => [
        { ...shop.payload('ada', '50'), object: 'page' },
        { ...shop.payload('ada', '50'), object: 'instagram' },
        { ...shop.payload('ada', '50'), object: ['social'] },
        { entry: shop.payload('ada', '50').entry },
      ]))

    it('entries without changes are skipped', () =>
      passedOver((shop) => [
        { object: 'social', entry: [{ id: shop.accountId, time: 1, messaging: [{ text: '50' }] }] },
        { object: 'social', entry: [{ id: shop.accountId, time: 1, changes: [] }] },
        { object: 'social', entry: [{ id: shop.accountId, time: 1, changes: null }] },
        { object: 'social', entry: [{ id: shop.accountId, time: 1, field: 'live_comments', value: BARE }] },
        { object: 'social', entry: [null, 7, 'x', []] },
        { object: 'social', entry: {} },
        { object: 'social' },
      ]))

    it('only changes whose field is comments or live_comments are processed', async () => {
      await passedOver((shop) => [
        shop.payload('ada', '50', { field: 'mentions' }),
        shop.payload('ada', '50', { field: 'Comments' }),
      ])
      const { session } = await seller.onAir({ startingPrice: 1 })
      expect(await seller.tell(session, 'ada', '20', { field: 'comments' })).to.equal('bid_accepted')
      expect(await seller.tell(session, 'ben', '40', { field: 'live_comments' })).to.equal('bid_accepted')
      await seller.call('POST', `/sessions/${session.id}/end`)
    })

    it('one bad change never costs the others of its payload', async () => {
      const { session } = await seller.onAir({ startingPrice: 1 })
      const good = seller.payload('ada', '20') as { entry: { id: string; changes: unknown[] }[] }
      const [entry] = good.entry
      const id = randomUUID()
      const value = { id, from: { id: '1', username: 'Ada' }, text: '20' }
      entry?.changes.splice(
        0,
        1,
        null,
        { field: 'comments' },
        { field: 'comments', value: 7 },
        { field: 'comments', value: {} },
      )
      entry?.changes.push({ field: 'comments', value: { ...value, id: null } }, { field: 'comments', value })
      expect((await seller.post(good)).text).to.equal('EVENT_RECEIVED')
      expect((await seller.outcome(session, id)).outcome).to.equal('bid_accepted')
      await seller.call('POST', `/sessions/${session.id}/end`)
    })

    it('the username is normalized and the text trimmed; displayName is the raw username', async () => {
      const { session, item } = await seller.onAir({ startingPrice: 1 })
      const id = await seller.say(' @AdaＬ ', '  20 \n')
      expect((await seller.outcome(session, id)).text).to.equal('20')
      expect((await seller.bids(item.id))[0]?.socialUsername).to.equal('adal')
      const viewer = await seller.viewer('adal')
      expect(viewer.displayName.trim()).to.equal('@AdaＬ')
      await seller.call('POST', `/sessions/${session.id}/end`)
    })

    it('the tenant is found by socialAccountId; when none is found nothing more happens', async () => {
      const stranger = await Seller.register()
      const answer = await seller.post({
        object: 'social',
        entry: [{ ...(seller.payload('ada', 'hi').entry[0] as object), id: 'nobody' }],
      })
      expect(answer.text).to.equal('EVENT_RECEIVED')
      expect(await stranger.viewers()).to.deep.equal([])
    })

    it('without an active auction the comment is announced and otherwise ignored', async () => {
      const shop = await Seller.connected()
      const socket = await shop.listen()
      await shop.say('ada', 'mine', { timestamp: 1_700_000_000 })
      await eventually(() => socket.events.length > 0)
      expect(socket.events.map(({ type, data }) => ({ type, data }))).to.deep.equal([
        {
          type: 'comment.new',
          data: { socialUsername: 'ada', text: 'mine', timestamp: '2023-11-14T22:13:20.000Z' },
        },
      ])
      const session = await shop.live()
      expect(await shop.tell(session, 'ada', 'mine')).to.equal('ignored no_active_item')
      expect(await shop.viewers()).to.deep.equal([])
      socket.terminate()
    })

    it('an unknown user is created: manual, socialUserId from from.id, displayName the raw username', async () => {
      const shop = await Seller.connected()
      const { session } = await shop.onAir()
      expect(await shop.tell(session, '@New.Viewer', 'hello', { fromId: '17841' })).to.match(/^ignored /)
      const [viewer, ...others] = await shop.viewers()
      expect(others).to.deep.equal([])
      expect(viewer).to.deep.include({
        tenantId: shop.id,
        socialUsername: 'new.viewer',
        socialUserId: '17841',
        socialAuthMethod: 'manual',
        displayName: '@New.Viewer',
        isBlocked: false,
        email: null,
        externalUserId: null,
        trustScore: 50,
      })
    })

    it('a blocked viewer is ignored, and counts again once unblocked', async () => {
      const shop = await Seller.connected()
      const { session, item } = await shop.onAir({ startingPrice: 1 })
      await shop.tell(session, 'ada', '20')
      const { id } = await shop.viewer('ada')
      await shop.call('PUT', `/viewers/${id}`, { body: { isBlocked: true } })
      expect(await shop.tell(session, 'ada', '50')).to.equal('ignored blocked')
      expect(await shop.bids(item.id)).to.have.length(1)
      await shop.call('PUT', `/viewers/${id}`, { body: { isBlocked: false } })
      expect(await shop.tell(session, 'ada', '50')).to.equal('bid_accepted')
    })

    it('isMatched is true when the user has an email or an externalUserId', async () => {
      const shop = await Seller.connected()
      const { session, item } = await shop.onAir({ startingPrice: 0, minBidIncrement: 1 })
      for (const who of ['ada', 'ben', 'cem']) await shop.tell(session, who, 'hello all')
      await shop.call('PUT', `/viewers/${(await shop.viewer('ada')).id}`, {
        body: { email: 'Ada@Shop.test' },
      })
      await shop.call('PUT', `/viewers/${(await shop.viewer('ben')).id}`, { body: { externalUserId: 'c-7' } })
      for (const [who, text] of [
        ['ada', '5'],
        ['ben', '10'],
        ['cem', '15'],
      ] as const)
        await shop.tell(session, who, text)
      const matched = (await shop.bids(item.id)).map((bid) => [bid.socialUsername, bid.isMatched])
      expect(matched).to.deep.equal([
        ['cem', false],
        ['ben', true],
        ['ada', true],
      ])
      expect((await shop.viewer('ada')).email).to.equal('ada@shop.test')
    })

    for (const [what, timestamp, shown] of [
      ['Unix seconds', 1_700_000_000, '2023-11-14T22:13:20.000Z'],
      ['milliseconds', 1_700_000_000_123, '2023-11-14T22:13:20.123Z'],
      ['RFC 3339', '2023-11-14T22:13:20.5+02:00', '2023-11-14T20:13:20.500Z'],
      ['Unix seconds as text', '1700000000', '2023-11-14T22:13:20.000Z'],
      ['the platform’s own offset form', '2023-11-14T22:13:20+0000', '2023-11-14T22:13:20.000Z'],
    ] as const) {
      it(`commentTimestamp is taken from the comment: ${what}`, async () => {
        const { session, item } = await seller.onAir({ startingPrice: 1 })
        await seller.tell(session, 'ada', '20', { timestamp })
        expect((await seller.bids(item.id))[0]?.commentTimestamp).to.equal(shown)
        await seller.call('POST', `/sessions/${session.id}/end`)
      })
    }

    it('a comment without a usable timestamp bears the time of receipt', async () => {
      for (const timestamp of [undefined, null, 'yesterday', -5, {}]) {
        const { session, item } = await seller.onAir({ startingPrice: 1 })
        await seller.tell(session, 'ada', '20', { timestamp })
        const at = Date.parse((await seller.bids(item.id))[0]?.commentTimestamp ?? '')
        expect(Date.now() - at, JSON.stringify(timestamp)).to.be.within(-1_000, 5_000)
        await seller.call('POST', `/sessions/${session.id}/end`)
      }
    })
  })

  describe('Claim handling', () => {
    it('a claim on a fixed_price item is won at once at currentPrice, with a pending CartEvent', async () => {
      const shop = await Seller.connected()
      const { session, item } = await shop.onAir({ mode: 'fixed_price', startingPrice: 19.9 })
      expect(await shop.tell(session, 'ada', 'mine')).to.equal('claim_accepted')
      const [bid] = await shop.bids(item.id)
      expect(bid).to.deep.include({ bidType: 'claim', status: 'won', amount: 19.9, socialUsername: 'ada' })
      expect(bid?.processedAt).to.be.a('string')
      const cart = await shop.cartEvents()
      expect(cart).to.have.length(1)
      expect(cart[0]).to.include({
        tenantId: shop.id,
        bidId: bid?.id,
        userId: bid?.userId,
        auctionItemId: item.id,
      })
      expect(cart[0]?.status).to.equal('pending')
      expect((await shop.item(item.id)).currentPrice).to.equal(19.9)
    })

    it('when the count reaches stockQuantity a lost waitlist record is kept, with processedAt and currentPrice', async () => {
      const shop = await Seller.connected()
      const { session, item } = await shop.onAir({
        mode: 'fixed_price',
        startingPrice: 5,
        product: { stockQuantity: 2 },
      })
      for (const [who, outcome] of [
        ...([
          ['ada', 'claim_accepted'],
          ['ben', 'claim_accepted'],
          ['cem', 'waitlisted'],
          ['dan', 'waitlisted'],
        ] as const),
        // Rule 2 stands before rule 3: who has one already is put on the waiting list as well once stock is out.
        ...([['cem', 'waitlisted']] as const),
      ]) {
        expect(await shop.tell(session, who, 'mine'), who).to.equal(outcome)
      }
      const bids = await shop.bids(item.id)
      expect(bids.map(({ socialUsername, status }) => [socialUsername, status]).reverse()).to.deep.equal([
        ['ada', 'won'],
        ['ben', 'won'],
        ['cem', 'lost'],
        ['dan', 'lost'],
        ['cem', 'lost'],
      ])
      for (const bid of bids) {
        expect(bid.amount).to.equal(5)
        expect(bid.processedAt).to.be.a('string')
      }
      expect(await shop.cartEvents()).to.have.length(2)
      expect((await shop.close(item.id)).data).to.include({ claimsAccepted: 2, outcome: 'claimed' })
      expect((await shop.call<Product>('GET', `/products/${item.productId}`)).data).to.include({
        status: 'sold_out',
        soldQuantity: 2,
      })
    })

    it('with stock 0 every claim is waitlisted', async () => {
      const shop = await Seller.connected()
      const { session } = await shop.onAir({ mode: 'fixed_price', product: { stockQuantity: 0 } })
      expect(await shop.tell(session, 'ada', 'mine')).to.equal('waitlisted')
      expect(await shop.cartEvents()).to.deep.equal([])
    })

    it('a second claim of the same user is ignored while stock remains', async () => {
      const shop = await Seller.connected()
      const { session, item } = await shop.onAir({ mode: 'fixed_price' })
      expect(await shop.tell(session, 'ada', 'mine')).to.equal('claim_accepted')
      expect(await shop.tell(session, '@ADA', 'MINE!!!')).to.equal('ignored already_claimed')
      expect(await shop.bids(item.id)).to.have.length(1)
    })

    it('raising stock while an item runs reaches it at once', async () => {
      const shop = await Seller.connected()
      const { session, product } = await shop.onAir({ mode: 'fixed_price', product: { stockQuantity: 1 } })
      await shop.tell(session, 'ada', 'mine')
      expect(await shop.tell(session, 'ben', 'mine')).to.equal('waitlisted')
      await shop.call('PUT', `/products/${product.id}`, { body: { stockQuantity: 2 } })
      expect(await shop.tell(session, 'cem', 'mine')).to.equal('claim_accepted')
      expect(await shop.tell(session, 'dan', 'mine')).to.equal('waitlisted')
    })

    it('claims on auction items are ignored, amounts on fixed_price items too', async () => {
      const shop = await Seller.connected()
      const auction = await shop.onAir()
      expect(await shop.tell(auction.session, 'ada', 'mine')).to.equal('ignored claim_on_auction')
      await shop.call('POST', `/sessions/${auction.session.id}/end`)
      const fixed = await shop.onAir({ mode: 'fixed_price' })
      expect(await shop.tell(fixed.session, 'ada', '500')).to.match(/^ignored /)
      expect(await shop.bids(fixed.item.id)).to.deep.equal([])
      expect(await shop.tell(fixed.session, 'ada', 'mine 500')).to.equal('claim_accepted')
    })
  })

  describe('Bid handling', () => {
    it('amount must be strictly greater than currentPrice and at least currentPrice + minBidIncrement', async () => {
      const shop = await Seller.connected()
      const { session, item } = await shop.onAir({ startingPrice: 100, minBidIncrement: 5 })
      for (const [text, outcome] of [
        ...([
          ['99', 'ignored bid_too_low'],
          ['100', 'ignored bid_too_low'],
          ['104.99', 'ignored bid_too_low'],
        ] as const),
        ...([
          ['105', 'bid_accepted'],
          ['105', 'ignored bid_too_low'],
          ['109', 'ignored bid_too_low'],
        ] as const),
        ...([
          ['110', 'bid_accepted'],
          ['1.000', 'bid_accepted'],
          ['mine 1005', 'bid_accepted'],
        ] as const),
      ]) {
        expect(await shop.tell(session, 'ada', text), text).to.equal(outcome)
      }
      expect((await shop.item(item.id)).currentPrice).to.equal(1_005)
      const bids = await shop.bids(item.id)
      expect(bids.map(({ amount }) => amount)).to.deep.equal([1_005, 1_000, 110, 105])
      for (const bid of bids) expect(bid).to.include({ status: 'pending', bidType: 'bid', processedAt: null })
    })

    it('the increment is 10 when the item has none', async () => {
      const shop = await Seller.connected()
      const { session } = await shop.onAir({ startingPrice: 100 })
      expect(await shop.tell(session, 'ada', '109.99')).to.equal('ignored bid_too_low')
      expect(await shop.tell(session, 'ada', '110')).to.equal('bid_accepted')
    })

    it('socialCommentId is the comment’s id', async () => {
      const shop = await Seller.connected()
      const { session, item } = await shop.onAir({ startingPrice: 1 })
      const id = `17${randomUUID()}`
      await shop.tell(session, 'ada', '50', { id })
      expect((await shop.bids(item.id))[0]?.socialCommentId).to.equal(id)
    })

    it('maxBidFactor, when set, bounds a bid to that many times currentPrice', async () => {
      const shop = await Seller.connected()
      await shop.call('PUT', '/tenant', { body: { settings: { maxBidFactor: 10 } } })
      const { session } = await shop.onAir({ startingPrice: 50 })
      expect(await shop.tell(session, 'ada', '1050')).to.match(/^ignored /)
      expect(await shop.tell(session, 'ada', '500')).to.equal('bid_accepted')
    })

    it('requireMatchedViewer lets only viewers with an email or externalUserId take part', async () => {
      const shop = await Seller.connected()
      await shop.call('PUT', '/tenant', { body: { settings: { requireMatchedViewer: true } } })
      const { session } = await shop.onAir({ startingPrice: 1 })
      expect(await shop.tell(session, 'ada', '50')).to.match(/^ignored /)
      await shop.call('PUT', `/viewers/${(await shop.viewer('ada')).id}`, { body: { externalUserId: '7' } })
      expect(await shop.tell(session, 'ada', '50')).to.equal('bid_accepted')
    })
  })

  describe('Duplicates and which item (decisions, section 7)', () => {
    it('a delivery with the id, sender and text of one taken in changes nothing and is not announced or listed', async () => {
      const shop = await Seller.connected()
      const { session, item } = await shop.onAir({ startingPrice: 1 })
      const socket = await shop.listen()
      const id = randomUUID()
      const payload = shop.payload('ada', '50', { id })
      await Promise.all([1, 2, 3].map(() => shop.post(payload)))
      await shop.post({ ...payload, entry: [...payload.entry, ...payload.entry] })
      expect(await shop.tell(session, 'ben', '100')).to.equal('bid_accepted')
      expect(await shop.bids(item.id)).to.have.length(2)
      await eventually(() => socket.events.filter(({ type }) => type === 'bid.new').length === 2)
      expect(socket.texts).to.deep.equal(['50', '100'])
      const { data } = await shop.call<Page<Comment>>('GET', `/sessions/${session.id}/comments`)
      expect(data.items).to.have.length(2)
      socket.terminate()
    })

    it('a duplicate changes nothing whatever item is running by then', async () => {
      const shop = await Seller.connected()
      const first = await shop.onAir({ startingPrice: 1 })
      const id = randomUUID()
      await shop.tell(first.session, 'ada', '50', { id })
      await shop.close(first.item.id)
      const body = {
        productId: first.product.id,
        liveSessionId: first.session.id,
        mode: 'auction',
        startingPrice: 1,
      }
      const second = (await shop.activate(body)).data
      await shop.say('ada', '50', { id })
      expect(await shop.tell(first.session, 'ben', '20')).to.equal('bid_accepted')
      expect((await shop.bids(second.id)).map(({ amount }) => amount)).to.deep.equal([20])
    })

    it('an id that was used with another text or sender is a comment of its own', async () => {
      const shop = await Seller.connected()
      const { session, item } = await shop.onAir({ startingPrice: 1 })
      await shop.say('ada', '20', { id: 'same' })
      await shop.say('ada', '40', { id: 'same' })
      await shop.say('ben', '60', { id: 'same', fromId: 'other' })
      await shop.tell(session, 'cem', '80')
      expect((await shop.bids(item.id)).map(({ amount }) => amount)).to.deep.equal([80, 60, 40, 20])
    })

    it('with several running items the one whose session’s media is the comment’s, else the one activated last', async () => {
      const shop = await Seller.connected()
      const product = await shop.product()
      const open = async (socialMediaId: string) => {
        const session = await shop.live({ socialMediaId })
        const body = { productId: product.id, liveSessionId: session.id, mode: 'auction', startingPrice: 1 }
        return { session, item: (await shop.activate(body)).data }
      }
      const first = await open('media-a')
      const last = await open('media-b')
      expect(
        (await shop.outcome(first.session, await shop.say('ada', '20', { mediaId: 'media-a' })))
          .auctionItemId,
      ).to.equal(first.item.id)
      expect(
        (await shop.outcome(last.session, await shop.say('ada', '20', { mediaId: 'media-b' }))).auctionItemId,
      ).to.equal(last.item.id)
      expect(
        (await shop.outcome(last.session, await shop.say('ada', '40', { mediaId: 'media-c' }))).auctionItemId,
      ).to.equal(last.item.id)
    })

    it('a comment acknowledged before an activation never bids on the item that the activation starts', async () => {
      const shop = await Seller.connected()
      const session = await shop.live()
      const product = await shop.product()
      const early = await shop.say('ada', '500')
      const body = { productId: product.id, liveSessionId: session.id, mode: 'auction', startingPrice: 1 }
      const item = (await shop.activate(body)).data
      expect((await shop.outcome(session, early)).reason).to.equal('no_active_item')
      expect(await shop.bids(item.id)).to.deep.equal([])
    })
  })
})
