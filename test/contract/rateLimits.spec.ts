import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Answer } from '../support/contract/Answer.ts'
import { call } from '../support/contract/call.ts'
import { PASSWORD, Seller } from '../support/contract/Seller.ts'
import { startService, type Service } from '../support/contract/service.ts'

const LIMITS = {
  registrationsPerHourMax: 3,
  loginsPerMinuteMax: 3,
  refreshesPerMinuteMax: 2,
  loginsPerEmailPerMinuteMax: 4,
  registrationsPerEmailPerHourMax: 2,
  addressRequestsPerMinuteMax: 5,
  tenantRequestsPerMinuteMax: 6,
}

/** Every test works from addresses and with accounts of its own, so that none eats another's budget. */
describe('Rate limits (production profile)', () => {
  let running: Service
  let hosts = 0
  const address = (): string => `203.0.113.${String(++hosts)}`
  const from = (ip: string) => ({ 'x-forwarded-for': ip })
  const fresh = () => `${randomUUID()}@shop.test`

  before(async function start() {
    this.timeout(60_000)
    running = await startService({
      RATE_LIMITS: 'true',
      TRUSTED_PROXIES: '1',
      NODE_CONFIG: JSON.stringify({ rateLimits: LIMITS }),
    })
  })
  after(() => running.stop())

  const login = (email: string, ip: string, password = 'wrong password') =>
    call(running.url, 'POST', '/auth/login', { body: { email, password }, headers: from(ip) })
  const register = (email: string, ip: string) =>
    call(running.url, 'POST', '/auth/register', {
      body: { name: 'Shop', email, password: PASSWORD },
      headers: from(ip),
    })
  const account = async () => {
    const email = fresh()
    const answer = await register(email, address())
    return {
      email,
      ...(answer.data as { accessToken: string; refreshToken: string; tenant: { id: string } }),
    }
  }
  const left = ({ headers }: Answer): string =>
    ['limit', 'remaining'].map((name) => headers.get(`ratelimit-${name}`)).join(' ')

  const expectRefused = (answer: Answer, waitMax: number): void => {
    expect(answer.json).to.deep.equal({
      success: false,
      error: { status: 429, code: 'too_many_requests', message: 'Too many requests' },
    })
    expect(answer.status).to.equal(429)
    expect(Number(answer.headers.get('retry-after'))).to.be.within(1, waitMax)
    expect(answer.headers.get('ratelimit-reset')).to.equal(answer.headers.get('retry-after'))
    expect(answer.headers.get('ratelimit-remaining')).to.equal('0')
  }

  it('one address registers so often and is then refused, with the envelope and Retry-After', async () => {
    const ip = address()
    const answers = []
    for (let time = 0; time < 3; time++) answers.push(await register(fresh(), ip))
    // Told is the tighter budget: first the email's, which is new each time, then the address's.
    expect(answers.map(left)).to.deep.equal(['2 1', '3 1', '3 0'])
    expectRefused(await register(fresh(), ip), 3_600)
    expect((await register(fresh(), address())).status).to.equal(201)
  })

  it('one email is registered so often, from however many addresses', async () => {
    const email = fresh()
    expect((await register(email, address())).status).to.equal(201)
    expect((await register(email.toUpperCase(), address())).status).to.equal(409)
    expectRefused(await register(` ${email}`, address()), 3_600)
  })

  it('one address logs in so often, whatever the account', async () => {
    const ip = address()
    for (let time = 0; time < 3; time++) expect((await login(fresh(), ip)).status).to.equal(401)
    expectRefused(await login(fresh(), ip), 60)
  })

  it('one account is guessed at so often, from however many addresses and in whatever case', async () => {
    for (const email of [(await account()).email, fresh()]) {
      for (const spelled of [email, email.toUpperCase(), ` ${email} `, email]) {
        expect((await login(spelled, address())).status).to.equal(401)
      }
      expectRefused(await login(email, address()), 60)
    }
  })

  it('guessing by others never locks the owner out of an address that logged in before', async () => {
    const { email } = await account()
    const home = address()
    expect((await login(email, home, PASSWORD)).status).to.equal(200)
    for (let time = 0; time < 4; time++) await login(email, address())
    expectRefused(await login(email, address(), PASSWORD), 60)
    expect((await login(email, home, PASSWORD)).status).to.equal(200)
  })

  it('nor out of the address that registered the account', async () => {
    const [email, home] = [fresh(), address()]
    await register(email, home)
    for (let time = 0; time < 4; time++) await login(email, address())
    expectRefused(await login(email, address(), PASSWORD), 60)
    expect((await login(email, home, PASSWORD)).status).to.equal(200)
  })

  it('tokens are renewed so often from one address', async () => {
    const ip = address()
    const refresh = () =>
      call(running.url, 'POST', '/auth/refresh', { body: { refreshToken: 'rt_x' }, headers: from(ip) })
    expect((await refresh()).status).to.equal(401)
    expect((await refresh()).status).to.equal(401)
    expectRefused(await refresh(), 60)
  })

  it('a tenant’s requests count together, from whatever address, and every answer tells what is left', async () => {
    const { accessToken: token } = await account()
    const paths = [
      '/auth/me',
      '/products',
      '/products/no-id',
      '/tenant/stats',
      '/viewers?limit=0',
      '/sessions',
    ]
    const seen = []
    for (const path of paths) {
      seen.push(left(await call(running.url, 'GET', path, { token, headers: from(address()) })))
    }
    expect(seen).to.deep.equal(['6 5', '6 4', '6 3', '6 2', '6 1', '6 0'])
    expectRefused(await call(running.url, 'GET', '/auth/me', { token, headers: from(address()) }), 60)
    const { accessToken: other } = await account()
    expect(
      (await call(running.url, 'GET', '/auth/me', { token: other, headers: from(address()) })).status,
    ).to.equal(200)
  })

  it('requests of nobody count by address: without credentials, with wrong ones, on paths that are not there', async () => {
    const ip = address()
    const seen = []
    for (const headers of [{}, { authorization: 'Bearer x' }, { authorization: `Basic ${btoa('a:b')}` }]) {
      const answer = await call(running.url, 'GET', '/auth/me', { headers: { ...headers, ...from(ip) } })
      seen.push(`${String(answer.status)} ${left(answer)}`)
    }
    for (const path of ['/nothing', '/overlay/xxxxxxxxxxxxxxxxxxxx']) {
      const answer = await call(running.url, 'GET', path, { headers: from(ip) })
      seen.push(`${String(answer.status)} ${left(answer)}`)
    }
    expect(seen).to.deep.equal(['401 5 4', '401 5 3', '401 5 2', '404 5 1', '404 5 0'])
    expectRefused(await call(running.url, 'GET', '/auth/me', { headers: from(ip) }), 60)
  })

  it('the inbound webhook, health and readiness are never refused', async () => {
    const ip = address()
    for (let time = 0; time < 8; time++) {
      const posted = await call(running.url, 'POST', '/webhooks/social', { raw: '{}', headers: from(ip) })
      expect(posted.status).to.equal(200)
      for (const path of ['/healthz', '/readyz']) {
        expect((await fetch(running.url + path, { headers: from(ip) })).status).to.equal(200)
      }
    }
  })

  it('a page of an allowed origin may read what is left', async function () {
    this.timeout(60_000)
    const open = await startService({ CORS_ORIGINS: 'https://shop.test' })
    const answer = await call(open.url, 'GET', '/auth/me', { headers: { origin: 'https://shop.test' } })
    expect(answer.headers.get('access-control-allow-origin')).to.equal('https://shop.test')
    const exposed = answer.headers.get('access-control-expose-headers') ?? ''
    expect(exposed.split(',')).to.include.members(['RateLimit-Remaining', 'Retry-After', 'X-Request-Id'])
    await open.stop()
  })

  it('without the limits no answer speaks of them', async function () {
    this.timeout(60_000)
    const seller = await Seller.register()
    const { headers } = await seller.call('GET', '/auth/me')
    expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).to.deep.equal([])
  })
})
