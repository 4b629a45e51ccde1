import { expect } from 'chai'
import { FaultRun } from '../../support/faults/FaultRun.ts'

const ROUNDS = 2
/** `shutdownTimeoutMs`, and a little for the process itself. */
const STOP_WITHIN_MS = 11_000

describe('SIGTERM under load', function () {
  this.timeout(180_000)
  let run: FaultRun

  afterEach(() => run.dispose())

  it('exits with 0 in time, having decided all that was acknowledged', async () => {
    run = await FaultRun.start('stopped')
    const { service } = run
    for (let round = 1; round <= ROUNDS; round++) {
      await run.acknowledgedMore()
      await run.acknowledgedEnough()
      const start = performance.now()
      expect(await service.process.end('SIGTERM'), service.lastWords).to.equal(0)
      expect(performance.now() - start).to.be.below(STOP_WITHIN_MS)
      await run.verify()
      await service.start()
    }
    await run.settle()
  })
})
