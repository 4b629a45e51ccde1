import { expect } from 'chai'
import type { Page, Product } from '../../src/protocol/resources.ts'
import { call } from '../support/contract/call.ts'
import { PASSWORD, Seller } from '../support/contract/Seller.ts'
import { service, startService, type Service } from '../support/contract/service.ts'

describe('Idempotency-Key', () => {
  let seller: Seller
  before(async function start() {
    this.timeout(60_000)
    await service()
  })
  beforeEach(async () => {
    seller = await Seller.register()
  })

  const create = (key: string, name = 'Silver ring', by = seller) =>
    by.call<Product>('POST', '/products', {
      body: { name, stockQuantity: 1 },
      headers: { 'Idempotency-Key': key },
    })
  const products = async (by = seller): Promise<Product[]> =>
    (await by.call<Page<Product>>('GET', '/products')).data.items

  it('the same key and request gives the first answer again, and nothing happens twice', async () => {
    const first = await create('order-1')
    const again = await create('order-1')
    expect(first.status).to.equal(201)
    expect(first.headers.get('Idempotency-Replayed')).to.equal(null)
    expect(again.status).to.equal(201)
    expect(again.headers.get('Idempotency-Replayed')).to.equal('true')
    expect(again.json).to.deep.equal(first.json)
    expect(await products()).to.have.length(1)
  })

  it('white space of the body makes no difference', async () => {
    const headers = { 'Idempotency-Key': 'spaced' }
    const first = await seller.call('POST', '/products', { headers, raw: '{"name":"A","stockQuantity":1}' })
    const again = await seller.call('POST', '/products', {
      headers,
      raw: '{ "name": "A", "stockQuantity": 1 }',
    })
    expect(again.json).to.deep.equal(first.json)
  })

  it('the same key with another body is 422', async () => {
    await create('order-1')
    const other = await create('order-1', 'Golden ring')
    expect(other.refusal).to.equal('422 This Idempotency-Key was used with another request')
    expect(await products()).to.have.length(1)
  })

  it('counts for one tenant, one method and one path', async () => {
    const { data } = await create('order-1')
    const stranger = await Seller.register()
    expect((await create('order-1', 'Silver ring', stranger)).data.id).not.to.equal(data.id)
    const headers = { 'Idempotency-Key': 'order-1' }
    const changed = await seller.call<Product>('PUT', `/products/${data.id}`, {
      body: { name: 'New' },
      headers,
    })
    expect(changed.data.name).to.equal('New')
  })

  it('counts however the path is spelled', async () => {
    const { data } = await create('order-1')
    for (const path of ['/products/', '/Products', '/products?x=1']) {
      const answer = await fetch(`${seller.url}/api/v1${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${seller.account.accessToken}`,
          'content-type': 'application/json',
          'idempotency-key': 'order-1',
        },
        body: JSON.stringify({ name: 'Silver ring', stockQuantity: 1 }),
      })
      expect(((await answer.json()) as { data: Product }).data.id, path).to.equal(data.id)
    }
    expect(await products()).to.have.length(1)
  })

  it('of many at once one runs; the others get its answer or 409', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create('at-once')))
    const ids = answers.flatMap((answer) => (answer.status === 201 ? [answer.data.id] : []))
    expect(new Set(ids).size).to.equal(1)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(answer.refusal).to.equal('409 The first request with this Idempotency-Key is still running')
    }
    expect(await products()).to.have.length(1)
  })

  it('a refusal is remembered too', async () => {
    const { product, session } = { product: await seller.product(), session: await seller.live() }
    const headers = { 'Idempotency-Key': 'too-early' }
    const body = {
      productId: product.id,
      liveSessionId: crypto.randomUUID(),
      mode: 'auction',
      startingPrice: 1,
    }
    const first = await seller.call('POST', '/auctions/activate', { body, headers })
    const again = await seller.call('POST', '/auctions/activate', { body, headers })
    expect(first.refusal).to.equal('404 No active live session found')
    expect(again.refusal).to.equal(first.refusal)
    const fitting = { ...body, liveSessionId: session.id }
    expect((await seller.call('POST', '/auctions/activate', { body: fitting, headers })).status).to.equal(422)
  })

  it('a secret is given again and never stored in clear', async () => {
    const headers = { 'Idempotency-Key': 'new-credentials' }
    const first = await seller.call<{ apiSecret: string }>('POST', '/auth/api-key/regenerate', { headers })
    const again = await seller.call<{ apiSecret: string }>('POST', '/auth/api-key/regenerate', { headers })
    expect(again.data).to.deep.equal(first.data)
    const { app } = await service()
    const rows = await app.database.sql.query<{ body: string }>(
      'select response_body as body from idempotent_request where tenant_id = $1',
      [seller.id],
    )
    expect(rows).to.have.length(1)
    expect(JSON.stringify(rows)).not.to.include(first.data.apiSecret)
  })

  const age = async (change: string): Promise<void> => {
    const { app } = await service()
    await app.database.sql.query(`update idempotent_request set ${change} where tenant_id = $1`, [seller.id])
  }

  it('after 24 hours the key is free again', async () => {
    const first = await create('order-1')
    await age(`created_at = created_at - interval '23 hours 59 minutes'`)
    expect((await create('order-1')).data.id).to.equal(first.data.id)
    await age(`created_at = created_at - interval '2 minutes'`)
    expect((await create('order-1')).data.id).not.to.equal(first.data.id)
  })

  it('a first request that died with its process does not block its key for ever', async () => {
    await create('order-1')
    await age(`response_status = null, response_body = null`)
    expect((await create('order-1')).status).to.equal(409)
    await age(`created_at = created_at - interval '3 minutes'`)
    expect((await create('order-1')).status).to.equal(201)
  })

  it('a key that is no short printable text is 400', async () => {
    for (const key of ['x'.repeat(256), 'ké']) {
      const answer = await create(key)
      expect(answer.status).to.equal(400)
      expect(answer.badFields).to.deep.equal(['Idempotency-Key'])
    }
    expect(await products()).to.have.length(0)
  })
})

