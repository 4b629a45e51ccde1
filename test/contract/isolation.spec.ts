import { expect } from 'chai'
import { routes } from '../../src/edge/http/routes/index.ts'
import type { Delivery, Page } from '../../src/protocol/resources.ts'
import { eventually } from '../support/eventually.ts'
import { call } from '../support/contract/call.ts'
import { Seller } from '../support/contract/Seller.ts'

/** What each resource's path begins with → the id of one that the owner has. */
type Owned = Record<
  'products' | 'sessions' | 'auctions' | 'viewers' | 'cart-events' | 'webhook-deliveries' | 'inspector',
  string
>

/** Bodies that would be taken, so that only whose record it is decides. */
const BODIES: Record<string, object> = {
  'PUT /products/:id': { name: 'Taken over' },
  'PUT /sessions/:id': { title: 'Taken over' },
  'PUT /auctions/:id/extend': { seconds: 60 },
  'PUT /viewers/:id': { isBlocked: true },
  'PUT /cart-events/:id': { status: 'cancelled' },
}

describe('Isolation: a tenant cannot read or change another tenant’s records', () => {
  let owner: Seller
  let stranger: Seller
  let owned: Owned

  before(async function start() {
    this.timeout(60_000)
    owner = await Seller.connected('Owner')
    stranger = await Seller.connected('Stranger')
    // A port that nobody listens on: what matters here is that deliveries are recorded.
    await owner.call('PUT', '/tenant', { body: { webhookUrl: 'http://127.0.0.1:9/hook' } })
    const { session, product, item } = await owner.onAir({ mode: 'fixed_price' })
    expect(await owner.tell(session, 'ann', 'mine')).to.equal('claim_accepted')
    const [cartEvent] = await owner.cartEvents()
    const [viewer] = await owner.viewers()
    const deliveries = await owner.call<Page<Delivery>>('GET', '/webhook-deliveries')
    const [delivery] = deliveries.data.items
    owned = {
      products: product.id,
      sessions: session.id,
      auctions: item.id,
      viewers: viewer?.id ?? '',
      'cart-events': cartEvent?.id ?? '',
      'webhook-deliveries': delivery?.id ?? '',
      inspector: item.id,
    }
    expect(Object.values(owned)).not.to.include('')
  })

  /** The path of a route with the owner's own id in it. */
  const ownedPath = (path: string): string => {
    const resource = path.split('/')[1] ?? ''
    if (!Object.hasOwn(owned, resource)) throw new Error(`The owner needs one of the ${resource} for ${path}`)
    return path.replace(':id', owned[resource as keyof Owned])
  }

  /** All that the owner can read of what it has, but for the attempts at deliveries, which go on by themselves. */
  const snapshot = async (): Promise<unknown[]> => {
    const paths = [
      '/products',
      '/sessions',
      '/auctions',
      '/viewers',
      '/cart-events',
      '/auth/me',
      '/tenant/stats',
    ]
    return Promise.all(paths.map(async (path) => (await owner.call('GET', path)).data))
  }

  for (const { method, path } of routes.filter((route) => route.path.includes('/:id'))) {
    it(`${method} ${path} with another tenant’s id is 404 and changes nothing`, async () => {
      const before = await snapshot()
      const body = BODIES[`${method} ${path}`]
      const answer = await stranger.call(method, ownedPath(path), body === undefined ? {} : { body })
      expect(answer.status, answer.text).to.equal(404)
      expect(await snapshot()).to.deep.equal(before)
    })
  }

  for (const { method, path } of routes.filter((route) => route.auth !== 'none')) {
    it(`${method} ${path} without credentials is 401`, async () => {
      const { url } = owner
      const target = path.includes(':id') ? ownedPath(path) : path
      for (const token of [undefined, 'x', `${stranger.account.accessToken}x`]) {
        const answer = await call(url, method, target, { token })
        expect(answer.refusal).to.equal('401 Authentication required')
        expect(answer.headers.get('WWW-Authenticate')).to.include('Bearer')
      }
    })
  }

  for (const { path } of routes.filter(
    ({ method, auth, path, response }) =>
      method === 'GET' && auth === 'tenant' && !path.includes(':') && response !== undefined,
  )) {
    it(`GET ${path} shows nothing of another tenant`, async () => {
      const own = await owner.call('GET', path)
      const foreign = await stranger.call('GET', path)
      expect(foreign.status).to.equal(200)
      for (const id of [owner.id, ...Object.values(owned)]) expect(foreign.text).not.to.include(id)
      // The owner sees them, so that the line above says something.
      const { items } = own.data as { items?: unknown[] }
      if (items !== undefined) expect(items).not.to.deep.equal([])
    })
  }

  it('POST /auctions/activate takes neither another tenant’s session nor its product', async () => {
    const body = {
      productId: owned.products,
      liveSessionId: owned.sessions,
      mode: 'auction',
      startingPrice: 1,
    }
    expect((await stranger.activate(body)).refusal).to.equal('404 No active live session found')
    const { id: liveSessionId } = await stranger.live()
    expect((await stranger.activate({ ...body, liveSessionId })).refusal).to.equal('404 Product not found')
  })

  it('GET /auctions?sessionId= of another tenant is an empty list', async () => {
    const { data } = await stranger.call('GET', `/auctions?sessionId=${owned.sessions}`)
    expect(data).to.deep.equal({ items: [], nextCursor: null })
  })

  it('a comment to one tenant’s account reaches only this tenant', async () => {
    const { session } = await stranger.onAir({ mode: 'auction', startingPrice: 1 })
    const events = await owner.listen()
    expect(await stranger.tell(session, 'bea', '150')).to.equal('bid_accepted')
    await owner.say('cem', 'hello')
    // The owner's own comment came after, so whatever would have come of the other one is there.
    await eventually(() => JSON.stringify(events.messages).includes('cem'))
    expect(JSON.stringify(events.messages)).not.to.include('bea')
    expect((await owner.viewers()).map(({ socialUsername }) => socialUsername)).not.to.include('bea')
    events.terminate()
  })
})
