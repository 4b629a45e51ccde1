import { expect } from 'chai'
import { openDatabase, type Database } from '../../../src/persistence/database.ts'
import { eventually } from '../../support/eventually.ts'
import { FaultRun } from '../../support/faults/FaultRun.ts'

/** More than the server has. */
const OTHERS = 200
const HELD_SECONDS = 2
/** For a machine that is busy with other things. */
const PATIENCE = { timeoutMs: 30_000 }
const LOCKED_SECONDS_MAX = 60
/** The platform gives up after 20 s. */
const ANSWER_WITHIN_MS = 4_000

describe('a database that has nothing left for the service', function () {
  this.timeout(180_000)
  let run: FaultRun
  let others: Database | undefined

  afterEach(async () => {
    await others?.close()
    others = undefined
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
    const hold = await openDatabase({
      url: await run.server.createDatabase(),
      poolConnectionsMax: OTHERS,
    })
    others = hold
    // Who waits for a connection gets the next that is free, so the cut ones never come back to the service.
    const held = Array.from({ length: OTHERS }, () =>
      hold.sql.query(`select pg_sleep(${String(HELD_SECONDS)})`).catch(() => undefined),
    )
    await eventually(async () => {
      await run.cutConnections().catch(() => 0)
      return (await run.service.get('/readyz')).status === 503
    })
    expect((await run.service.get('/healthz')).status).to.equal(200)
    await Promise.all(held)
    await hold.close()
    others = undefined
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
    const locked = run.server.sql(
      `begin; lock table tenant, partition, inbox_comment, bid in access exclusive mode;
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