describe('Idempotency-Key: what is not remembered', () => {
  let running: Service
  before(async function start() {
    this.timeout(60_000)
    running = await startService({
      RATE_LIMITS: 'true',
      NODE_CONFIG: JSON.stringify({ rateLimits: { tenantRequestsPerMinuteMax: 4 } }),
    })
  })
  after(() => running.stop())

  const create = (seller: Seller, key: string) =>
    seller.call('POST', '/products', { body: { name: 'Ring' }, headers: { 'Idempotency-Key': key } })

  it('a failure of the service (5xx): trying again helps', async () => {
    const seller = await Seller.register('Fails', running.url)
    const { sql } = running.app.database
    await sql.query('alter table product rename to product_away')
    expect((await create(seller, 'again')).refusal).to.equal('500 Internal error')
    await sql.query('alter table product_away rename to product')
    const answer = await create(seller, 'again')
    expect(answer.status).to.equal(201)
    expect(answer.headers.get('idempotency-replayed')).to.equal(null)
  })

  it('too many requests (429), and a remembered answer costs a request as any other', async () => {
    const seller = await Seller.register('Hasty', running.url)
    expect((await create(seller, 'first')).status).to.equal(201)
    for (let time = 0; time < 3; time++) {
      expect((await create(seller, 'first')).headers.get('idempotency-replayed')).to.equal('true')
    }
    expect((await create(seller, 'second')).status).to.equal(429)
    const rows = await running.app.database.sql.query('select from idempotent_request where tenant_id = $1', [
      seller.id,
    ])
    expect(rows).to.have.length(1)
  })

  it('answers without authentication: secrets of an account are given once, to whoever made it', async () => {
    const body = { name: 'Once', email: `${crypto.randomUUID()}@shop.test`, password: PASSWORD }
    const headers = { 'Idempotency-Key': 'register' }
    const register = () => call(running.url, 'POST', '/auth/register', { body, headers })
    expect((await register()).status).to.equal(201)
    const again = await register()
    expect(again.refusal).to.equal('409 This email is already registered')
    expect(again.headers.get('idempotency-replayed')).to.equal(null)
    const kept = await running.app.database.sql.query('select from idempotent_request')
    const login = { email: body.email, password: PASSWORD }
    await call(running.url, 'POST', '/auth/login', { body: login, headers })
    expect(await running.app.database.sql.query('select from idempotent_request')).to.have.length(kept.length)
  })
})
