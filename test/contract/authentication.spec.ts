import { createHmac, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import jwt from 'jsonwebtoken'
import type { TokenPair } from '../../src/protocol/resources.ts'
import { call } from '../support/contract/call.ts'
import { Seller } from '../support/contract/Seller.ts'
import { service, startService } from '../support/contract/service.ts'

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

describe('5 Authentication', () => {
  let url: string
  let seller: Seller
  const me = (authorization?: string) =>
    call(url, 'GET', '/auth/me', authorization === undefined ? {} : { headers: { authorization } })
  const refresh = (refreshToken: unknown) =>
    call<TokenPair>(url, 'POST', '/auth/refresh', { body: { refreshToken } })

  before(async function start() {
    this.timeout(60_000)
    url = (await service()).url
    seller = await Seller.register()
  })

  it('the claims of the token pair are tenantId, email, sub, iss, aud, exp, jti; access lives 15 minutes', () => {
    const claims = claimsOf(seller.account.accessToken)
    expect(claims).to.include.all.keys('tenantId', 'email', 'sub', 'iss', 'aud', 'exp', 'jti')
    expect(claims).to.include({ tenantId: seller.id, email: seller.account.tenant.email })
    expect(Number(claims.exp) - Number(claims.iat)).to.equal(900)
  })

  const { accessToken } = { accessToken: () => seller.account.accessToken }
  const denied: [string, () => string | undefined][] = [
    ['none', () => undefined],
    ['an empty header', () => ''],
    ['another scheme', () => `Digest ${accessToken()}`],
    ['a bare token', () => accessToken()],
    ['Bearer without a token', () => 'Bearer'],
    ['Bearer and two tokens', () => `Bearer ${accessToken()} ${accessToken()}`],
    ['a token cut short', () => `Bearer ${accessToken().slice(0, -2)}`],
    [
      'a token without a signature',
      () => `Bearer ${part({ alg: 'none' })}.${accessToken().split('.')[1] ?? ''}.`,
    ],
    [
      'a token signed by somebody else',
      () => {
        const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${accessToken().split('.')[1] ?? ''}`
        return `Bearer ${signed}.${createHmac('sha256', 'guess').update(signed).digest('base64url')}`
      },
    ],
    ['a refresh token', () => `Bearer ${seller.account.refreshToken}`],
    ['Basic that is no base64', () => 'Basic ***'],
    ['Basic without a colon', () => `Basic ${btoa(seller.account.tenant.apiKey)}`],
    ['Basic with the wrong secret', () => `Basic ${btoa(`${seller.account.tenant.apiKey}:sk_wrong`)}`],
    ['Basic with an unknown key', () => `Basic ${btoa(`pk_unknown:${seller.account.apiSecret}`)}`],
    ['Basic with U+0000', () => `Basic ${btoa(`pk_\u0000:x`)}`],
  ]
  for (const [what, header] of denied) {
    it(`credentials: ${what}: 401 Authentication required with WWW-Authenticate`, async () => {
      const answer = await me(header())
      expect(answer.refusal).to.equal('401 Authentication required')
      expect(answer.headers.get('www-authenticate')).to.include('Bearer')
    })
  }

  it('an access token that is expired, meant for others or signed otherwise is 401, its twin that is right is taken', async function () {
    this.timeout(60_000)
    const secret = 'a secret of at least thirty-two characters'
    const own = await startService({ JWT_SECRET: secret })
    const { account } = await Seller.register('Forger', own.url)
    const { iat: _, exp: __, ...claims } = claimsOf(account.accessToken)
    const signed = (changes: object, options: jwt.SignOptions = {}) =>
      jwt.sign({ ...claims, ...changes }, secret, { expiresIn: 60, ...options })
    const status = async (token: string) => (await call(own.url, 'GET', '/auth/me', { token })).status
    expect(await status(signed({}))).to.equal(200)
    expect(await status(signed({}, { expiresIn: -1 }))).to.equal(401)
    expect(await status(jwt.sign(claims, secret)), 'without exp').to.equal(401)
    for (const changes of [
      { iss: 'other' },
      { aud: 'other' },
      { tenantId: 7 },
      { tenantId: 'no-id' },
      { email: null },
    ]) {
      expect(await status(signed(changes)), JSON.stringify(changes)).to.equal(401)
    }
    expect(await status(signed({ tenantId: randomUUID() })), 'a tenant that is none').to.equal(401)
    expect(await status(signed({}, { algorithm: 'HS512' }))).to.equal(401)
    await own.stop()
  })

  it('an expired refresh token is 401', async () => {
    const { account } = await Seller.register()
    const { app } = await service()
    await app.database.sql.query(
      `update refresh_token set expires_at = now() - interval '1 second' where tenant_id = $1`,
      [account.tenant.id],
    )
    expect((await refresh(account.refreshToken)).refusal).to.equal('401 Authentication required')
  })

  it('the scheme’s name is read in any case', async () => {
    expect((await me(`bearer ${accessToken()}`)).status).to.equal(200)
  })

  it('HTTP Basic with apiKey:apiSecret is accepted wherever Bearer is', async () => {
    const { tenant, apiSecret } = seller.account
    const headers = { authorization: `Basic ${btoa(`${tenant.apiKey}:${apiSecret}`)}` }
    expect((await call(url, 'GET', '/tenant/stats', { headers })).status).to.equal(200)
    expect((await call(url, 'POST', '/products', { headers, body: { name: 'By server' } })).status).to.equal(
      201,
    )
  })

  it('POST /auth/refresh returns a new pair; a refresh token serves once', async () => {
    const { account } = await Seller.register()
    const next = await refresh(account.refreshToken)
    expect(next.status).to.equal(200)
    expect(next.data).to.have.all.keys('accessToken', 'refreshToken', 'tokenType', 'expiresIn')
    expect((await me(`Bearer ${next.data.accessToken}`)).status).to.equal(200)
    expect((await refresh(next.data.refreshToken)).status).to.equal(200)
  })

  it('a reused refresh token revokes its whole family, and no other', async () => {
    const { account } = await Seller.register()
    const other = (
      await call<TokenPair>(url, 'POST', '/auth/login', {
        body: { email: account.tenant.email, password: 'correct horse battery' },
      })
    ).data
    const second = (await refresh(account.refreshToken)).data
    expect((await refresh(account.refreshToken)).refusal).to.equal('401 Authentication required')
    expect((await refresh(second.refreshToken)).refusal).to.equal('401 Authentication required')
    expect((await refresh(other.refreshToken)).status).to.equal(200)
  })

  it('of refreshes at once with one token one succeeds, and what it got ends with the family', async () => {
    const { account } = await Seller.register()
    const answers = await Promise.all([1, 2, 3].map(() => refresh(account.refreshToken)))
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 401, 401])
    // One of them was not the owner, and nobody can tell which.
    const won = answers.find(({ status }) => status === 200)?.data
    expect((await refresh(won?.refreshToken)).status).to.equal(401)
  })

  it('POST /auth/logout revokes the family and needs only the refresh token', async () => {
    const { account } = await Seller.register()
    const { refreshToken } = (await refresh(account.refreshToken)).data
    const answer = await call(url, 'POST', '/auth/logout', { body: { refreshToken } })
    expect(answer.status).to.equal(200)
    expect((await refresh(refreshToken)).status).to.equal(401)
  })

  it('an access token ends by its own clock, whatever becomes of its family', async () => {
    const { account } = await Seller.register()
    const { refreshToken } = (await refresh(account.refreshToken)).data
    await call(url, 'POST', '/auth/logout', { body: { refreshToken } })
    expect((await me(`Bearer ${account.accessToken}`)).status).to.equal(200)
  })

  it('refresh and logout refuse bodies without a token, and unknown tokens tell nothing', async () => {
    expect((await refresh(undefined)).badFields).to.deep.equal(['refreshToken'])
    expect((await refresh(7)).badFields).to.deep.equal(['refreshToken'])
    expect((await refresh('rt_unknown')).refusal).to.equal('401 Authentication required')
    expect((await call(url, 'POST', '/auth/logout', { body: {} })).badFields).to.deep.equal(['refreshToken'])
    expect(
      (await call(url, 'POST', '/auth/logout', { body: { refreshToken: randomUUID() } })).status,
    ).to.equal(200)
  })

  it('a deactivated tenant’s tokens, keys and sockets stop within 5 seconds', async () => {
    const sleeper = await Seller.register()
    const socket = await sleeper.listen()
    const { tenant, apiSecret, refreshToken } = sleeper.account
    await (
      await service()
    ).app.database.sql.query('update tenant set is_active = false where id = $1', [tenant.id])
    const since = performance.now()
    const isDenied = async () => (await sleeper.call('GET', '/auth/me')).status === 401
    while (!(await isDenied())) expect(performance.now() - since).to.be.below(5_000)
    expect((await refresh(refreshToken)).status).to.equal(401)
    expect((await me(`Basic ${btoa(`${tenant.apiKey}:${apiSecret}`)}`)).status).to.equal(401)
    expect(await socket.closed(5_000 - (performance.now() - since))).to.equal(4401)
  })

  it('GET /auth/social also accepts the dashboard’s HttpOnly session cookie; other routes do not', async () => {
    const answer = await call(url, 'POST', '/auth/login', {
      body: { email: seller.account.tenant.email, password: 'correct horse battery' },
    })
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('session=')) ?? ''
    expect(cookie).to.match(/httponly/i)
    expect(cookie).to.match(/samesite=lax/i)
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    expect((await call(url, 'GET', '/auth/social', { headers })).status).to.equal(302)
    expect((await call(url, 'GET', '/auth/me', { headers })).status).to.equal(401)
    expect(
      (await call(url, 'GET', '/auth/social', { headers: { cookie: 'session=wrong' } })).status,
    ).to.equal(401)
  })
})
