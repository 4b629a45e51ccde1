import { expect } from 'chai'
import { CLOSE_CODES } from '../../../../src/protocol/control.ts'
import { PROTOCOL } from '../../../../src/protocol/events.ts'
import type { Database } from '../../../../src/persistence/database.ts'
import { eventually } from '../../../support/eventually.ts'
import { GatewayFixture } from '../../../support/ws/GatewayFixture.ts'

/** Two clients connect within it, on a slow machine as well. */
const TOKEN_MS = 3_000

describe('gateway: who may listen', () => {
  let database: Database
  let fixture: GatewayFixture

  before(async () => {
    database = await GatewayFixture.openDatabase()
  })
  after(() => database.close())
  beforeEach(async () => {
    fixture = await GatewayFixture.start(database, {
      origins: ['https://shop.example'],
      limits: { authenticationTimeoutMs: 60_000, grantCheckMs: 50 },
    })
  })
  afterEach(() => fixture.stop())

  it('takes a token offered as a subprotocol and selects only the version', async () => {
    const { token } = await fixture.tenant()
    const client = await fixture.connect({ token })
    expect(client.ws.protocol).to.equal(PROTOCOL)
    const ready = await client.ready()
    expect(ready)
      .to.have.all.keys('type', 'at', 'data')
      .and.deep.include({ data: { lastEventId: '0' } })
    expect(client.messages[0]?.type).to.equal('ready')
  })

  it('takes a token as the first message', async () => {
    const { token } = await fixture.tenant()
    const client = await fixture.connect()
    client.send({ type: 'auth', token })
    await client.ready()
  })

  it('closes with 4401 when no token comes in time', async () => {
    await fixture.stop()
    fixture = await GatewayFixture.start(database, { limits: { authenticationTimeoutMs: 200 } })
    const client = await fixture.connect()
    expect(await client.closed()).to.equal(CLOSE_CODES.unauthenticated)
    expect(client.messages).to.be.empty
  })

  it('closes with 4401 on a wrong token, by either way', async () => {
    const offered = await fixture.connect({ token: 'wrong' })
    const sent = await fixture.connect()
    sent.send({ type: 'auth', token: 'wrong' })
    expect(await offered.closed()).to.equal(CLOSE_CODES.unauthenticated)
    expect(await sent.closed()).to.equal(CLOSE_CODES.unauthenticated)
  })

  it('closes with 4401 a tenant that is not active', async () => {
    const { id, token } = await fixture.tenant()
    await fixture.setTenant(id, { isActive: false })
    const client = await fixture.connect({ token })
    expect(await client.closed()).to.equal(CLOSE_CODES.unauthenticated)
  })

  it('closes the sockets of a tenant that is disabled while they are open', async () => {
    const { id, token } = await fixture.tenant()
    const other = await fixture.tenant()
    const client = await fixture.connect({ token })
    const bystander = await fixture.connect({ token: other.token })
    await Promise.all([client.ready(), bystander.ready()])
    await fixture.setTenant(id, { isActive: false })
    expect(await client.closed()).to.equal(CLOSE_CODES.unauthenticated)
    expect(bystander.closeCode).to.equal(null)
  })

  it('closes when the token expires, unless a newer one came', async () => {
    const { id, token } = await fixture.tenant()
    fixture.tokens.set(token, { tenantId: id, expiresAt: fixture.clock.now() + TOKEN_MS })
    fixture.tokens.set('newer', { tenantId: id, expiresAt: fixture.clock.now() + 900_000 })
    const expiring = await fixture.connect({ token })
    const renewed = await fixture.connect({ token })
    await Promise.all([expiring.ready(), renewed.ready()])
    renewed.send({ type: 'auth', token: 'newer' })
    expect(await expiring.closed()).to.equal(CLOSE_CODES.unauthenticated)
    await fixture.comments(id, ['still here'])
    await eventually(() => renewed.texts.includes('still here'))
  })

  it('refuses to renew with another tenant’s token', async () => {
    const [mine, other] = [await fixture.tenant(), await fixture.tenant()]
    const client = await fixture.connect({ token: mine.token })
    await client.ready()
    client.send({ type: 'auth', token: other.token })
    expect(await client.closed()).to.equal(CLOSE_CODES.unauthenticated)
  })

  it('refuses pages of foreign origins before any upgrade', async () => {
    const { token } = await fixture.tenant()
    const refusal = await fixture
      .connect({ token, origin: 'https://evil.example' })
      .catch((error: unknown) => error)
    expect(String(refusal)).to.contain('403')
    await (await fixture.connect({ token, origin: 'https://shop.example' })).ready()
    await (await fixture.connect({ token, origin: fixture.origin })).ready()
  })

  it('lets an overlay key hear the item’s events only, until the key is revoked', async () => {
    const { id } = await fixture.tenant('overlay-key-1')
    const overlay = await fixture.connect({ overlayKey: 'overlay-key-1' })
    await overlay.ready()
    await fixture.comments(id, ['private'])
    const bid = {
      socialUsername: 'can',
      amount: 150,
      bidType: 'bid',
      productName: 'Vase',
      status: 'pending',
    } as const
    fixture.announce(id, await fixture.commit(id, 'bid.new', [bid]))
    await eventually(() => overlay.events.length === 1)
    expect(overlay.events[0]).to.deep.include({ type: 'bid.new', data: bid })
    await fixture.setTenant(id, { overlayKey: null })
    expect(await overlay.closed()).to.equal(CLOSE_CODES.unauthenticated)
  })

  it('closes with 1011 and tells the operator when tokens cannot be checked', async () => {
    await fixture.stop()
    const failure = new Error('no database')
    fixture = await GatewayFixture.start(database, { verify: () => Promise.reject(failure) })
    const errors = fixture.errors
    const client = await fixture.connect({ token: 'any' })
    expect(await client.closed()).to.equal(1011)
    expect(errors).to.deep.equal([failure])
  })
})
