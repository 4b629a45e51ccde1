import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { FaultRun } from '../../support/faults/FaultRun.ts'

const KILLS = 20

describe('kill -9 twenty times under load', function () {
  this.timeout(480_000)
  let run: FaultRun

  afterEach(() => run.dispose())

  it('loses nothing that was acknowledged, decides each once, and closes every item at its deadline', async () => {
    run = await FaultRun.start('killed', { seconds: (random) => 2 + random.int(6) })
    const { service, load, show, random } = run
    for (let kill = 1; kill <= KILLS; kill++) {
      const before = load.acknowledged.length
      const offering = show.offer()
      // Now and then before it is up, mostly in the middle of its work.
      await pause(random.int(500))
      await service.kill()
      await offering
      service.launch()
      if (random.chance(0.2)) await pause(random.int(1_000))
      else await service.process.ready()
      expect(load.acknowledged.length).to.be.at.least(before)
    }
    await service.kill()
    await service.start()
    await run.acknowledgedMore()
    await run.settle()
  })
})
