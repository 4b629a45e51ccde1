import { expect } from 'chai'
import { eventually } from '../../support/eventually.ts'
import { FaultRun } from '../../support/faults/FaultRun.ts'
import { startSilentLine, type SilentLine } from '../../support/faults/SilentLine.ts'

/** For a machine that is busy with other things. */
const PATIENCE = { timeoutMs: 60_000 }

describe('a database host that falls silent, without a word that it is gone', function () {
  this.timeout(180_000)
  let run: FaultRun
  let line: SilentLine

  afterEach(async () => {
    await run.dispose()
    await line.stop()
  })

  it('is answered by 503 in bounded time, and everything acknowledged is decided once it speaks again', async () => {
    run = await FaultRun.start('silent', {
      // A second for a statement and one more for the answer, so that the platform's patience is not needed.
      settings: { database: { statementTimeoutMs: 1_000 } },
      reach: async (databaseUrl) => {
        const url = new URL(databaseUrl)
        line = await startSilentLine(Number(url.port))
        url.port = String(line.port)
        return url.href
      },
    })
    for (let silence = 1; silence <= 2; silence++) {
      await run.show.offer()
      await run.acknowledgedMore()
      const refused = run.load.refusals.length
      line.hush()
      const ready = await run.service.get('/readyz')
      expect(`${String(ready.status)} ${ready.text}`).to.match(/^503 not ready: /)
      expect((await run.service.get('/healthz')).status, 'alive').to.equal(200)
      await eventually(() => run.load.refusals.length > refused, PATIENCE)
      line.speak()
      await eventually(async () => (await run.service.get('/readyz')).status === 200, PATIENCE)
      await run.acknowledgedMore()
    }
    await run.settle()
    for (const { status, text, headers } of run.load.refusals) {
      expect(`${String(status)} ${text}`).to.match(/^503 /)
      expect(headers.get('retry-after'), 'Retry-After').to.match(/^\d+$/)
    }
    expect(run.load.unanswered, 'posts without an answer').to.equal(0)
    expect(await run.service.process.end('SIGTERM'), run.service.lastWords).to.equal(0)
  })
})
