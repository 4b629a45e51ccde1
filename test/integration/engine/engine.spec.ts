import { expect } from 'chai'
import type { Database } from '../../../src/persistence/database.ts'
import { openTestDatabase } from '../../support/database.ts'
import { EngineFixture, FakeClock } from '../../support/engine/EngineFixture.ts'

describe('engine', () => {
  let database: Database
  let engines: EngineFixture[]

  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database.close())
  beforeEach(() => {
    engines = []
  })
  afterEach(async () => {
    for (const { engine } of engines) await engine.stop()
  })

  const start = async (
    options: Partial<Parameters<typeof EngineFixture.start>[0]> = {},
  ): Promise<EngineFixture> => {
    const fixture = await EngineFixture.start({ sql: database.sql, ...options })
    engines.push(fixture)
    return fixture
  }
  const rowOf = async (itemId: string) => {
    const [row] = await database.sql.query(
      `select status, outcome, auction_item.current_price::text as price, winner_user_id is not null as won, ends_at = closed_at as "onTime"
         from auction_item where id = $1`,
      [itemId],
    )
    return row
  }

  describe('the line', () => {
    it('given bids, claims and chatter, when they are decided, then each has one outcome and its reason', async () => {
      const fixture = await start()
      const show = await fixture.show()
      const { tenantId } = show
      await fixture.engine.takeIn([fixture.comment(tenantId, '50')])
      const itemId = await fixture.auction(show)
      const say = (text: string, by: string) => fixture.comment(tenantId, text, { by })
      await fixture.engine.takeIn([
        say('12', 'ayse'),
        say('12.5', 'can'),
        say('is it 20?', 'lena'),
        say('mine', 'omar'),
      ])
      await fixture.engine.takeIn([say('15 TL', 'can')])
      await fixture.engine.close({ tenantId, itemId })
      expect(await fixture.outcomes(tenantId)).to.deep.equal([
        '50: no_active_item',
        '12: bid_accepted',
        '12.5: bid_too_low',
        'is it 20?: question',
        'mine: claim_on_auction',
        '15 TL: bid_accepted',
      ])
      expect(await rowOf(itemId)).to.include({ status: 'sold', outcome: 'won', price: '15.00', won: true })
    })

    it('given a delivery that comes twice, within a post and across posts, then it counts once', async () => {
      const fixture = await start()
      const show = await fixture.show()
      const { tenantId } = show
      await fixture.auction(show)
      const twice = fixture.comment(tenantId, '20', { id: 'same' })
      await fixture.engine.takeIn([twice, twice])
      await fixture.engine.takeIn([twice])
      await fixture.settled(tenantId)
      expect(await fixture.outcomes(tenantId)).to.deep.equal(['20: bid_accepted'])
      expect(fixture.told.filter((type) => type === 'comment.new')).to.have.lengthOf(1)
    })

    it('given the same id with another text, then it is another comment', async () => {
      const fixture = await start()
      const { tenantId } = await fixture.show()
      const take = (text: string) => fixture.engine.takeIn([fixture.comment(tenantId, text, { id: 'same' })])
      await take('20')
      await take('30')
      await fixture.settled(tenantId)
      expect(await fixture.outcomes(tenantId)).to.have.lengthOf(2)
    })

    it('given stock of two, when four claim at once, then two win and two wait', async () => {
      const fixture = await start()
      const show = await fixture.show({ stock: 2 })
      const { tenantId } = show
      await fixture.offer(show, 'fixed_price')
      await Promise.all(
        ['a', 'b', 'c', 'd'].map((by) => fixture.engine.takeIn([fixture.comment(tenantId, 'mine', { by })])),
      )
      await fixture.settled(tenantId)
      const outcomes = await fixture.outcomes(tenantId)
      expect(outcomes.toSorted()).to.deep.equal([
        'mine: claim_accepted',
        'mine: claim_accepted',
        'mine: waitlisted',
        'mine: waitlisted',
      ])
      const [row] = await database.sql.query<{ carts: number; webhooks: number }>(
        `select (select count(*)::int from cart_event where tenant_id = $1) as carts,
                (select count(*)::int from delivery where tenant_id = $1 and type = 'cart.created') as webhooks`,
        [tenantId],
      )
      expect(row).to.deep.equal({ carts: 2, webhooks: 2 })
    })

    it('given two activations at once, then one starts and the other is refused', async () => {
      const fixture = await start()
      const show = await fixture.show()
      const results = await Promise.allSettled([fixture.auction(show), fixture.auction(show)])
      expect(results.map((result) => result.status).toSorted()).to.deep.equal(['fulfilled', 'rejected'])
    })
  })

  describe('what changes while it runs', () => {
    it('given a viewer who was blocked, when a comment under the same name comes right behind, then it is blocked', async () => {
      const fixture = await start()
      const show = await fixture.show()
      const { tenantId } = show
      await fixture.auction(show)
      await fixture.engine.takeIn([fixture.comment(tenantId, '20', { by: 'lena' })])
      await fixture.settled(tenantId)
      await database.sql.query('update viewer set is_blocked = true where tenant_id = $1', [tenantId])
      await Promise.all([
        fixture.engine.viewerChanged({ tenantId, viewerId: crypto.randomUUID() }),
        fixture.engine.takeIn([fixture.comment(tenantId, '40', { by: 'lena', fromId: 'another device' })]),
      ])
      await fixture.settled(tenantId)
      expect(await fixture.outcomes(tenantId)).to.deep.equal(['20: bid_accepted', '40: blocked'])
      expect(fixture.warnings).to.deep.equal([])
    })

    it('given settings and stock that changed as the process died, when it starts again, then items follow them', async () => {
      const before = await start()
      const [auction, sale] = [await before.show(), await before.show({ stock: 0 })]
      await before.auction(auction)
      await before.offer(sale, 'fixed_price')
      const say = ({ engine }: EngineFixture, { tenantId }: { tenantId: string }, text: string) =>
        engine.takeIn([before.comment(tenantId, text)])
      await say(before, auction, '20')
      await say(before, sale, 'mine')
      await database.sql.query(
        `update tenant set settings = '{"requireMatchedViewer": true}' where id = $1`,
        [auction.tenantId],
      )
      await database.sql.query('update product set stock_quantity = 1 where id = $1', [sale.productId])
      await before.engine.stop()
      engines.pop()
      const after = await start()
      await say(after, auction, '40')
      await say(after, sale, 'me')
      for (const { tenantId } of [auction, sale]) await after.settled(tenantId)
      expect(await after.outcomes(auction.tenantId)).to.deep.equal([
        '20: bid_accepted',
        '40: viewer_not_matched',
      ])
      expect(await after.outcomes(sale.tenantId)).to.deep.equal(['mine: waitlisted', 'me: claim_accepted'])
    })

    it('given a wall clock that stepped back between two processes, when a third takes over, then the last bid leads and is the price', async () => {
      const clock = new FakeClock()
      const first = await start({ clock })
      const show = await first.show()
      const { tenantId } = show
      const itemId = await first.auction(show)
      await first.engine.takeIn([first.comment(tenantId, '20', { by: 'ayse' })])
      await first.engine.stop()
      const second = await start({ clock: new FakeClock(clock.millis - 3_600_000) })
      await second.engine.takeIn([second.comment(tenantId, '100', { by: 'can' })])
      await second.engine.stop()
      engines = []
      expect(await rowOf(itemId)).to.include({ status: 'active', price: '100.00' })
      const third = await start({ clock })
      await third.engine.close({ tenantId, itemId })
      expect(await rowOf(itemId)).to.include({ status: 'sold', price: '100.00' })
    })
  })

  describe('clock', () => {
    it('given an item that ended while nobody decided, then it closes at its deadline, after the comments in time', async () => {
      const clock = new FakeClock()
      const before = await start({ clock })
      const show = await before.show()
      const { tenantId } = show
      const itemId = await before.auction(show, 60)
      clock.millis += 59_000
      await before.engine.takeIn([before.comment(tenantId, '20')])
      await before.engine.stop()
      engines.pop()
      // Acknowledged in time and too late, by a process that died before it decided.
      const late = new FakeClock(clock.millis + 3_600_000)
      await database.sql.query(
        `insert into inbox_comment select partition, position + 1, tenant_id, gen_random_uuid(), 'in time', 'can', 'can', 'c', '30',
                null, received_at, received_at + interval '900 ms' from inbox_comment where tenant_id = $1`,
        [tenantId],
      )
      await database.sql.query(
        `insert into inbox_comment select partition, position + 1, tenant_id, gen_random_uuid(), 'too late', 'lena', 'lena', 'l', '99',
                null, received_at, received_at + interval '200 ms' from inbox_comment where tenant_id = $1 and comment_id = 'in time'`,
        [tenantId],
      )
      const after = await start({ clock: late })
      await after.settled(tenantId)
      expect(await after.outcomes(tenantId)).to.deep.equal([
        '20: bid_accepted',
        '30: bid_accepted',
        '99: no_active_item',
      ])
      expect(await rowOf(itemId)).to.include({ status: 'sold', price: '30.00', onTime: true })
    })

    it('given an item whose time is up, when the next one is activated before anyone noticed, then one ends and the other starts', async () => {
      const clock = new FakeClock()
      const fixture = await start({ clock })
      const show = await fixture.show()
      const ended = await fixture.auction(show, 60)
      clock.millis += 61_000
      const next = await fixture.auction(show)
      expect(await rowOf(ended)).to.include({ status: 'cancelled', onTime: true })
      expect(await rowOf(next)).to.include({ status: 'active' })
    })

    it('given anti-snipe, when the item is rebuilt, then it has its extended deadline', async () => {
      const clock = new FakeClock()
      const settings = { antiSnipe: { windowSeconds: 10, extendSeconds: 20 } }
      const before = await start({ clock })
      const show = await before.show({ settings })
      const itemId = await before.auction(show, 60)
      clock.millis += 55_000
      await before.engine.takeIn([before.comment(show.tenantId, '20')])
      await before.settled(show.tenantId)
      await before.engine.stop()
      engines.pop()
      clock.millis += 10_000
      const after = await start({ clock })
      await after.settled(show.tenantId)
      expect(await rowOf(itemId)).to.include({ status: 'countdown' })
      await after.engine.takeIn([after.comment(show.tenantId, '40', { by: 'can' })])
      await after.settled(show.tenantId)
      expect(await after.outcomes(show.tenantId)).to.deep.equal(['20: bid_accepted', '40: bid_accepted'])
    })
  })
})
