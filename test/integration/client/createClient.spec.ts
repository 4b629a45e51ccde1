import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { allOf, ApiError, createClient } from '../../../src/client/index.ts'
import { PASSWORD, Seller } from '../../support/contract/Seller.ts'
import { service } from '../../support/contract/service.ts'

const refusalOf = async (request: Promise<unknown>): Promise<ApiError> => {
  const error = await request.then(
    () => null,
    (refusal: unknown) => refusal,
  )
  expect(error).to.be.instanceOf(ApiError)
  return error as ApiError
}

describe('client: createClient', () => {
  let baseUrl: string
  const servers: Server[] = []

  before(async () => {
    baseUrl = (await service()).url
  })
  after(() => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  })

  /** A server that answers as told. */
  const serve = async (answer: RequestListener): Promise<string> => {
    const server = createServer(answer).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  }

  it('plays a sale over typed calls alone', async () => {
    const client = createClient({ baseUrl })
    const email = `${crypto.randomUUID()}@shop.test`
    await client.register({ name: 'Shop', email, password: PASSWORD })
    const again = createClient({ baseUrl })
    await again.login({ email, password: PASSWORD })
    const product = await again.createProduct({ name: 'Ring', stockQuantity: 2 })
    const session = await again.createSession({ title: 'Friday' })
    await again.startSession(session.id)
    const item = await client.activate({
      productId: product.id,
      liveSessionId: session.id,
      mode: 'auction',
      startingPrice: 12.5,
      timeLimitSeconds: 60,
    })
    expect(item).to.include({ status: 'active', currentPrice: 12.5 })
    expect((await client.extend(item.id, 5)).timeLimitSeconds).to.equal(65)
    expect((await client.close(item.id)).bids).to.deep.equal([])
    expect(await client.auction(item.id)).to.include({ status: 'cancelled', outcome: 'no_bids' })
    expect((await client.endSession(session.id)).status).to.equal('ended')
  })

  it('tells a refusal by its code, status and fields', async () => {
    const seller = await Seller.register()
    const client = createClient({ baseUrl, accessToken: seller.account.accessToken })
    const missing = await refusalOf(client.auction(crypto.randomUUID()))
    expect(missing).to.include({ status: 404, code: 'item_not_found', message: 'Auction item not found' })
    const invalid = await refusalOf(client.createProduct({ name: '', stockQuantity: -1 }))
    expect(invalid).to.include({ status: 400, code: 'validation_error' })
    expect(Object.keys(invalid.details).sort()).to.deep.equal(['name', 'stockQuantity'])
  })

  it('renews a token that has run out once, however many requests meet it at the same time', async () => {
    const { account } = await Seller.register()
    const client = createClient({ baseUrl, accessToken: 'run out', refreshToken: account.refreshToken })
    const pages = await Promise.all(Array.from({ length: 8 }, () => client.viewers()))
    expect(pages.map(({ items }) => items)).to.deep.equal(Array.from({ length: 8 }, () => []))
    // A refresh token counts once: had it been shown twice, the whole family would be worth nothing now.
    const token = await client.accessToken(true)
    expect(await createClient({ baseUrl, accessToken: token }).viewers()).to.have.property('items')
  })

  it('given no way to renew, rejects as the service does', async () => {
    const first = await refusalOf(createClient({ baseUrl, accessToken: 'run out' }).viewers())
    expect(first).to.include({ status: 401, code: 'authentication_required' })
    const client = createClient({ baseUrl, accessToken: 'run out', refreshToken: 'no such token' })
    expect(await refusalOf(client.viewers())).to.include({ status: 401 })
    expect(await refusalOf(createClient({ baseUrl }).accessToken())).to.include({ status: 401 })
  })

  it('tells an answer without an envelope, none in time and none at all from each other', async () => {
    const gateway = await serve((_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'))
    expect(await refusalOf(createClient({ baseUrl: gateway }).viewers())).to.include({
      status: 502,
      code: 'unexpected_answer',
    })
    const silent = await serve(() => undefined)
    const late = await refusalOf(createClient({ baseUrl: silent, timeoutMs: 100 }).viewers())
    expect(late).to.include({ status: 0, code: 'unreachable' })
    expect(late.cause).to.have.property('name', 'TimeoutError')
    const gone = await refusalOf(createClient({ baseUrl: 'http://127.0.0.1:1' }).viewers())
    expect(gone).to.include({ status: 0, code: 'unreachable' })
  })

  it('reads a list to its end, page by page', async () => {
    const seller = await Seller.connected()
    const { session, item } = await seller.onAir({ startingPrice: 1 })
    const said: string[] = []
    for (let n = 0; n < 7; n++) said.push(await seller.say(`viewer${String(n)}`, 'hello'))
    await seller.outcome(session, said.at(-1) ?? '')
    await seller.close(item.id)
    const client = createClient({ baseUrl, accessToken: seller.account.accessToken })
    const comments = await allOf((cursor) =>
      client.comments(session.id, { limit: 3, ...(cursor === undefined ? {} : { cursor }) }),
    )
    expect(comments.map(({ id }) => id)).to.deep.equal(said.reverse())
  })
})
