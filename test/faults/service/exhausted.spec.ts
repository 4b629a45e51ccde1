import { expect } from 'chai'
import { openDatabase, type Database } from '../../../src/persistence/database.ts'
import { eventually } from '../../support/eventually.ts'
import { FaultRun } from '../../support/faults/FaultRun.ts'

/** More than the server has. */
const OTHERS = 200
/** For a machine that is busy with other things. */
const PATIENCE = { timeoutMs: 60_000 }
/** Longer than any of it takes. */
const HELD_MS_MAX = 120_000
const LOCKED_SECONDS_MAX = 60
/** The platform gives up after 20 s. */
const ANSWER_WITHIN_MS = 4_000

describe('a database that has nothing left for the service', function () {
  this.timeout(180_000)
  let run: FaultRun
  const others: Database[] = []

  /** Somebody else at the server; gone after the test. */
  const other = async (url: string, poolConnectionsMax: number): Promise<Database> => {
    const database = await openDatabase({ url, poolConnectionsMax, statementTimeoutMs: HELD_MS_MAX })
    others.push(database)
    return database
  }

  afterEach(async () => {
    for (const one of others.splice(0)) await one.close()
    await run.dispose()
  })

  const expectClearAnswers = (): void => {
    for (const { status, text, headers, tookMs } of run.load.refusals) {
      expect(`${String(status)} ${text}`).to.match(/^503 /)
      expect(headers.get('retry-after'), 'Retry-After').to.match(/^\d+$/)
      expect(tookMs).to.be.below(ANSWER_WITHIN_MS)
    }
    expect(run.load.unanswered, 'posts without an answer').to.equal(0)
  }

  it('every connection of the server taken by others: answers 503 and goes on once there are some again', async () => {
    run = await FaultRun.start('no connection free')
    await run.acknowledgedMore()
    const url = await run.server.createDatabase()
    const [keeper, crowd] = [await other(url, 1), await other(url, OTHERS)]
    // Whoever waits for this lock keeps its connection until the keeper lets go.
    await keeper.sql.query('select pg_advisory_lock(1)')
    let asking = 0
    const ask = (): void => {
      asking += 1
      const held = crowd.sql.query('select pg_advisory_lock_shared(1)')
      // One that found no place asks again.
      void held.catch(() => undefined).finally(() => (asking -= 1))
    }
    await eventually(async () => {
      while (asking < OTHERS) ask()
      await keeper.sql.query(run.cut)
      return run.load.refusals.length > 0 && (await run.service.get('/readyz')).status === 503
    }, PATIENCE)
    expect((await run.service.get('/healthz')).status).to.equal(200)
    await keeper.sql.query('select pg_advisory_unlock(1)')
    await eventually(() => asking === 0, PATIENCE)
    for (const one of others.splice(0)) await one.close()
    await eventually(async () => (await run.service.get('/readyz')).status === 200)
    await run.acknowledgedMore()
    await run.settle()
    expectClearAnswers()
    expect(run.load.refusals.length, 'posts refused').to.be.above(0)
  })

  it('every table locked by another: answers in time, stays alive, and goes on once they are free', async () => {
    // A statement waits a second at most, so that the locks outlast it.
    run = await FaultRun.start('locked', { settings: { database: { statementTimeoutMs: 1_000 } } })
    await run.acknowledgedMore()
    // Where both wait for each other, it is the service that has to give way.
    const locked = run.server.sql(
      `begin; set local deadlock_timeout = '10min'; lock table tenant, partition, inbox_comment, bid in access exclusive mode;
       select pg_sleep(${String(LOCKED_SECONDS_MAX)}); commit`,
      run.database,
    )
    const released = locked.catch(() => 'cancelled')
    await eventually(async () => {
      expect((await run.service.get('/healthz')).tookMs).to.be.below(1_000)
      return (await run.service.get('/readyz', ANSWER_WITHIN_MS)).text.startsWith('not ready: ')
    }, PATIENCE)
    await eventually(() => run.load.refusals.length > 0, PATIENCE)
    await run.server.sql(
      `select pg_cancel_backend(pid) from pg_stat_activity
        where query like '%pg_sleep%' and datname = '${run.database}' and pid <> pg_backend_pid()`,
    )
    expect(await released).to.equal('cancelled')
    await eventually(async () => (await run.service.get('/readyz')).status === 200)
    await run.acknowledgedMore()
    await run.settle()
    expectClearAnswers()
    expect(run.load.refusals.length, 'posts refused').to.be.above(0)
  })
})
