import { expect } from 'chai'
import { eventually } from '../../support/eventually.ts'
import { FaultRun } from '../../support/faults/FaultRun.ts'

const HOUR_MS = 3_600_000
const ITEM_SECONDS = 3
const CLOCK = new URL('../../support/faults/steppedClock.ts', import.meta.url).href
/** I8, and a little for asking. */
const LATE_MS_MAX = 3_000

describe('a wall clock that is moved while items run', function () {
  this.timeout(180_000)
  let run: FaultRun

  afterEach(() => run.dispose())

  it('forwards and backwards by an hour ends no item early and none late', async () => {
    run = await FaultRun.start('clock', {
      args: ['--import', `${CLOCK}?ms=${String(HOUR_MS)}`],
      seconds: () => ITEM_SECONDS,
    })
    const { service, show, server, database } = run
    const running = async (): Promise<number> =>
      Number(await server.sql('select count(*) from auction_item where closed_at is null', database))
    for (let step = 1; step <= 2; step++) {
      service.signal('SIGUSR2')
      const ends = show.stalls.map(({ item }) => Date.parse(item?.endsAt ?? ''))
      await eventually(async () => (await running()) < ends.length, { timeoutMs: 20_000 })
      expect(Date.now(), 'the first end').to.be.at.least(Math.min(...ends))
      await eventually(async () => (await running()) === 0, { timeoutMs: 20_000 })
      expect(Date.now(), 'the last end').to.be.below(Math.max(...ends) + LATE_MS_MAX)
      if (step === 1) await show.offer()
    }
    await run.settle()
  })
})
