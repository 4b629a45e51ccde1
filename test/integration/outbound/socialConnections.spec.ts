import { expect } from 'chai'
import type { Outbound } from '../../../src/outbound/index.ts'
import { graphError, startGraphServer, type GraphServer } from '../../support/outbound/GraphServer.ts'
import { openOutboundFixture, type OutboundFixture } from '../../support/outbound/OutboundFixture.ts'

const DAY_MS = 24 * 3_600_000

interface SocialRow {
  account: string | null
  page: string | null
  username: string | null
  status: string
  token: string | null
  expiresAt: number | null
}

describe('connecting the social account', () => {
  let fixture: OutboundFixture
  let graph: GraphServer
  let outbound: Outbound
  let tenantId: string

  const rowOf = async (id: string): Promise<SocialRow> => {
    const [row] = await fixture.database.sql.query<SocialRow>(
      `select social_account_id as account, social_page_id as page, social_username as username,
              social_status as status, social_access_token as token,
              (extract(epoch from social_token_expires_at) * 1000)::float8 as "expiresAt"
         from tenant where id = $1::uuid`,
      [id],
    )
    if (row === undefined) throw new Error('No tenant')
    return row
  }

  const refusal = (code: string): Promise<{ code: string; status: number; message: string }> =>
    outbound.connections.connect(tenantId, code).then(
      () => expect.fail('It connected'),
      (error: unknown) => error as { code: string; status: number; message: string },
    )

  before(async () => {
    fixture = await openOutboundFixture()
  })
  beforeEach(async () => {
    graph = await startGraphServer()
    tenantId = (await fixture.addTenant()).id
    outbound = fixture.start({ social: fixture.socialApp(graph.url) })
  })
  afterEach(async () => {
    await fixture.reset()
    await graph.stop()
  })
  after(() => fixture.close())

  it('fails to connect where no platform is named', () => {
    const nowhere = fixture.start({ social: { ...fixture.socialApp(''), authorizeUrl: '' } })
    expect(() => nowhere.connections.authorizationUrl(tenantId)).to.throw('Failed to connect social account')
  })

  it('sends the browser to the platform with the tenant as state', () => {
    const url = new URL(outbound.connections.authorizationUrl(tenantId))
    expect(Object.fromEntries(url.searchParams)).to.deep.equal({
      client_id: 'app',
      redirect_uri: 'http://localhost/api/v1/auth/social/callback',
      state: tenantId,
      scope: 'social_basic,social_manage_comments,pages_show_list',
      response_type: 'code',
    })
  })

  it('goes through the steps of the contract in order and stores the token encrypted', async () => {
    fixture.clock.freeze()
    expect(await outbound.connections.connect(tenantId, 'the-code')).to.equal('user-of-account-1')
    expect(graph.paths()).to.deep.equal([
      'GET /oauth/access_token',
      'GET /oauth/access_token',
      'GET /me/accounts',
      'GET /account-1',
      'POST /page-1/subscribed_apps',
    ])
    expect(graph.calls[4]).to.deep.include({
      form: { subscribed_fields: 'comments,live_comments' },
      token: 'page-token',
    })
    const row = await rowOf(tenantId)
    expect(row).to.include({
      account: 'account-1',
      page: 'page-1',
      status: 'connected',
      username: 'user-of-account-1',
    })
    expect(row.token).not.to.include('long-of')
    expect(fixture.encryption.decrypt(row.token ?? '', { tenantId, column: 'socialAccessToken' })).to.equal(
      'long-of-short-the-code',
    )
    expect((row.expiresAt ?? 0) - fixture.clock.now()).to.equal(1_000_000_000)
    expect(fixture.announced).to.deep.equal([
      { tenantId, announcement: { type: 'social.connected', data: { socialUsername: 'user-of-account-1' } } },
    ])
  })

  it('speaks Instagram’s words in that dialect', async () => {
    const instagram = fixture.start({ social: fixture.socialApp(graph.url, 'instagram') })
    graph.pages = [
      { id: 'p1', name: 'other words', access_token: 't1', social_business_account: { id: 'a1' } },
      { id: 'p2', name: 'page', access_token: 't2', instagram_business_account: { id: 'a2' } },
    ]
    await instagram.connections.connect(tenantId, 'code')
    expect(await rowOf(tenantId)).to.include({ account: 'a2', page: 'p2' })
    expect(graph.calls[1]?.query).to.include({
      grant_type: 'fb_exchange_token',
      fb_exchange_token: 'short-code',
    })
    expect(graph.calls[2]?.query.fields).to.equal('id,name,access_token,instagram_business_account')
    expect(graph.calls[4]?.form).to.deep.equal({ subscribed_fields: 'feed' })
  })

  it('takes 60 days when the platform does not say how long the token lives', async () => {
    graph.expiresIn = undefined
    fixture.clock.freeze()
    await outbound.connections.connect(tenantId, 'code')
    expect(((await rowOf(tenantId)).expiresAt ?? 0) - fixture.clock.now()).to.equal(5_184_000_000)
  })

  it('takes the first page that has an account, over all result pages', async () => {
    graph.pageSize = 1
    graph.pages = [
      { id: 'p1', name: 'no account', access_token: 't1' },
      { id: 'p2', name: 'first', access_token: 't2', social_business_account: { id: 'a2' } },
      { id: 'p3', name: 'second', access_token: 't3', social_business_account: { id: 'a3' } },
    ]
    await outbound.connections.connect(tenantId, 'code')
    expect(await rowOf(tenantId)).to.include({ account: 'a2', page: 'p2' })
    // The token that the platform put into its own link is not sent back in an address.
    expect(graph.calls.filter(({ query }) => 'access_token' in query)).to.deep.equal([])
  })

  it('refuses a seller without pages', async () => {
    graph.pages = []
    expect(await refusal('code')).to.include({
      ...{ status: 400, message: 'No pages found (a page linked to a professional account is required)' },
    })
  })

  it('refuses a seller whose pages have no account', async () => {
    graph.pages = [{ id: 'p', name: 'p', access_token: 't' }]
    expect(await refusal('code')).to.include({
      ...{ status: 400, message: 'No professional account found linked to your pages' },
    })
  })

  for (const [n, step] of ['code', 'long-lived token', 'page list', 'profile', 'subscription'].entries()) {
    it(`fails as a whole when the ${step} fails, and stores nothing`, async () => {
      graph.misbehave = (_, response) => graph.calls.length === n + 1 && graphError(response, 400, 100)
      expect(await refusal('code')).to.include({ status: 500, message: 'Failed to connect social account' })
      expect(await rowOf(tenantId)).to.include({ account: null, token: null, status: 'disconnected' })
      expect(fixture.announced).to.deep.equal([])
    })
  }

  it('fails for a state that is no tenant, without calling anyone', async () => {
    for (const state of ['nonsense', fixture.ids.next()]) {
      const failure = await outbound.connections.connect(state, 'code').catch((error: unknown) => error)
      expect(failure).to.include({ status: 500 })
    }
    expect(graph.calls).to.deep.equal([])
  })

  it('moves an account that a second tenant connects, and tells the first', async () => {
    const second = await fixture.addTenant()
    await outbound.connections.connect(tenantId, 'code')
    fixture.announced.length = 0
    await outbound.connections.connect(second.id, 'code')
    expect(await rowOf(tenantId)).to.deep.equal({
      ...{ account: null, page: null, username: null, status: 'disconnected', token: null, expiresAt: null },
    })
    expect(await rowOf(second.id)).to.include({ account: 'account-1', status: 'connected' })
    expect(
      fixture.announced.map(({ tenantId: told, announcement }) => [told, announcement.type]),
    ).to.deep.equal([
      [tenantId, 'social.disconnected'],
      [second.id, 'social.connected'],
    ])
    expect(fixture.announced[0]?.announcement.data).to.deep.equal({ reason: 'moved' })
  })

  it('lets two tenants that connect one account at once end with one owner', async () => {
    const others = await Promise.all([fixture.addTenant(), fixture.addTenant(), fixture.addTenant()])
    const all = [tenantId, ...others.map(({ id }) => id)]
    await Promise.all(all.map((id) => outbound.connections.connect(id, 'code')))
    const owners = (await Promise.all(all.map(rowOf))).filter(({ account }) => account === 'account-1')
    expect(owners).to.have.length(1)
  })

  it('forgets everything when the seller disconnects, and says so once', async () => {
    await outbound.connections.connect(tenantId, 'code')
    await outbound.connections.disconnect(tenantId)
    await outbound.connections.disconnect(tenantId)
    expect(await rowOf(tenantId)).to.deep.equal({
      ...{ account: null, page: null, username: null, status: 'disconnected', token: null, expiresAt: null },
    })
    expect(fixture.announced.map(({ announcement }) => announcement.type)).to.deep.equal([
      'social.connected',
      'social.disconnected',
    ])
  })

  it('exchanges a token that is about to run out for a fresh one', async () => {
    fixture.clock.freeze()
    await outbound.connections.connect(tenantId, 'code')
    fixture.clock.advance(3 * DAY_MS)
    graph.expiresIn = 5_000_000
    await outbound.upkeep()
    const row = await rowOf(tenantId)
    expect(fixture.encryption.decrypt(row.token ?? '', { tenantId, column: 'socialAccessToken' })).to.equal(
      'long-of-long-of-short-code',
    )
    expect((row.expiresAt ?? 0) - fixture.clock.now()).to.equal(5_000_000_000)
  })

  it('keeps a token that cannot be exchanged just now, and gives it up when it has run out', async () => {
    await outbound.connections.connect(tenantId, 'code')
    graph.misbehave = (call, response) => call.path === '/oauth/access_token' && graphError(response, 500, 2)
    fixture.clock.advance(3 * DAY_MS)
    await outbound.upkeep()
    expect((await rowOf(tenantId)).status).to.equal('connected')
    fixture.clock.advance(20 * DAY_MS)
    await outbound.upkeep()
    expect((await rowOf(tenantId)).status).to.equal('needs_reconnect')
    expect(fixture.announced.at(-1)?.announcement).to.deep.equal({
      ...{ type: 'social.needs_reconnect', data: { reason: 'token_expired' } },
    })
  })

  it('asks for a reconnect when the platform rejects the token during upkeep', async () => {
    await outbound.connections.connect(tenantId, 'code')
    graph.misbehave = (_, response) => graphError(response, 400, 190)
    fixture.clock.advance(DAY_MS + 1)
    await outbound.upkeep()
    expect((await rowOf(tenantId)).status).to.equal('needs_reconnect')
  })

  it('subscribes a page again that lost its subscription', async () => {
    graph.expiresIn = 5_000_000
    await outbound.connections.connect(tenantId, 'code')
    graph.subscribed.clear()
    await outbound.upkeep()
    expect(graph.subscribed.size, 'looked at once a day only').to.equal(0)
    fixture.clock.advance(DAY_MS + 1)
    await outbound.upkeep()
    expect([...graph.subscribed]).to.deep.equal(['page-1'])
  })
})
