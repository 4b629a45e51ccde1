import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type {
  AuctionItem,
  CartEvent,
  LiveSession,
  Page,
  Product,
  Viewer,
} from '../../src/protocol/resources.ts'
import { eventually } from '../support/eventually.ts'
import { Seller } from '../support/contract/Seller.ts'

const MILLIS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe('Resources (decisions, section 5)', () => {
  let seller: Seller
  let stranger: Seller

  before(async function start() {
    this.timeout(60_000)
    seller = await Seller.connected()
    stranger = await Seller.register()
  })

  describe('Products', () => {
    const create = (body: unknown) => seller.call<Product>('POST', '/products', { body })

    it('POST answers 201 with the whole product; what is left out has its default', async () => {
      const { data, status } = await create({ name: ' Vase ' })
      expect(status).to.equal(201)
      expect(data).to.deep.include({
        tenantId: seller.id,
        name: 'Vase',
        imageUrl: '',
        stockQuantity: 1,
        soldQuantity: 0,
        minBidIncrement: null,
        status: 'available',
      })
      expect(data.createdAt).to.match(MILLIS)
      expect((await seller.call<Product>('GET', `/products/${data.id}`)).data).to.deep.equal(data)
    })

    it('every bad field is named at once', async () => {
      const answer = await create({
        name: '',
        imageUrl: 7,
        stockQuantity: 1.5,
        minBidIncrement: 0,
        soldQuantity: 5,
        id: 'x',
      })
      expect(answer.refusal).to.equal('400 Validation error')
      expect(answer.badFields).to.deep.equal([
        'id',
        'imageUrl',
        'minBidIncrement',
        'name',
        'soldQuantity',
        'stockQuantity',
      ])
    })

    it('stockQuantity is 0 to 1 000 000, minBidIncrement at least 0.01 with two decimals at most', async () => {
      for (const body of [
        { stockQuantity: 0 },
        { stockQuantity: 1_000_000 },
        { minBidIncrement: 0.01 },
        { minBidIncrement: 9_999_999_999.99 },
      ]) {
        expect((await create({ name: 'x', ...body })).data).to.include(body)
      }
      for (const body of [
        { stockQuantity: -1 },
        { stockQuantity: 1_000_001 },
        { minBidIncrement: 0.001 },
        { minBidIncrement: 1e10 },
      ]) {
        expect((await create({ name: 'x', ...body })).badFields).to.deep.equal(Object.keys(body))
      }
    })

    it('PUT merges the fields that are given; null clears the increment', async () => {
      const product = await seller.product({ minBidIncrement: 5 })
      const put = (body: unknown) => seller.call<Product>('PUT', `/products/${product.id}`, { body })
      const renamed = (await put({ name: 'Gold ring' })).data
      expect(renamed).to.deep.equal({ ...product, name: 'Gold ring', updatedAt: renamed.updatedAt })
      expect((await put({ minBidIncrement: null })).data).to.include({
        name: 'Gold ring',
        minBidIncrement: null,
      })
      expect((await put({})).data).to.include({ name: 'Gold ring', stockQuantity: 3 })
      expect((await put({ status: 'sold_out' })).badFields).to.deep.equal(['status'])
      expect((await put({ tenantId: stranger.id })).badFields).to.deep.equal(['tenantId'])
    })

    it('DELETE archives: not listed, still found by its id', async () => {
      const product = await seller.product()
      expect((await seller.call<Product>('DELETE', `/products/${product.id}`)).data.status).to.equal(
        'archived',
      )
      const { data } = await seller.call<Page<Product>>('GET', '/products?limit=100')
      expect(data.items.map(({ id }) => id)).to.not.include(product.id)
      expect((await seller.call<Product>('GET', `/products/${product.id}`)).data.status).to.equal('archived')
    })

    it('DELETE of a product that is being offered is refused', async () => {
      const { product, session } = await seller.onAir()
      expect((await seller.call('DELETE', `/products/${product.id}`)).refusal).to.equal(
        '409 This product is being offered right now',
      )
      await seller.call('POST', `/sessions/${session.id}/end`)
      expect((await seller.call('DELETE', `/products/${product.id}`)).status).to.equal(200)
    })

    it('status goes available, active, and back when the item closes with stock left', async () => {
      const { product, item } = await seller.onAir()
      const status = async () => (await seller.call<Product>('GET', `/products/${product.id}`)).data.status
      expect(await status()).to.equal('active')
      await seller.close(item.id)
      expect(await status()).to.equal('available')
    })

    it('sold_out when soldQuantity and stockQuantity meet; may be offered again; more stock makes it available', async () => {
      const shop = await Seller.connected()
      const { product, item, session } = await shop.onAir({ product: { stockQuantity: 1 }, startingPrice: 1 })
      await shop.tell(session, 'ada', '50')
      await shop.close(item.id)
      const get = async () => (await shop.call<Product>('GET', `/products/${product.id}`)).data
      expect(await get()).to.include({ status: 'sold_out', soldQuantity: 1 })
      const body = { productId: product.id, liveSessionId: session.id, mode: 'auction', startingPrice: 1 }
      const again = await shop.activate(body)
      expect(again.status).to.equal(201)
      await shop.close(again.data.id)
      expect(await get()).to.include({ status: 'sold_out' })
      const restock = (stockQuantity: number) =>
        shop.call<Product>('PUT', `/products/${product.id}`, { body: { stockQuantity } })
      expect((await restock(2)).data).to.include({ status: 'available', stockQuantity: 2 })
      expect((await restock(1)).data).to.include({ status: 'sold_out', stockQuantity: 1 })
      expect(await get()).to.include({ status: 'sold_out' })
    })

    it('stock that is changed while the product is on offer or archived leaves its status', async () => {
      const shop = await Seller.connected()
      const { product, item, session } = await shop.onAir({ product: { stockQuantity: 3 }, startingPrice: 1 })
      await shop.tell(session, 'ada', '50')
      await shop.close(item.id)
      const restock = async (stockQuantity: number) =>
        (await shop.call<Product>('PUT', `/products/${product.id}`, { body: { stockQuantity } })).data.status
      const body = { productId: product.id, liveSessionId: session.id, mode: 'auction', startingPrice: 1 }
      const again = await shop.activate(body)
      expect(await restock(1)).to.equal('active')
      await shop.close(again.data.id)
      await shop.call('DELETE', `/products/${product.id}`)
      expect(await restock(3)).to.equal('archived')
    })
  })

  describe('Live sessions', () => {
    it('POST answers 201: scheduled; then live, then ended, and no way back', async () => {
      const created = await seller.call<LiveSession>('POST', '/sessions', {
        body: { title: 'Friday', socialMediaId: '17' },
      })
      expect(created.status).to.equal(201)
      const { id } = created.data
      expect(created.data).to.deep.include({
        title: 'Friday',
        status: 'scheduled',
        socialMediaId: '17',
        startedAt: null,
        endedAt: null,
        tenantId: seller.id,
      })
      const step = (action: string) => seller.call<LiveSession>('POST', `/sessions/${id}/${action}`)
      expect((await step('end')).status).to.equal(409)
      const live = await step('start')
      expect(live.status).to.equal(200)
      expect(live.data.status).to.equal('live')
      expect(live.data.startedAt).to.match(MILLIS)
      expect((await step('start')).status).to.equal(409)
      const ended = (await step('end')).data
      expect(ended.status).to.equal('ended')
      expect(ended.endedAt).to.match(MILLIS)
      expect((await step('start')).status).to.equal(409)
      expect((await step('end')).status).to.equal(409)
    })

    it('of two starts at once one succeeds', async () => {
      const { id } = (await seller.call<LiveSession>('POST', '/sessions', { body: {} })).data
      const answers = await Promise.all([1, 2].map(() => seller.call('POST', `/sessions/${id}/start`)))
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409])
    })

    it('PUT merges title and socialMediaId; null clears the media; nothing else can be set', async () => {
      const session = await seller.live({ title: 'One', socialMediaId: 'm' })
      const put = (body: unknown) => seller.call<LiveSession>('PUT', `/sessions/${session.id}`, { body })
      expect((await put({ title: 'Two' })).data).to.include({
        title: 'Two',
        socialMediaId: 'm',
        status: 'live',
      })
      expect((await put({ socialMediaId: null })).data).to.include({ title: 'Two', socialMediaId: null })
      expect((await put({ status: 'ended', startedAt: null })).badFields).to.deep.equal([
        'startedAt',
        'status',
      ])
    })

    it('ending a session closes its running item by the ordinary close rules first', async () => {
      const shop = await Seller.connected()
      const { session, item } = await shop.onAir({ startingPrice: 1 })
      await shop.tell(session, 'ada', '50')
      const socket = await shop.listen()
      await shop.call('POST', `/sessions/${session.id}/end`)
      expect(await shop.item(item.id)).to.include({ status: 'sold', outcome: 'won', currentPrice: 50 })
      await eventually(() => socket.events.some(({ type }) => type === 'auction.ended'))
      socket.terminate()
    })
  })

  describe('Auctions', () => {
    it('GET /auctions filters by session and status; a foreign or unknown session is an empty list', async () => {
      const shop = await Seller.connected()
      const first = await shop.onAir()
      await shop.close(first.item.id)
      const body = {
        productId: first.product.id,
        liveSessionId: first.session.id,
        mode: 'fixed_price',
        startingPrice: 1,
      }
      const second = (await shop.activate(body)).data
      const other = await shop.onAir()
      const list = async (query: string) =>
        (await shop.call<Page<AuctionItem>>('GET', `/auctions${query}`)).data.items.map(({ id }) => id)
      expect(await list('')).to.deep.equal([other.item.id, second.id, first.item.id])
      expect(await list(`?sessionId=${first.session.id}`)).to.deep.equal([second.id, first.item.id])
      expect(await list(`?sessionId=${first.session.id}&status=cancelled`)).to.deep.equal([first.item.id])
      expect(await list('?status=active')).to.deep.equal([other.item.id, second.id])
      const foreign = await stranger.live()
      for (const id of [foreign.id, randomUUID(), 'no-id'])
        expect(await list(`?sessionId=${id}`)).to.deep.equal([])
      expect((await shop.call('GET', '/auctions?status=open')).badFields).to.deep.equal(['status'])
    })

    it('GET /auctions/:id/events is the item’s ordered log', async () => {
      const shop = await Seller.connected()
      const { session, item } = await shop.onAir({ startingPrice: 1 })
      await shop.tell(session, 'ada', '50')
      await shop.tell(session, 'ben', '20')
      await shop.call('PUT', `/auctions/${item.id}/extend`, { body: { seconds: 60 } })
      await shop.close(item.id)
      interface Entry {
        type: string
        comment?: { text: string; outcome: string }
      }
      const entries = (await shop.pages<Entry>(`/auctions/${item.id}/events`, 2)).flat()
      expect(entries.map(({ type, comment }) => comment?.text ?? type)).to.deep.equal([
        'activate',
        '50',
        '20',
        'extend',
        'close',
      ])
    })
  })

  describe('Viewers', () => {
    it('PUT sets isBlocked, email, externalUserId and trustScore 0–100, and nothing else', async () => {
      const shop = await Seller.connected()
      const { session } = await shop.onAir()
      await shop.tell(session, 'ada', 'hello all')
      const viewer = await shop.viewer('ada')
      const put = (body: unknown) => shop.call<Viewer>('PUT', `/viewers/${viewer.id}`, { body })
      const body = { isBlocked: true, email: 'ada@shop.test', externalUserId: 'c-1', trustScore: 100 }
      expect((await put(body)).data).to.include(body)
      expect((await put({ email: null })).data).to.include({ ...body, email: null })
      expect(
        (await put({ trustScore: 101, isBlocked: 'yes', email: 'x', externalUserId: '' })).badFields,
      ).to.deep.equal(['email', 'externalUserId', 'isBlocked', 'trustScore'])
      expect((await put({ socialUsername: 'eve' })).badFields).to.deep.equal(['socialUsername'])
      expect((await shop.call<Viewer>('GET', `/viewers/${viewer.id}`)).data.trustScore).to.equal(100)
    })
  })

  describe('Cart events', () => {
    it('pending goes to completed or cancelled, once', async () => {
      const shop = await Seller.connected()
      const { session } = await shop.onAir({ mode: 'fixed_price' })
      await shop.tell(session, 'ada', 'mine')
      await shop.tell(session, 'ben', 'mine')
      const [second, first] = await shop.cartEvents()
      const put = (id: string | undefined, status: unknown) =>
        shop.call<CartEvent>('PUT', `/cart-events/${String(id)}`, { body: { status } })
      expect((await put(first?.id, 'completed')).data.status).to.equal('completed')
      expect((await put(first?.id, 'cancelled')).refusal).to.equal('409 This cart event is already settled')
      expect((await put(second?.id, 'cancelled')).data.status).to.equal('cancelled')
      expect((await put(second?.id, 'pending')).badFields).to.deep.equal(['status'])
      expect((await put(second?.id, 'sold')).badFields).to.deep.equal(['status'])
      const { data } = await shop.call<Page<CartEvent>>('GET', '/cart-events?status=completed')
      expect(data.items.map(({ id }) => id)).to.deep.equal([first?.id])
    })
  })

  describe('Lists', () => {
    it('page by ?limit= and an opaque ?cursor= without gap or repeat, newest first', async () => {
      const shop = await Seller.register()
      const made: string[] = []
      for (let i = 0; i < 5; i++) made.unshift((await shop.product({ name: `P${i}` })).id)
      const pages = await shop.pages<Product>('/products', 2)
      expect(pages.flat().map(({ id }) => id)).to.deep.equal(made)
      expect(pages.map(({ length }) => length)).to.deep.equal([2, 2, 1])
    })

    for (const path of [
      '/products',
      '/sessions',
      '/auctions',
      '/viewers',
      '/cart-events',
      '/webhook-deliveries',
    ]) {
      it(`${path}: limit out of range, no number or given twice is 400; so are unknown parameters and cursors`, async () => {
        for (const limit of ['0', '101', '-1', '1.5', 'ten', '', '1e1', '99999999999999999999']) {
          const answer = await seller.call('GET', `${path}?limit=${limit}`)
          expect(answer.refusal, limit).to.equal('400 Validation error')
          expect(answer.badFields).to.deep.equal(['limit'])
        }
        expect((await seller.call('GET', `${path}?limit=1&limit=2`)).badFields).to.deep.equal(['limit'])
        expect((await seller.call('GET', `${path}?page=2`)).badFields).to.deep.equal(['page'])
        expect((await seller.call('GET', `${path}?cursor=%00%ff`)).badFields).to.deep.equal(['cursor'])
        expect(
          (await seller.call('GET', `${path}?cursor=${btoa("'; drop table product")}`)).badFields,
        ).to.deep.equal(['cursor'])
        for (const limit of ['1', '100'])
          expect((await seller.call('GET', `${path}?limit=${limit}`)).status).to.equal(200)
      })
    }

    it('a cursor of another list, or a made-up one, is 400', async () => {
      const { session, item } = await seller.onAir()
      for (const path of [`/sessions/${session.id}/comments`, `/auctions/${item.id}/events`, '/products']) {
        for (const cursor of ['-', 'f'.repeat(64), '--', 'abc-', '1-2-3']) {
          const answer = await seller.call(
            'GET',
            `${path}?cursor=${Buffer.from(cursor).toString('base64url')}`,
          )
          expect(answer.badFields, `${path} ${cursor}`).to.deep.equal(['cursor'])
        }
      }
    })

    it('without limit a page holds 50', async () => {
      const shop = await Seller.register()
      await Promise.all(Array.from({ length: 51 }, (_, i) => shop.product({ name: `P${i}` })))
      const { data } = await shop.call<Page<Product>>('GET', '/products')
      expect(data.items).to.have.length(50)
      expect(data.nextCursor).to.be.a('string')
    })
  })

  describe('Ids', () => {
    it('count in either case', async () => {
      const shop = await Seller.connected()
      const session = await shop.live()
      const product = await shop.product()
      const item = await shop.activate({
        productId: product.id.toUpperCase(),
        liveSessionId: session.id.toUpperCase(),
        mode: 'auction',
        startingPrice: 1,
      })
      expect(item.status).to.equal(201)
      expect(item.data).to.include({ productId: product.id, liveSessionId: session.id })
      const id = item.data.id.toUpperCase()
      expect((await shop.call('GET', `/auctions/${id}`)).status).to.equal(200)
      expect((await shop.call('GET', `/auctions/${id}/bids`)).data).to.deep.equal([])
      expect((await shop.call('PUT', `/auctions/${id}/extend`, { body: { seconds: 60 } })).status).to.equal(
        200,
      )
      expect((await shop.close(id)).data.status).to.equal('cancelled')
      const listed = await shop.call<Page<AuctionItem>>(
        'GET',
        `/auctions?sessionId=${session.id.toUpperCase()}`,
      )
      expect(listed.data.items).to.have.length(1)
      expect((await shop.call('POST', `/sessions/${session.id.toUpperCase()}/end`)).status).to.equal(200)
    })

    for (const [method, path, message] of [
      ['GET', '/products/:id', 'Product not found'],
      ['PUT', '/products/:id', 'Product not found'],
      ['DELETE', '/products/:id', 'Product not found'],
      ['GET', '/sessions/:id', 'Live session not found'],
      ['PUT', '/sessions/:id', 'Live session not found'],
      ['POST', '/sessions/:id/start', 'Live session not found'],
      ['POST', '/sessions/:id/end', 'Live session not found'],
      ['GET', '/sessions/:id/comments', 'Live session not found'],
      ['GET', '/sessions/:id/results', 'Live session not found'],
      ['GET', '/auctions/:id', 'Auction item not found'],
      ['GET', '/auctions/:id/events', 'Auction item not found'],
      ['GET', '/viewers/:id', 'Viewer not found'],
      ['PUT', '/viewers/:id', 'Viewer not found'],
      ['GET', '/webhook-deliveries/:id', 'Delivery not found'],
      ['POST', '/webhook-deliveries/:id/redeliver', 'Delivery not found'],
    ] as const) {
      it(`${method} ${path}: an id that is missing or no UUID is simply not found`, async () => {
        for (const id of [randomUUID(), 'no-id', '1', '%00', 'null', '%F0%9F%92%A9', '0'.repeat(400)]) {
          const body = method === 'PUT' ? { body: {} } : {}
          const answer = await seller.call(method, path.replace(':id', id), body)
          expect(answer.refusal, id).to.equal(`404 ${message}`)
        }
      })
    }
  })
})
