import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { FaultRun } from '../../support/faults/FaultRun.ts'

const ROUNDS = 2

describe('an owner that is paused while another process takes over', function () {
  this.timeout(180_000)
  let run: FaultRun

  afterEach(() => run.dispose())

  it('commits nothing more when it goes on, says so in one line and exits with 1', async () => {
    run = await FaultRun.start('paused', { seconds: (random) => 2 + random.int(4) })
    for (let round = 1; round <= ROUNDS; round++) {
      await run.show.offer()
      await run.acknowledgedMore()
      await pause(run.random.int(200))
      const stale = run.service
      stale.signal('SIGSTOP')
      const successor = await run.nextService()
      run.services.push(successor)
      await successor.start()
      await run.acknowledgedMore()
      stale.signal('SIGCONT')
      expect(await stale.process.ended(), 'exit code').to.equal(1)
      const lines = stale.process.errors.trimEnd().split('\n')
      expect(lines, stale.lastWords).to.have.length(1)
      expect(lines[0]).to.match(/another process has taken over. Stop one of the two/)
      run.services.splice(run.services.indexOf(stale), 1)
      await stale.dispose()
      await run.acknowledgedMore()
    }
    await run.settle()
  })

  // Nothing else is said meanwhile, so that only the fence stands between the stale owner and the database.
  for (const [what, ask] of [
    ['takes in no comment', ({ load }, url) => load.sayTo(url)],
    ['closes no item', ({ show }, url) => show.closeOne(url)],
  ] as const satisfies [string, (run: FaultRun, url: string) => Promise<boolean>][]) {
    it(`${what} that reached it while it was paused`, async () => {
      run = await FaultRun.start(`stale owner ${what}`)
      await run.settle()
      const stale = run.service
      stale.signal('SIGSTOP')
      const successor = await run.nextService()
      run.services.push(successor)
      await successor.start()
      const before = await run.stored()
      const asked = ask(run, stale.url)
      stale.signal('SIGCONT')
      expect(await asked, 'answered with success').to.equal(false)
      expect(await stale.process.ended(), stale.lastWords).to.equal(1)
      expect(await run.stored()).to.equal(before)
      await run.settle()
    })
  }
})
