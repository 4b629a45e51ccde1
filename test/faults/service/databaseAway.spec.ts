import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { FaultRun } from '../../support/faults/FaultRun.ts'
import { timed } from '../../support/faults/Service.ts'
import { eventually } from '../../support/eventually.ts'

const RESTARTS = 2
const AWAY_MS = 1_000
/** What counts as at once, on a machine that is busy with the load as well. */
const AT_ONCE_MS = 2_000

describe('a database that is gone at once, as in a power cut, and comes back', function () {
  this.timeout(180_000)
  let run: FaultRun

  afterEach(() => run.dispose())

  it('is answered by 503 meanwhile, and everything acknowledged is decided afterwards', async () => {
    run = await FaultRun.start('away', { seconds: (random) => 2 + random.int(4) })
    const { service, show, load, server } = run
    const token = show.stalls[0]?.accessToken ?? ''
    for (let restart = 1; restart <= RESTARTS; restart++) {
      await show.offer()
      await run.acknowledgedMore()
      await pause(run.random.int(200))
      await server.kill()
      try {
        const back = performance.now() + AWAY_MS
        while (performance.now() < back) {
          const [health, ready, list] = await Promise.all([
            service.get('/healthz'),
            service.get('/readyz'),
            timed(`${service.url}/api/v1/auctions`, { headers: { authorization: `Bearer ${token}` } }),
          ])
          expect(health.status, 'alive').to.equal(200)
          expect(`${String(ready.status)} ${ready.text}`).to.match(/^503 not ready: /)
          expect(`${String(list.status)} ${list.text}`).to.match(/^503 .*storage is away/)
          expect(list.headers.get('retry-after'), 'Retry-After').to.match(/^\d+$/)
          for (const { tookMs } of [health, ready, list]) expect(tookMs).to.be.below(AT_ONCE_MS)
        }
      } finally {
        await server.resume()
      }
      await eventually(async () => (await service.get('/readyz')).status === 200, { timeoutMs: 10_000 })
      await run.acknowledgedMore()
    }
    await run.settle()
    expect(load.refusals.length, 'posts refused').to.be.above(0)
    for (const { status, text, headers, tookMs } of load.refusals) {
      expect(`${String(status)} ${text}`).to.match(/^503 /)
      expect(headers.get('retry-after'), 'Retry-After').to.match(/^\d+$/)
      expect(tookMs).to.be.below(AT_ONCE_MS)
    }
    expect(load.unanswered, 'posts without an answer').to.equal(0)
    expect(await service.process.end('SIGTERM'), service.lastWords).to.equal(0)
  })
})
