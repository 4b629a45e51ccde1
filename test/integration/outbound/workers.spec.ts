import { expect } from 'chai'
import { openDatabase } from '../../../src/persistence/database.ts'
import { eventually } from '../../support/eventually.ts'
import { openOutboundFixture, type OutboundFixture } from '../../support/outbound/OutboundFixture.ts'
import { startShopReceiver, type ShopReceiver } from '../../support/outbound/ShopReceiver.ts'
import { sharedPostgres } from '../../support/postgres.ts'

const TENANTS = 6
const ITEMS = 5
const PER_ITEM = 10

// The embedded database has one session, so that workers never meet there: always on a real server.
describe('several workers over one outbox', () => {
  let fixture: OutboundFixture
  let shop: ShopReceiver

  before(async () => {
    const url = await (await sharedPostgres()).createDatabase()
    fixture = await openOutboundFixture(await openDatabase({ url, poolConnectionsMax: 20 }))
    shop = await startShopReceiver()
  })
  after(async () => {
    await fixture.close()
    await shop.stop()
  })

  it('send every delivery once, and those of an item in order', async () => {
    shop.behave((response) => {
      // Answers overtake each other.
      setTimeout(() => response.writeHead(200).end(), (shop.received.length * 7) % 5)
    })
    const expected = new Map<string, string[]>()
    for (let tenant = 0; tenant < TENANTS; tenant += 1) {
      const { id } = await fixture.addTenant({ webhookUrl: shop.url })
      for (let item = 0; item < ITEMS; item += 1) {
        const key = `${tenant}/${item}`
        const ids: string[] = []
        for (let n = 0; n < PER_ITEM; n += 1)
          ids.push(await fixture.addWebhook(id, { item: key, data: { key } }))
        expected.set(key, ids)
      }
    }
    for (let worker = 0; worker < 4; worker += 1) fixture.start()
    const total = TENANTS * ITEMS * PER_ITEM
    await eventually(
      async () => {
        const [row] = await fixture.database.sql.query<{ open: string }>(
          `select count(*) as open from delivery where status <> 'delivered'`,
        )
        return Number(row?.open) === 0
      },
      { timeoutMs: 50_000 },
    )
    expect(shop.received).to.have.length(total)
    const sent = new Map<string, string[]>()
    for (const { body, headers } of shop.received) {
      const { data } = JSON.parse(body) as { data: { key: string } }
      sent.set(data.key, [...(sent.get(data.key) ?? []), String(headers['webhook-id'])])
    }
    for (const [key, ids] of expected) expect(sent.get(key), key).to.deep.equal(ids)
    expect(fixture.faults).to.deep.equal([])
  })
})
