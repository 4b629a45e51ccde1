import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { call } from '../support/contract/call.ts'
import { Seller } from '../support/contract/Seller.ts'
import { service, type Service } from '../support/contract/service.ts'
import { graphError } from '../support/outbound/GraphServer.ts'

describe('4.2 Social account connection', () => {
  let running: Service
  let seller: Seller
  const callback = (query: string) => call(running.url, 'GET', `/auth/social/callback?${query}`)
  const me = async () => (await seller.call<Record<string, unknown>>('GET', '/auth/me')).data

  before(async function start() {
    this.timeout(60_000)
    running = await service()
  })
  beforeEach(async () => {
    seller = await Seller.register()
    running.graph.calls.length = 0
    running.graph.expiresIn = 1_000_000
  })
  afterEach(() => {
    running.graph.misbehave = null
  })

  it('GET /auth/social redirects to the platform’s authorization URL; state carries the tenant id', async () => {
    const answer = await seller.call('GET', '/auth/social')
    expect(answer.status).to.equal(302)
    const target = new URL(answer.headers.get('location') ?? '')
    expect(target.origin + target.pathname).to.equal('https://platform.test/dialog/oauth')
    expect(target.searchParams.get('state')).to.equal(seller.id)
    expect(target.searchParams.get('client_id')).to.equal('app-id')
    expect(target.searchParams.get('response_type')).to.equal('code')
    expect(target.searchParams.get('redirect_uri')).to.equal(`${running.url}/api/v1/auth/social/callback`)
    expect(target.searchParams.get('scope')).to.be.a('string')
  })

  it('GET and DELETE /auth/social need authentication', async () => {
    for (const method of ['GET', 'DELETE']) {
      expect((await call(running.url, method, '/auth/social')).refusal).to.equal(
        '401 Authentication required',
      )
    }
  })

  it('rule 1: when query error is present, 400, whatever else is there', async () => {
    for (const query of [
      'error=access_denied',
      `error=&code=c&state=${seller.id}`,
      `error=x&code=c&state=${seller.id}`,
    ]) {
      expect((await callback(query)).refusal, query).to.equal('400 Social authorization was denied')
    }
  })

  it('rule 2: when code or state is missing, 400', async () => {
    for (const query of ['', 'code=c', `state=${seller.id}`, `code=&state=${seller.id}`, 'code=c&state=']) {
      expect((await callback(query)).refusal, query).to.equal('400 Missing code or state parameter')
    }
  })

  it('rule 3: a state that is no tenant’s id gives 500', async () => {
    for (const state of [randomUUID(), 'nobody', '%00']) {
      expect((await callback(`code=c&state=${state}`)).refusal).to.equal(
        '500 Failed to connect social account',
      )
    }
  })

  it('rules 4 to 8: tokens, pages, profile, subscription; then the redirect', async () => {
    running.graph.pages = [
      { id: 'p-1', name: 'without' },
      {
        id: 'p-2',
        name: 'first linked',
        access_token: 'pt',
        social_business_account: { id: `acc-${seller.id}` },
      },
      { id: 'p-3', name: 'second linked', social_business_account: { id: 'other' } },
    ]
    const answer = await callback(`code=the-code&state=${seller.id}`)
    expect(answer.status).to.equal(302)
    const username = `user-of-acc-${seller.id}`
    expect(answer.headers.get('location')).to.equal(
      `/dashboard?social_connected=true&social_username=${username}`,
    )
    expect(running.graph.paths()).to.deep.equal([
      'GET /oauth/access_token',
      'GET /oauth/access_token',
      'GET /me/accounts',
      `GET /acc-${seller.id}`,
      'POST /p-2/subscribed_apps',
    ])
    const profile = await me()
    expect(profile).to.include({ socialAccountId: `acc-${seller.id}`, socialPageId: 'p-2' })
    const lifetime = Date.parse(String(profile.socialTokenExpiresAt)) - Date.now()
    expect(lifetime).to.be.within(1_000_000_000 - 10_000, 1_000_000_000)
    const [row] = await running.app.database.sql.query<Record<string, string>>(
      'select * from tenant where id = $1',
      [seller.id],
    )
    expect(row?.social_access_token).to.be.a('string')
    expect(JSON.stringify(row)).to.not.include('long-of-')
  })

  it('rule 4: the lifetime is 5184000 seconds when expires_in is absent', async () => {
    running.graph.expiresIn = undefined
    await seller.connect()
    const lifetime = Date.parse(String((await me()).socialTokenExpiresAt)) - Date.now()
    expect(lifetime).to.be.within(5_184_000_000 - 10_000, 5_184_000_000)
  })

  it('rule 5: no pages, 400', async () => {
    running.graph.pages = []
    const message = '400 No pages found (a page linked to a professional account is required)'
    expect((await callback(`code=c&state=${seller.id}`)).refusal).to.equal(message)
  })

  it('rule 6: no page with a linked account, 400', async () => {
    running.graph.pages = [{ id: 'p-1', name: 'x' }]
    const message = '400 No professional account found linked to your pages'
    expect((await callback(`code=c&state=${seller.id}`)).refusal).to.equal(message)
  })

  for (const [what, failing] of [
    ['the code', '/oauth/access_token'],
    ['the pages', '/me/accounts'],
    ['the profile', '/acc-fails'],
    ['the subscription', '/p-1/subscribed_apps'],
  ] as const) {
    it(`rule 9: any exception gives 500 and saves nothing: ${what}`, async () => {
      running.graph.pages = [
        { id: 'p-1', name: 'x', access_token: 't', social_business_account: { id: 'acc-fails' } },
      ]
      running.graph.misbehave = ({ path }, response) => path === failing && graphError(response, 400, 100)
      expect((await callback(`code=c&state=${seller.id}`)).refusal).to.equal(
        '500 Failed to connect social account',
      )
      expect(await me()).to.include({ socialAccountId: null, socialPageId: null })
    })
  }

  it('the username in the redirect is encoded', async () => {
    running.graph.pages = [
      { id: 'p', name: 'x', access_token: 't', social_business_account: { id: `a-${seller.id}` } },
    ]
    running.graph.misbehave = ({ path }, response) => {
      if (path !== `/a-${seller.id}`) return false
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ id: 'a', username: 'a&b=ü#' }))
      return true
    }
    const { headers } = await callback(`code=c&state=${seller.id}`)
    expect(new URL(headers.get('location') ?? '', 'http://x').searchParams.get('social_username')).to.equal(
      'a&b=ü#',
    )
  })

  it('disconnect returns {disconnected: true} and sets the four fields to null; again it is the same', async () => {
    await seller.connect()
    for (let i = 0; i < 2; i++) {
      const answer = await seller.call('DELETE', '/auth/social')
      expect(`${answer.status} ${JSON.stringify(answer.data)}`).to.equal('200 {"disconnected":true}')
    }
    expect(await me()).to.include({ socialAccountId: null, socialPageId: null, socialTokenExpiresAt: null })
    const [row] = await running.app.database.sql.query(
      'select social_access_token as t from tenant where id = $1',
      [seller.id],
    )
    expect(row?.t).to.equal(null)
  })

  it('an account that a second tenant connects moves to it, and the first is told', async () => {
    await seller.connect()
    const second = await Seller.register()
    const socket = await seller.listen()
    await second.connect(seller.accountId)
    expect(await me()).to.include({ socialAccountId: null, socialStatus: 'disconnected' })
    while (socket.events.length === 0) await new Promise(setImmediate)
    expect(socket.events.at(-1)).to.deep.include({ type: 'social.disconnected', data: { reason: 'moved' } })
    socket.terminate()
    const { session } = await second.onAir({ startingPrice: 1 })
    expect(await second.tell(session, 'ada', '50')).to.equal('bid_accepted')
  })
})
