import { expect } from 'chai'
import type { Database } from '../../../src/persistence/database.ts'
import { openTestDatabase } from '../../support/database.ts'
import { EngineFixture, FakeClock } from '../../support/engine/EngineFixture.ts'
import { SimulatedTime } from '../../support/simulation/SimulatedTime.ts'

const SECOND = 1_000
const DAY = 86_400 * SECOND

describe('deadlines', () => {
  let database: Database
  let time: SimulatedTime
  let fixture: EngineFixture

  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database.close())
  beforeEach(() => {
    time = new SimulatedTime()
    time.install()
  })
  afterEach(async () => {
    await fixture.engine.stop()
    time.uninstall()
  })

  /** Time passes; then what it set off is decided. Between two timers nothing uses the database, which has its own. */
  const pass = async (ms: number, tenantId: string): Promise<void> => {
    await time.advance(ms, () => new Promise((resolve) => setImmediate(resolve)))
    await fixture.settled(tenantId)
  }
  const auction = async (seconds: number) => {
    const show = await fixture.show()
    return { tenantId: show.tenantId, itemId: await fixture.auction(show, seconds) }
  }
  const statusOf = async (itemId: string): Promise<unknown> =>
    (
      await database.sql.query<{ status: string }>(
        `select status || case when closed_at = ends_at then ' on time' else '' end as status from auction_item where id = $1`,
        [itemId],
      )
    )[0]?.status

  it('given a timer of 24 hours, then it counts down and closes at its moment, not a second before', async () => {
    fixture = await EngineFixture.start({ sql: database.sql, clock: time.clock() })
    const { tenantId, itemId } = await auction(86_400)
    await pass(DAY - 11 * SECOND, tenantId)
    expect(await statusOf(itemId)).to.equal('active')
    await pass(SECOND, tenantId)
    expect(await statusOf(itemId)).to.equal('countdown')
    await pass(9 * SECOND, tenantId)
    expect(await statusOf(itemId)).to.equal('countdown')
    await pass(SECOND, tenantId)
    expect(await statusOf(itemId)).to.equal('cancelled on time')
  })

  it('given extensions to 30 days, which no timer of Node can wait for, then it closes at its moment', async () => {
    fixture = await EngineFixture.start({ sql: database.sql, clock: time.clock() })
    const { tenantId, itemId } = await auction(86_400)
    for (let day = 1; day < 30; day++) await fixture.engine.extend({ tenantId, itemId, seconds: 86_400 })
    await pass(30 * DAY - SECOND, tenantId)
    expect(await statusOf(itemId)).to.equal('countdown')
    await pass(SECOND, tenantId)
    expect(await statusOf(itemId)).to.equal('cancelled on time')
  })

  it('given a clock that goes back an hour, then nothing ends before the clock says so', async () => {
    const clock = new FakeClock()
    fixture = await EngineFixture.start({ sql: database.sql, clock })
    const { tenantId, itemId } = await auction(60)
    const advance = async (ms: number): Promise<void> => {
      clock.millis += ms
      await pass(ms, tenantId)
    }
    clock.millis -= 3_600 * SECOND
    await advance(3_599 * SECOND)
    expect(await statusOf(itemId)).to.equal('active')
    await fixture.engine.takeIn([fixture.comment(tenantId, '20')])
    await advance(60 * SECOND)
    expect(await statusOf(itemId)).to.equal('countdown')
    await advance(SECOND)
    expect(await statusOf(itemId)).to.equal('sold on time')
    expect(await fixture.outcomes(tenantId)).to.deep.equal(['20: bid_accepted'])
  })
})
