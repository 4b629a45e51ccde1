import { expect } from 'chai'
import type { Database } from '../../../src/persistence/database.ts'
import { eventLogSpan, readEventLog } from '../../../src/persistence/eventLog.ts'
import { partitionOf } from '../../../src/persistence/partitionOf.ts'
import { openTestDatabase } from '../../support/database.ts'
import { EngineFixture, FakeClock } from '../../support/engine/EngineFixture.ts'

describe('the event log', () => {
  let database: Database
  let clock: FakeClock
  let fixture: EngineFixture
  let tenantId: string
  let itemId: string
  let price: number

  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database.close())
  beforeEach(async () => {
    clock = new FakeClock()
    fixture = await EngineFixture.start({ sql: database.sql, clock })
    const show = await fixture.show()
    tenantId = show.tenantId
    itemId = await fixture.auction(show)
    price = 10
  })
  afterEach(() => fixture.engine.stop())

  const rows = () =>
    database.sql.query<{ first: string; last: string }>(
      'select first_id as first, last_id as last from tenant_events where tenant_id = $1 order by first_id',
      [tenantId],
    )
  const say = async (text: string): Promise<void> => {
    await fixture.engine.takeIn([fixture.comment(tenantId, text)])
    await fixture.settled(tenantId)
  }
  const bid = () => say(String(++price))
  const typesAfter = async (id: number, rowsMax = 100) =>
    (await readEventLog(database.sql, tenantId, id, rowsMax)).map(({ id, type }) => `${String(id)} ${type}`)

  it('has no rows for what comments and bids tell, and is complete all the same', async () => {
    await fixture.engine.takeIn(['11', 'so pretty', '12'].map((text) => fixture.comment(tenantId, text)))
    await fixture.settled(tenantId)
    expect(await rows()).to.deep.equal([{ first: '1', last: '1' }])
    expect(await typesAfter(0)).to.deep.equal([
      '1 auction.started',
      ...['2 comment.new', '3 bid.new', '4 comment.new', '5 comment.new', '6 bid.new'],
    ])
    expect(await typesAfter(4), 'from its middle').to.deep.equal(['5 comment.new', '6 bid.new'])
    expect(await typesAfter(0, 1), 'a row at a time').to.deep.equal(['1 auction.started'])
    expect(await eventLogSpan(database.sql, tenantId)).to.deep.equal({ firstId: 1, lastId: 6 })
  })

  it('has a row for anything else, which begins with what had none', async () => {
    await bid()
    await fixture.engine.close({ tenantId, itemId })
    await say('so pretty')
    expect(await rows()).to.deep.equal([
      { first: '1', last: '1' },
      { first: '2', last: '4' },
    ])
    expect(await typesAfter(2)).to.deep.equal(['3 bid.new', '4 auction.ended', '5 comment.new'])
  })

  it('leaves nothing to look through where all of it stands in rows, whether or not a partition had its turn', async () => {
    // Of its own, because another shop may share the partition.
    const alone = await openTestDatabase()
    const only = await EngineFixture.start({ sql: alone.sql, clock })
    const show = await only.show()
    const id = await only.auction(show)
    await only.engine.takeIn([only.comment(show.tenantId, '11')])
    await only.engine.close({ tenantId: show.tenantId, itemId: id })
    const [partition] = await alone.sql.query(
      'select position, logged_position as logged from partition where id = $1',
      [partitionOf(show.tenantId)],
    )
    expect(partition).to.deep.equal({ position: '1', logged: '1' })
    await only.engine.stop()
    await alone.close()
  })

  /** Says something to another shop until each partition had its turn. */
  const talkOfOthers = async (theirs: EngineFixture): Promise<void> => {
    const other = await theirs.show()
    for (let batches = 0; batches < 40; batches++) {
      await theirs.engine.takeIn([theirs.comment(other.tenantId, 'hello')])
      await theirs.settled(other.tenantId)
    }
  }

  it('has rows for all tenants in their turns, whosever batches they are', async () => {
    await bid()
    await talkOfOthers(fixture)
    expect(await rows()).to.deep.equal([
      { first: '1', last: '1' },
      { first: '2', last: '3' },
    ])
    await bid()
    expect(await typesAfter(1)).to.deep.equal(['2 comment.new', '3 bid.new', '4 comment.new', '5 bid.new'])
  })

  it('goes on where it ended when another process takes over, and leaves no tenant behind', async () => {
    await bid()
    const next = await EngineFixture.start({ sql: database.sql, clock })
    await talkOfOthers(next)
    expect(await rows()).to.deep.equal([
      { first: '1', last: '1' },
      { first: '2', last: '3' },
    ])
    await next.engine.takeIn([next.comment(tenantId, 'so pretty')])
    await next.settled(tenantId)
    expect(await typesAfter(2)).to.deep.equal(['3 bid.new', '4 comment.new'])
    await next.engine.stop()
  })

  it('has a row for two thousand events, however fast they come', async () => {
    const comments = Array.from({ length: 2_100 }, () => fixture.comment(tenantId, 'so pretty'))
    await fixture.engine.takeIn(comments)
    await fixture.settled(tenantId)
    const [, second] = await rows()
    expect(Number(second?.last)).to.be.within(2_001, 2_101)
    expect(await typesAfter(2_099)).to.deep.equal(['2100 comment.new', '2101 comment.new'])
  })
})
