import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { call } from '../../support/contract/call.ts'
import { Seller, sign } from '../../support/contract/Seller.ts'
import { startService } from '../../support/contract/service.ts'
import { ON_POSTGRES } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { sharedPostgres } from '../../support/postgres.ts'

describe('The whole service as an ordinary user that owns its database', () => {
  it('sells, under row-level security in every statement', async function () {
    if (!ON_POSTGRES) this.skip()
    const server = await sharedPostgres()
    const name = `owner_${randomUUID().slice(0, 8)}`
    await server.sql(`create role ${name} login nosuperuser nocreaterole nobypassrls`)
    await server.sql(`create database ${name} owner ${name}`)
    const running = await startService({ DATABASE_URL: server.url(name).replace('postgres@', `${name}@`) })
    expect(running.app.database.rowSecurityGap).to.equal(null)

    const seller = await Seller.register('Owner', running.url)
    const accountId = randomUUID()
    running.graph.pages = [{ id: 'page', name: 'Page', social_business_account: { id: accountId } }]
    const back = await call(running.url, 'GET', `/auth/social/callback?code=c&state=${seller.id}`)
    expect(back.status).to.equal(302)
    seller.accountId = accountId
    const { item, session } = await seller.onAir({ startingPrice: 1 })
    expect(await seller.tell(session, 'ada', '50')).to.equal('bid_accepted')
    const raw = JSON.stringify(seller.payload('ben', '70'))
    await call(running.url, 'POST', '/webhooks/social', {
      raw,
      headers: { 'x-hub-signature-256': sign(raw) },
    })
    await eventually(async () => (await seller.item(item.id)).currentPrice === 70)
    expect((await seller.close(item.id)).data).to.include({ status: 'sold', currentPrice: 70 })
    expect((await seller.bids(item.id)).map(({ status }) => status)).to.deep.equal(['won', 'lost'])

    // Nobody but the tenant sees any of it, and the tenant all of it.
    const count = (as: string): Promise<{ bids: number }[]> =>
      running.app.database.asTenant(as, ({ sql }) => sql.query('select count(*)::int as bids from bid'))
    expect(await count(seller.id)).to.deep.equal([{ bids: 2 }])
    expect(await count(randomUUID())).to.deep.equal([{ bids: 0 }])
    await running.stop()
  })
})
