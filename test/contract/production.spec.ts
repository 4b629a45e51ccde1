import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { eventually } from '../support/eventually.ts'
import type { Delivery, Page } from '../../src/protocol/resources.ts'
import { call } from '../support/contract/call.ts'
import type { Seller } from '../support/contract/Seller.ts'
import { PASSWORD, sign } from '../support/contract/Seller.ts'
import { startService, type Service } from '../support/contract/service.ts'

const PUBLIC_URL = 'https://live.shop.test'
/** The proxy in front tells who asks; every test is a client of its own, so that none eats another's budget. */
let clients = 0
const client = () => ({ 'x-forwarded-for': `198.51.100.${String(++clients)}` })

describe('9 Production profile, on top of the literal contract', () => {
  let running: Service

  before(async function start() {
    this.timeout(60_000)
    running = await startService({
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_URL,
      TRUSTED_PROXIES: '1',
      JWT_SECRET: randomUUID(),
      ENCRYPTION_KEY: '1'.repeat(64),
      NODE_CONFIG: JSON.stringify({ auth: { passwordHashCostLog2: 10 } }),
    })
  })
  after(() => running.stop())

  const register = (headers = client(), email = `${randomUUID()}@shop.test`) =>
    call<Seller['account']>(running.url, 'POST', '/auth/register', {
      body: { name: 'Shop', email, password: PASSWORD },
      headers,
    })
  const tenant = async () => {
    const { data } = await register()
    const ask = <T = unknown>(method: string, path: string, body?: unknown) =>
      call<T>(running.url, method, path, { token: data.accessToken, body })
    return { ...data, id: data.tenant.id, ask }
  }

  const connected = async () => {
    const owner = await tenant()
    const accountId = `account-${randomUUID()}`
    running.graph.pages = [{ id: `page-${accountId}`, name: 'x', social_business_account: { id: accountId } }]
    const cookie = (await owner.ask('GET', '/auth/social')).headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const path = `/auth/social/callback?code=c&state=${owner.id}`
    expect((await call(running.url, 'GET', path, { headers: { cookie } })).status).to.equal(302)
    return { ...owner, accountId }
  }

  const comment = (accountId: string, from: { id: string; username: string }, text = 'hello') =>
    JSON.stringify({
      object: 'social',
      entry: [
        {
          id: accountId,
          time: 1,
          changes: [{ field: 'comments', value: { from, media: { id: 'm' }, id: randomUUID(), text } }],
        },
      ],
    })
  const post = (raw: string, headers: Record<string, string> = { 'x-hub-signature-256': sign(raw) }) =>
    call(running.url, 'POST', '/webhooks/social', { raw, headers })

  it('registers, logs in and answers as the contract says, behind a proxy that ends TLS', async () => {
    const email = `${randomUUID()}@shop.test`
    const registered = await register(client(), email)
    expect(registered.status).to.equal(201)
    const body = { email, password: PASSWORD }
    const login = await call<Seller['account']>(running.url, 'POST', '/auth/login', {
      body,
      headers: client(),
    })
    expect(login.status).to.equal(200)
    expect(login.headers.getSetCookie().join()).to.match(/^session=.*; samesite=lax; secure; httponly/i)
    const { refreshToken, accessToken: token } = login.data
    expect((await call(running.url, 'GET', '/auth/me', { token })).status).to.equal(200)
    expect((await call(running.url, 'POST', '/auth/refresh', { body: { refreshToken } })).status).to.equal(
      200,
    )
    expect((await call(running.url, 'POST', '/auth/logout', { body: { refreshToken } })).status).to.equal(200)
  })

  it('x-hub-signature-256 is required', async () => {
    const { accountId } = await connected()
    const raw = comment(accountId, { id: '1', username: 'ada' })
    for (const headers of [
      {},
      { 'x-hub-signature-256': '' },
      { 'x-hub-signature-256': sign(raw, 'guess') },
    ]) {
      const answer = await post(raw, headers)
      expect(`${String(answer.status)} ${answer.text}`).to.equal('403 Invalid signature')
    }
    expect((await post(raw)).text).to.equal('EVENT_RECEIVED')
  })

  it('tells browsers to come back by https only', async () => {
    const { ask } = await tenant()
    expect((await ask('GET', '/auth/me')).headers.get('strict-transport-security')).to.match(
      /^max-age=\d{7,}/,
    )
    const page = await fetch(`${running.url}/docs`)
    expect(page.headers.get('strict-transport-security')).to.match(/^max-age=\d{7,}/)
    await page.arrayBuffer()
  })

  it('webhookUrl is https only, and no literal private address', async () => {
    const { ask } = await tenant()
    for (const webhookUrl of [
      'http://shop.example.com/hook',
      'https://127.0.0.1/hook',
      'https://[::1]/hook',
      'https://10.0.0.8/hook',
      'https://169.254.169.254/latest',
      'https://[::ffff:192.168.1.1]/',
      'https://0x7f.1/',
      'https://localhost/hook',
      'https://user:secret@shop.example.com/hook',
    ]) {
      const answer = await ask('PUT', '/tenant', { webhookUrl })
      expect(answer.refusal, webhookUrl).to.equal('400 Validation error')
      expect(answer.badFields, webhookUrl).to.deep.equal(['webhookUrl'])
    }
    const several = await ask('PUT', '/tenant', { name: '', webhookUrl: 'http://shop.example.com/hook' })
    expect(several.badFields, 'all bad fields at once').to.deep.equal(['name', 'webhookUrl'])
    expect((await ask('PUT', '/tenant', { webhookUrl: 'https://shop.example.com/hook' })).status).to.equal(
      200,
    )
    expect((await ask('PUT', '/tenant', { webhookUrl: null })).status).to.equal(200)
  })

  it('a webhook to an address that turns out private is not sent', async () => {
    const { ask, id } = await tenant()
    // As if the name had led elsewhere when it was set.
    await running.app.database.sql.query('update tenant set webhook_url = $2 where id = $1', [
      id,
      `${running.graph.url.replace('http:', 'https:')}/hook`,
    ])
    const { data } = await ask<{ deliveryId: string }>('POST', '/tenant/webhook-test', {})
    const delivery = await eventually(async () => {
      const { items } = (await ask<Page<Delivery>>('GET', '/webhook-deliveries')).data
      return items.find((one) => one.id === data.deliveryId && one.attempts > 0)
    })
    expect(delivery).to.deep.include({ lastStatus: null })
    expect((delivery as Delivery).lastError).to.equal('forbidden_target')
    expect(running.graph.paths()).not.to.include('POST /hook')
  })

  describe('the OAuth callback comes back to the browser that left', () => {
    const leave = async () => {
      const owner = await tenant()
      const answer = await owner.ask('GET', '/auth/social')
      expect(answer.status).to.equal(302)
      expect(new URL(answer.headers.get('location') ?? '').searchParams.get('state')).to.equal(owner.id)
      const [cookie = ''] = answer.headers.getSetCookie()
      expect(cookie).to.match(/; samesite=lax; secure; httponly/i)
      return { id: owner.id, cookie: cookie.split(';')[0] ?? '' }
    }
    const comeBack = (state: string, headers: Record<string, string>) =>
      call(running.url, 'GET', `/auth/social/callback?code=c&state=${state}`, { headers })
    const refused = '403 This connection was started in another browser'

    it('another browser, a made-up cookie and another tenant’s are refused', async () => {
      const [one, other] = [await leave(), await leave()]
      expect((await comeBack(one.id, {})).refusal).to.equal(refused)
      expect((await comeBack(one.id, { cookie: other.cookie })).refusal).to.equal(refused)
      expect((await comeBack(one.id, { cookie: `${one.cookie}x` })).refusal).to.equal(refused)
      expect((await comeBack(other.id, { cookie: one.cookie })).refusal).to.equal(refused)
    })

    it('the same browser is let in, and its cookie taken back', async () => {
      running.graph.pages = [{ id: 'p', name: 'x', social_business_account: { id: randomUUID() } }]
      const { id, cookie } = await leave()
      const answer = await comeBack(id, { cookie })
      expect(answer.status).to.equal(302)
      expect(answer.headers.get('location')).to.match(/^\/dashboard\?social_connected=true/)
      expect(answer.headers.getSetCookie().join()).to.match(
        /^social_authorization=; .*expires=Thu, 01 Jan 1970/,
      )
    })

    it('the contract’s own refusals come first', async () => {
      const denied = await call(running.url, 'GET', '/auth/social/callback?error=access_denied')
      expect(denied.refusal).to.equal('400 Social authorization was denied')
      const empty = await call(running.url, 'GET', '/auth/social/callback')
      expect(empty.refusal).to.equal('400 Missing code or state parameter')
    })
  })

  it('viewers are matched on from.id first: a new name is the same viewer, a copied name another', async () => {
    const { accountId, ask } = await connected()
    for (const from of [
      { id: '77', username: 'ada' },
      { id: '77', username: 'ada.renamed' },
      { id: '88', username: 'ada' },
    ]) {
      await post(comment(accountId, from, randomUUID()))
    }
    const { data: session } = await ask<{ id: string }>('POST', '/sessions', {})
    await ask('POST', `/sessions/${session.id}/start`)
    const { data: product } = await ask<{ id: string }>('POST', '/products', {
      name: 'Lamp',
      stockQuantity: 5,
    })
    const item = { productId: product.id, liveSessionId: session.id, mode: 'fixed_price', startingPrice: 1 }
    expect((await ask('POST', '/auctions/activate', item)).status).to.equal(201)
    for (const from of [
      { id: '77', username: 'ada' },
      { id: '77', username: 'ada.renamed' },
      { id: '88', username: 'ada' },
    ]) {
      expect((await post(comment(accountId, from, 'mine'))).status).to.equal(200)
    }
    const seen = await eventually(async () => {
      const { items } = (
        await ask<Page<{ outcome: string; reason: string | null; userId: string }>>(
          'GET',
          `/sessions/${session.id}/comments`,
        )
      ).data
      return items.length === 3 && items.every(({ outcome }) => outcome !== null)
        ? items.toReversed()
        : undefined
    })
    const outcomes = seen as { outcome: string; reason: string | null; userId: string }[]
    expect(outcomes.map(({ outcome, reason }) => reason ?? outcome)).to.deep.equal([
      'claim_accepted',
      'already_claimed',
      'claim_accepted',
    ])
    expect(outcomes[1]?.userId).to.equal(outcomes[0]?.userId)
    expect(outcomes[2]?.userId).not.to.equal(outcomes[0]?.userId)
  })

  it('no stand-in platform and no practice crowd', async () => {
    expect(running.app.platformUrl).to.equal(null)
    const { ask } = await tenant()
    expect((await ask('GET', '/practice')).data).to.deep.equal({ available: false })
    expect((await ask('POST', '/practice', { mode: 'auction', price: 1 })).refusal).to.equal('404 Not found')
  })

  it('debug pages are off', async () => {
    for (const path of ['/inspector', '/inspector/', '/debug', '/control', '/control/crowd']) {
      const answer = await fetch(running.url + path)
      expect(answer.status, path).to.equal(404)
      await answer.arrayBuffer()
    }
    const { ask } = await tenant()
    expect((await ask('GET', '/inspector/items')).refusal).to.equal('404 Not found')
  })

  it('register, log-in and refresh are limited strictly', async () => {
    const login = (headers: Record<string, string>) =>
      call(running.url, 'POST', '/auth/login', {
        body: { email: `${randomUUID()}@shop.test`, password: 'wrong password' },
        headers,
      })
    const one = client()
    for (let time = 0; time < 10; time++) expect((await login(one)).status).to.equal(401)
    expect((await login(one)).refusal).to.equal('429 Too many requests')
    for (let time = 0; time < 10; time++) expect((await register(one)).status).to.equal(201)
    expect((await register(one)).refusal).to.equal('429 Too many requests')
    const refresh = () =>
      call(running.url, 'POST', '/auth/refresh', { body: { refreshToken: 'rt_x' }, headers: one })
    for (let time = 0; time < 30; time++) expect((await refresh()).status).to.equal(401)
    expect((await refresh()).refusal).to.equal('429 Too many requests')
  })
})
