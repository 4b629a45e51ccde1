import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { FaultRun } from '../../support/faults/FaultRun.ts'

const CUTS = 15

describe('all connections to the database cut again and again', function () {
  this.timeout(180_000)
  let run: FaultRun

  afterEach(() => run.dispose())

  it('costs nothing that was acknowledged, and the same process goes on', async () => {
    run = await FaultRun.start('disconnected', { seconds: (random) => 2 + random.int(4) })
    const { pid } = run.service.process
    let cut = 0
    for (let round = 1; round <= CUTS; round++) {
      const offering = run.show.offer()
      await pause(run.random.int(150))
      cut += await run.cutConnections()
      if (run.random.chance(0.5)) await run.acknowledgedMore(1)
      await offering
    }
    expect(cut, 'connections cut').to.be.above(CUTS)
    await run.acknowledgedMore()
    await run.settle()
    expect((await run.service.get('/readyz')).text).to.equal('ready')
    expect(run.service.process.pid).to.equal(pid)
    expect(await run.service.process.end('SIGTERM'), run.service.lastWords).to.equal(0)
    for (const { status, text } of run.load.refusals) expect(`${String(status)} ${text}`).to.match(/^503 /)
  })
})
