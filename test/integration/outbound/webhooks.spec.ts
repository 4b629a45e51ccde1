import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import type { Sql } from '../../../src/persistence/sql.ts'
import { PAUSE_AFTER_FAILING_MS } from '../../../src/outbound/webhooks/endpointHealth.ts'
import { eventually } from '../../support/eventually.ts'
import { openOutboundFixture, type OutboundFixture } from '../../support/outbound/OutboundFixture.ts'
import {
  answer,
  endlessBody,
  hang,
  reset,
  startShopReceiver,
  type Received,
  type ShopReceiver,
} from '../../support/outbound/ShopReceiver.ts'

const signed = (request: Received | undefined, secret: string): unknown =>
  new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>)

const idOf = (request: Received | undefined): string => String(request?.headers['webhook-id'])

describe('shop webhooks', () => {
  let fixture: OutboundFixture
  let shop: ShopReceiver

  before(async () => {
    fixture = await openOutboundFixture()
  })
  beforeEach(async () => {
    shop = await startShopReceiver()
  })
  afterEach(async () => {
    await fixture.reset()
    await shop.stop()
  })
  after(() => fixture.close())

  it('arrive at once, signed so that any Standard Webhooks library takes them', async () => {
    const tenant = await fixture.addTenant({ webhookUrl: shop.url })
    const outbound = fixture.start({ pollMs: 60_000 })
    const id = await fixture.addWebhook(tenant.id, { data: { productName: 'Çay 🍵' } })
    outbound.wake()
    const row = await fixture.settled(id, 'delivered')
    expect(row).to.include({ attempts: 1, lastStatus: 200, lastError: null })
    expect(shop.received).to.have.length(1)
    expect(idOf(shop.received[0])).to.equal(id)
    expect(signed(shop.received[0], tenant.secret)).to.deep.include({
      type: 'auction.started',
      data: { productName: 'Çay 🍵' },
    })
  })

  it('cost the database a short question while none is due, and a claim once one is', async () => {
    const asked: string[] = []
    const { sql } = fixture.database
    const query: Sql['query'] = (text, values) => {
      asked.push(text.trim().split(/\s+/, 2).join(' '))
      return sql.query(text, values)
    }
    const tenant = await fixture.addTenant({ webhookUrl: shop.url })
    fixture.start({ sql: { ...sql, query }, pollMs: 5 })
    await eventually(() => asked.filter((words) => words === 'select from').length > 10)
    expect(asked).not.to.include('with recursive')
    await fixture.settled(await fixture.addWebhook(tenant.id), 'delivered')
    expect(asked).to.include('with recursive')
  })

  it('are signed with the old secret too for 24 hours after a regeneration', async () => {
    const tenant = await fixture.addTenant({ webhookUrl: shop.url })
    const outbound = fixture.start()
    const fresh = await outbound.webhooks.regenerateSecret({ tenantId: tenant.id, revokeOld: false })
    await fixture.settled(await fixture.addWebhook(tenant.id), 'delivered')
    expect(signed(shop.received[0], fresh)).to.be.an('object')
    expect(signed(shop.received[0], tenant.secret)).to.be.an('object')
    fixture.clock.advance(24 * 3_600_000 + 1)
    await fixture.settled(await fixture.addWebhook(tenant.id), 'delivered')
    expect(String(shop.received[1]?.headers['webhook-signature']).split(' ')).to.have.length(1)
  })

  it('are signed with the new secret alone when the old one is revoked', async () => {
    const tenant = await fixture.addTenant({ webhookUrl: shop.url })
    const outbound = fixture.start()
    const fresh = await outbound.webhooks.regenerateSecret({ tenantId: tenant.id, revokeOld: true })
    await fixture.settled(await fixture.addWebhook(tenant.id), 'delivered')
    expect(signed(shop.received[0], fresh)).to.be.an('object')
    expect(() => signed(shop.received[0], tenant.secret)).to.throw('No matching signature')
  })

  const failures: [name: string, behaviour: Parameters<ShopReceiver['behave']>[0], word: RegExp][] = [
    ['answers 500', answer(500), /^http_500$/],
    ['answers 404', answer(404), /^http_404$/],
    ['answers with a redirect', answer(302, { location: 'http://127.0.0.1:9/' }), /^http_302$/],
    ['breaks the connection', reset, /^(ECONNRESET|UND_ERR_SOCKET)$/],
  ]
  for (const [name, behaviour, word] of failures) {
    it(`are tried again after 5 seconds, under the same id, when the shop ${name}`, async () => {
      shop.behave(behaviour, answer(204))
      const tenant = await fixture.addTenant({ webhookUrl: shop.url })
      fixture.clock.freeze()
      fixture.start()
      const id = await fixture.addWebhook(tenant.id)
      const failed = await fixture.tried(id, 1)
      expect(failed.status).to.equal('pending')
      expect(failed.lastError).to.match(word)
      expect((failed.nextAttemptAt ?? 0) - fixture.clock.now()).to.be.within(3_000, 5_000)
      fixture.clock.advance(5_000)
      await fixture.settled(id, 'delivered')
      expect(shop.received.map(idOf)).to.deep.equal([id, id])
    })
  }

  it('are tried again when nobody listens at the address', async () => {
    const tenant = await fixture.addTenant({ webhookUrl: 'http://127.0.0.1:9/' })
    fixture.start()
    const id = await fixture.addWebhook(tenant.id)
    const row = await fixture.tried(id, 1)
    expect(row.lastError).to.equal('ECONNREFUSED')
  })

  it('end with the tenth try, three days later', async () => {
    shop.behave(answer(503))
    const tenant = await fixture.addTenant({ webhookUrl: shop.url })
    fixture.start()
    const id = await fixture.addWebhook(tenant.id)
    for (let tries = 1; tries < 10; tries += 1) {
      await fixture.tried(id, tries)
      fixture.clock.advance((fixture.config.outbound.retryDelaysSeconds[tries] ?? 0) * 1_000)
    }
    expect(await fixture.settled(id, 'failed')).to.include({ attempts: 10, lastError: 'http_503' })
  })

  it('stop for good at a 410', async () => {
    shop.behave(answer(410))
    const tenant = await fixture.addTenant({ webhookUrl: shop.url })
    fixture.start()
    const id = await fixture.addWebhook(tenant.id)
    expect(await fixture.settled(id, 'failed')).to.include({
      attempts: 1,
      lastStatus: 410,
      nextAttemptAt: null,
    })
  })

  it('wait as long as Retry-After says', async () => {
    shop.behave(answer(429, { 'retry-after': '120' }), answer(200))
    const tenant = await fixture.addTenant({ webhookUrl: shop.url })
    fixture.clock.freeze()
    fixture.start()
    const id = await fixture.addWebhook(tenant.id)
    const row = await fixture.tried(id, 1)
    expect((row.nextAttemptAt ?? 0) - fixture.clock.now()).to.equal(120_000)
    fixture.clock.advance(120_000)
    await fixture.settled(id, 'delivered')
  })

  it('count as delivered by their status, and only the start of a body without end is read', async () => {
    shop.behave(endlessBody)
    const tenant = await fixture.addTenant({ webhookUrl: shop.url })
    fixture.start()
    const id = await fixture.addWebhook(tenant.id)
    await fixture.settled(id, 'delivered')
    const [attempt] = await fixture.database.sql.query<{ body: string }>(
      'select response_body as body from delivery_attempt where delivery_id = $1::uuid',
      [id],
    )
    expect(attempt?.body).to.have.length(4_096)
    await eventually(() => shop.received[0]?.isAborted)
  })

  it('keep the order of an item: a later one waits for the retry of an earlier one', async () => {
    shop.behave(answer(500), answer(200))
    const tenant = await fixture.addTenant({ webhookUrl: shop.url })
    fixture.start()
    const first = await fixture.addWebhook(tenant.id, { item: 'lamp' })
    const second = await fixture.addWebhook(tenant.id, { item: 'lamp' })
    const other = await fixture.addWebhook(tenant.id, { item: 'vase' })
    await fixture.settled(other, 'delivered')
    expect(await fixture.delivery(second)).to.include({ attempts: 0 })
    fixture.clock.advance(5_000)
    await fixture.settled(second, 'delivered')
    expect(shop.received.map(idOf)).to.deep.equal([first, other, first, second])
  })

  it('do not hold an item back for days: after three failed tries the later ones go first', async () => {
    shop.behave(answer(500), answer(500), answer(500), answer(200))
    const tenant = await fixture.addTenant({ webhookUrl: shop.url })
    fixture.start()
    const first = await fixture.addWebhook(tenant.id, { item: 'lamp' })
    const second = await fixture.addWebhook(tenant.id, { item: 'lamp' })
    for (let tries = 1; tries < 3; tries += 1) {
      await fixture.tried(first, tries)
      fixture.clock.advance(300_000)
    }
    await fixture.settled(second, 'delivered')
    expect((await fixture.delivery(first)).status).to.equal('pending')
  })

  it('are cancelled when the address was taken away', async () => {
    const tenant = await fixture.addTenant({ webhookUrl: null })
    fixture.start()
    const id = await fixture.addWebhook(tenant.id)
    expect(await fixture.settled(id, 'cancelled')).to.include({ attempts: 0, lastError: 'no_webhook_url' })
  })

  it('to an endpoint that failed for five days pause; the seller is told, and a ping that arrives ends it', async () => {
    shop.behave(answer(500))
    const tenant = await fixture.addTenant({ webhookUrl: shop.url })
    const outbound = fixture.start()
    const first = await fixture.addWebhook(tenant.id)
    await fixture.tried(first, 1)
    fixture.clock.advance(PAUSE_AFTER_FAILING_MS)
    await eventually(() => fixture.announced.length > 0)
    expect(fixture.announced).to.deep.equal([
      {
        tenantId: tenant.id,
        announcement: { type: 'webhook.paused', data: { reason: 'failing_for_5_days' } },
      },
    ])
    const before = shop.received.length
    shop.behave(answer(200))
    fixture.clock.advance(24 * 3_600_000)
    await outbound.webhooks.ping(tenant.id)
    await fixture.settled(first, 'delivered')
    expect(JSON.parse(shop.received[before]?.body ?? '')).to.include({ type: 'ping' })
  })

  it('pause five days after the first of the failed tries ended, however late that is noted', async () => {
    shop.behave(answer(500))
    const tenant = await fixture.addTenant({ webhookUrl: shop.url })
    let tries = 0
    // Called when a try is stored, before it is noted.
    fixture.start({
      onTry() {
        if (++tries === 1) fixture.clock.advance(PAUSE_AFTER_FAILING_MS)
      },
    })
    await fixture.addWebhook(tenant.id)
    await eventually(() => fixture.announced.length > 0)
    expect(tries).to.equal(2)
  })

  it('are sent once more when the seller asks, under the old id', async () => {
    shop.behave(answer(410), answer(200))
    const tenant = await fixture.addTenant({ webhookUrl: shop.url })
    const outbound = fixture.start()
    const id = await fixture.addWebhook(tenant.id)
    await fixture.settled(id, 'failed')
    await outbound.webhooks.redeliver(tenant.id, id)
    await fixture.settled(id, 'delivered')
    expect(shop.received.map(idOf)).to.deep.equal([id, id])
  })

  it('are not sent once more for another tenant', async () => {
    const tenant = await fixture.addTenant({ webhookUrl: shop.url })
    const stranger = await fixture.addTenant({ webhookUrl: shop.url })
    const outbound = fixture.start()
    const id = await fixture.addWebhook(tenant.id)
    await fixture.settled(id, 'delivered')
    for (const wrong of [id, 'no-id']) {
      const refused = await outbound.webhooks.redeliver(stranger.id, wrong).catch((error: unknown) => error)
      expect(refused).to.include({ code: 'delivery_not_found' })
    }
  })

  it('are forgotten a month after they ended, and never before', async () => {
    const tenant = await fixture.addTenant({ webhookUrl: shop.url })
    const outbound = fixture.start()
    const ended = await fixture.addWebhook(tenant.id)
    await fixture.settled(ended, 'delivered')
    shop.behave(answer(503))
    const open = await fixture.addWebhook(tenant.id)
    await fixture.tried(open, 1)
    const left = async (): Promise<string[]> => {
      const rows = await fixture.database.sql.query<{ id: string }>(
        'select id from delivery order by sequence',
      )
      return rows.map(({ id }) => id)
    }
    fixture.clock.advance(29 * 24 * 3_600_000)
    await outbound.upkeep()
    expect(await left()).to.deep.equal([ended, open])
    fixture.clock.advance(2 * 24 * 3_600_000)
    await outbound.upkeep()
    expect(await left()).to.deep.equal([open])
  })

  it('of one tenant go on while the shop of another hangs', async () => {
    shop.behave(hang)
    const well = await startShopReceiver()
    const stuck = await fixture.addTenant({ webhookUrl: shop.url })
    const fine = await fixture.addTenant({ webhookUrl: well.url })
    fixture.start()
    for (let n = 0; n < 50; n += 1) await fixture.addWebhook(stuck.id)
    const ids = await Promise.all(Array.from({ length: 50 }, () => fixture.addWebhook(fine.id)))
    for (const id of ids) await fixture.settled(id, 'delivered')
    expect(shop.received.length).to.be.at.most(4)
    await shop.stop()
    shop = well
  })
})
