import { expect } from 'chai'
import type { Database } from '../../../src/persistence/database.ts'
import { openTestDatabase } from '../../support/database.ts'
import { EngineFixture } from '../../support/engine/EngineFixture.ts'
import { dataError, FaultySql } from '../../support/engine/FaultySql.ts'
import { eventually } from '../../support/eventually.ts'
import { SimulatedTime } from '../../support/simulation/SimulatedTime.ts'

describe('engine, when the storage fails', () => {
  let database: Database
  let sql: FaultySql
  let engines: EngineFixture[]

  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database.close())
  beforeEach(() => {
    sql = new FaultySql(database.sql)
    engines = []
  })
  afterEach(async () => {
    for (const { engine } of engines) await engine.stop()
  })

  const start = async (
    options: Partial<Parameters<typeof EngineFixture.start>[0]> = {},
  ): Promise<EngineFixture> => {
    const fixture = await EngineFixture.start({ sql, ...options })
    engines.push(fixture)
    return fixture
  }
  /** An engine with an auction on offer. */
  const auctioning = async (options: Parameters<typeof start>[0] = {}) => {
    const fixture = await start(options)
    const show = await fixture.show()
    const itemId = await fixture.auction(show)
    const { tenantId } = show
    const say = (text: string, by = 'ayse') =>
      fixture.engine.takeIn([fixture.comment(tenantId, text, { by })])
    return { fixture, show, tenantId, itemId, say }
  }
  const statusOf = async (itemId: string): Promise<unknown> =>
    (
      await database.sql.query(
        'select status, auction_item.current_price::text as price from auction_item where id = $1',
        [itemId],
      )
    )[0]
  const stored = async (tenantId: string): Promise<number> =>
    (await database.sql.query('select 1 from inbox_comment where tenant_id = $1', [tenantId])).length
  const epoch = async (): Promise<number> =>
    Number(
      (await database.sql.query<{ epoch: string }>('select max(epoch)::text as epoch from partition'))[0]
        ?.epoch,
    )
  const refusal = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'not refused',
      (error: unknown) => error,
    )
  const running = (fixture: EngineFixture) => eventually(() => fixture.engine.status().state === 'running')

  it('given a commit that fails once, then nothing is lost and nothing is told twice', async () => {
    const { fixture, tenantId, itemId } = await auctioning()
    sql.failing = { text: 'insert into bid', times: 1, error: new Error('Connection terminated') }
    await fixture.engine.takeIn([
      fixture.comment(tenantId, '20'),
      fixture.comment(tenantId, '30', { by: 'can' }),
    ])
    await fixture.settled(tenantId)
    expect(sql.failing.times, 'faults left').to.equal(0)
    expect(await fixture.outcomes(tenantId)).to.deep.equal(['20: bid_accepted', '30: bid_accepted'])
    expect(fixture.told.filter((type) => type === 'bid.new')).to.have.lengthOf(2)
    await fixture.engine.close({ tenantId, itemId })
    expect(await statusOf(itemId)).to.deep.equal({ status: 'sold', price: '30.00' })
  })

  it('given an activation whose commit loses its answer, then it is recognised: told once, answered as done', async () => {
    const fixture = await start()
    const show = await fixture.show()
    const before = await epoch()
    sql.answersLost = 1
    const itemId = await fixture.auction(show)
    expect(sql.answersLost, 'answers to lose').to.equal(0)
    expect(await epoch(), 'it took over again, once').to.equal(before + 1)
    expect(await statusOf(itemId)).to.deep.equal({ status: 'active', price: '10.00' })
    expect(fixture.told).to.deep.equal(['auction.started'])
  })

  it('given a bid whose commit loses its answer, then it counts once and is told once', async () => {
    const { fixture, tenantId, itemId, say } = await auctioning()
    const before = await epoch()
    expect(await statusOf(itemId)).to.deep.equal({ status: 'active', price: '10.00' })
    sql.answersLost = 1
    await say('20')
    await fixture.settled(tenantId)
    expect(sql.answersLost, 'answers to lose').to.equal(0)
    expect(await epoch()).to.equal(before + 1)
    expect(await fixture.outcomes(tenantId)).to.deep.equal(['20: bid_accepted'])
    expect(await statusOf(itemId)).to.deep.equal({ status: 'active', price: '20.00' })
    expect(fixture.told).to.deep.equal(['auction.started', 'comment.new', 'bid.new'])
  })

  it('given an append that fails, then it is refused and not stored; delivered again, it counts', async () => {
    const { fixture, tenantId } = await auctioning()
    const comment = fixture.comment(tenantId, '20')
    sql.failing = { text: 'append_comments', times: 1, error: new Error('Connection terminated') }
    expect(await refusal(fixture.engine.takeIn([comment]))).to.include({ code: 'overloaded' })
    expect(await stored(tenantId)).to.equal(0)
    await running(fixture)
    await fixture.engine.takeIn([comment])
    await fixture.settled(tenantId)
    expect(await fixture.outcomes(tenantId)).to.deep.equal(['20: bid_accepted'])
  })

  it('given an append that is stored and loses its answer, then it is refused, and delivered again it is a duplicate', async () => {
    const { fixture, tenantId } = await auctioning()
    const comment = fixture.comment(tenantId, '20')
    sql.losing = { text: 'append_comments', times: 1 }
    expect(await refusal(fixture.engine.takeIn([comment]))).to.include({ code: 'overloaded' })
    expect(sql.losing.times, 'faults left').to.equal(0)
    expect(await stored(tenantId), 'stored for all that').to.equal(1)
    await running(fixture)
    await fixture.engine.takeIn([comment])
    await fixture.settled(tenantId)
    expect(await stored(tenantId)).to.equal(1)
    expect(await fixture.outcomes(tenantId)).to.deep.equal(['20: bid_accepted'])
    expect(fixture.told).to.deep.equal(['auction.started', 'comment.new', 'bid.new'])
  })

  it('given an append that fails while the next is under way, then only its comments are refused, and commands keep their place', async () => {
    const { fixture, tenantId, itemId, say } = await auctioning({ appendCommentsMax: 1 })
    const goOn = sql.hold()
    sql.failing = { text: 'append_comments', value: 'ayse', times: 1, error: dataError() }
    const refused = refusal(say('20'))
    const stored = say('30', 'can')
    const closed = fixture.engine.close({ tenantId, itemId })
    const late = say('40', 'lena').catch(() => running(fixture).then(() => say('40', 'lena')))
    goOn()
    expect(await refused).to.include({ code: 'overloaded' })
    await stored
    await closed
    await late
    await fixture.settled(tenantId)
    const expected = ['30: bid_accepted', '40: no_active_item']
    expect(await fixture.outcomes(tenantId)).to.deep.equal(expected)
    expect(await statusOf(itemId)).to.deep.equal({ status: 'sold', price: '30.00' })
  })

  it('given a comment that can never be stored, then it alone is set aside after a few tries, announced once like any other', async () => {
    const { fixture, tenantId, say } = await auctioning()
    const tries = 100
    sql.failing = { text: 'insert into bid', value: 'poison', times: tries, error: dataError() }
    await fixture.engine.takeIn([
      fixture.comment(tenantId, '20'),
      fixture.comment(tenantId, '40', { by: 'can', id: 'poison' }),
      fixture.comment(tenantId, '60', { by: 'lena' }),
    ])
    await fixture.settled(tenantId)
    const expected = ['20: bid_accepted', '40: set_aside', '60: bid_accepted']
    expect(await fixture.outcomes(tenantId)).to.deep.equal(expected)
    expect(fixture.told.filter((type) => type === 'comment.new')).to.have.length(expected.length)
    expect(tries - sql.failing.times, 'tries').to.be.within(1, 5)
    const warnings = fixture.warnings.length
    await say('80')
    await fixture.settled(tenantId)
    expect((await fixture.outcomes(tenantId)).at(-1)).to.equal('80: bid_accepted')
    expect(fixture.warnings.slice(warnings), 'what came later is not troubled').to.deep.equal([])
  })

  it('given storage that hangs, then as many wait as may, the next is refused at once, and all that waited count', async () => {
    const { fixture, tenantId, say } = await auctioning({ backlogMax: 5 })
    const goOn = sql.hold()
    // One is being stored; four more, with the two requests they come in, fill what may wait.
    const waiting = [say('20'), say('30', 'can'), say('40', 'lena')]
    expect(await refusal(say('50', 'omar'))).to.include({ code: 'overloaded' })
    const command = fixture.engine.close({ tenantId, itemId: crypto.randomUUID() })
    expect(await refusal(command)).to.include({ code: 'overloaded' })
    goOn()
    await Promise.all(waiting)
    await eventually(() => fixture.engine.status().backlog === 0)
    await fixture.settled(tenantId)
    const outcomes = ['20: bid_accepted', '30: bid_accepted', '40: bid_accepted']
    expect(await fixture.outcomes(tenantId)).to.deep.equal(outcomes)
  })

  describe('for a time', () => {
    const time = new SimulatedTime()
    const rest = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    }
    const backToWork = (fixture: EngineFixture) =>
      eventually(async () => {
        await time.advance(100, rest)
        return fixture.engine.status().state === 'running'
      })
    beforeEach(() => {
      time.install()
    })
    afterEach(() => {
      time.uninstall()
    })

    it('given a command that waited too long, then it is answered 503 and not carried out later', async () => {
      const options = { commandTimeoutMs: 300, clock: time.clock() }
      const { fixture, tenantId, itemId } = await auctioning(options)
      sql.isAway = true
      const closing = refusal(fixture.engine.close({ tenantId, itemId }))
      await time.advance(300, rest)
      expect(await closing).to.include({ code: 'overloaded' })
      sql.isAway = false
      await backToWork(fixture)
      await fixture.settled(tenantId)
      expect(await statusOf(itemId)).to.include({ status: 'active' })
    })

    it('half a minute, then the door refuses all the while, commands are answered 503, and all that was acknowledged counts afterwards', async () => {
      const { fixture, tenantId, itemId, say } = await auctioning({ clock: time.clock() })
      await say('20').then(() => (sql.isAway = true))
      const closing = refusal(fixture.engine.close({ tenantId, itemId }))
      for (let second = 0; second < 30; second++) {
        await time.advance(1_000, rest)
        expect(await refusal(say(String(100 + second * 10)))).to.include({ code: 'overloaded' })
      }
      expect(await closing).to.include({ code: 'overloaded' })
      expect(fixture.engine.status().state).to.equal('rebuilding')
      sql.isAway = false
      const backAt = time.elapsed
      await backToWork(fixture)
      expect(time.elapsed - backAt, 'ms until it noticed').to.be.at.most(3_000)
      await fixture.settled(tenantId)
      expect(await fixture.outcomes(tenantId)).to.deep.equal(['20: bid_accepted'])
      expect(await statusOf(itemId)).to.deep.equal({ status: 'active', price: '20.00' })
    })
  })

  describe('and another process takes over', () => {
    it('then the first can neither take in nor decide', async () => {
      const { fixture: first, tenantId, itemId, say } = await auctioning()
      const second = await start()
      expect(await refusal(say('20'))).to.include({ code: 'overloaded' })
      expect(first.fenced).to.have.lengthOf(1)
      await second.engine.takeIn([second.comment(tenantId, '25')])
      await second.engine.close({ tenantId, itemId })
      expect(await statusOf(itemId)).to.deep.equal({ status: 'sold', price: '25.00' })
    })

    it('then everyone who waits at the first is answered at once', async () => {
      const options = { appendCommentsMax: 1, commandTimeoutMs: 3_600_000 }
      const { fixture, tenantId, itemId, say } = await auctioning(options)
      const goOn = sql.hold()
      const waiting = [say('20'), say('30'), fixture.engine.close({ tenantId, itemId }), say('40')].map(
        refusal,
      )
      await start({ sql: database.sql })
      goOn()
      for (const answer of await Promise.all(waiting)) expect(answer).to.include({ code: 'overloaded' })
      expect(fixture.fenced).to.have.lengthOf(1)
    })
  })
})
