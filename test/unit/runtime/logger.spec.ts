import { expect } from 'chai'
import { createLogger, type Logger } from '../../../src/runtime/logger.ts'
import { addToContext, runInContext } from '../../../src/runtime/requestContext.ts'

describe('logger', () => {
  let lines: string[]
  let log: Logger
  const last = (): Record<string, unknown> => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>

  beforeEach(() => {
    lines = []
    log = createLogger({ level: 'info', pretty: false }, { write: (line) => void lines.push(line) })
  })

  it('writes one JSON line with time, level and message', () => {
    log.info({ port: 1 }, 'listening')
    expect(last()).to.include({ level: 'info', msg: 'listening', port: 1 })
    expect(new Date(String(last().time)).toISOString()).to.equal(last().time)
  })

  it('carries the request, tenant and item of the code that logs, also across awaits', async () => {
    await runInContext({ requestId: 'r-1' }, async () => {
      await Promise.resolve()
      addToContext({ tenantId: 't-1' })
      log.info('inside')
      expect(last()).to.include({ requestId: 'r-1', tenantId: 't-1' })
    })
    log.info('outside')
    expect(last()).to.not.have.any.keys('requestId', 'tenantId')
  })

  it('never mixes the contexts of two requests under way', async () => {
    const inside = (requestId: string) =>
      runInContext({ requestId }, async () => {
        addToContext({ itemId: `item of ${requestId}` })
        await new Promise(setImmediate)
        log.info('line')
        return last()
      })
    const [a, b] = await Promise.all([inside('a'), inside('b')])
    expect(a).to.include({ requestId: 'a', itemId: 'item of a' })
    expect(b).to.include({ requestId: 'b', itemId: 'item of b' })
  })

  it('censors secrets at the top and two levels down', () => {
    log.info({
      password: 'hunter2',
      tenant: { webhookSecret: 'hunter2', socialAccessToken: 'hunter2' },
      request: { headers: { authorization: 'Bearer hunter2', cookie: 'session=hunter2' } },
    })
    expect(lines.join('')).to.contain('[censored]').and.not.contain('hunter2')
  })

  it('says nothing below its level', () => {
    log.debug('detail')
    expect(lines).to.deep.equal([])
  })
})
