import { EventEmitter, once } from 'node:events'
import { expect } from 'chai'
import { createLogger, type Logger } from '../../../src/runtime/logger.ts'
import { createShutdown, stopOnSignals, type SignalSource } from '../../../src/runtime/shutdown.ts'

/** A process that only notes how it would have ended. */
class Process extends EventEmitter {
  readonly exits: number[] = []
  exit(code: number): void {
    this.exits.push(code)
    this.emit('exited')
  }
  static asSource(process: Process): SignalSource {
    return process as unknown as SignalSource
  }
}

describe('shutdown', () => {
  let lines: string[]
  let log: Logger

  beforeEach(() => {
    lines = []
    log = createLogger({ level: 'info', pretty: false }, { write: (line) => void lines.push(line) })
  })

  it('stops the last started first, each after the one before has ended', async () => {
    const order: string[] = []
    const shutdown = createShutdown({ log, timeoutMs: 1_000 })
    for (const name of ['database', 'engine', 'edge']) {
      shutdown.add(name, async () => {
        order.push(`${name} stopping`)
        await new Promise(setImmediate)
        order.push(`${name} stopped`)
      })
    }
    expect(await shutdown.stop()).to.equal(true)
    expect(order).to.deep.equal(
      ['edge', 'engine', 'database'].flatMap((name) => [`${name} stopping`, `${name} stopped`]),
    )
  })

  it('stops the others when one fails, logs which, and tells that it was not clean', async () => {
    let closed = false
    const shutdown = createShutdown({ log, timeoutMs: 1_000 })
    shutdown.add('database', () => {
      closed = true
    })
    shutdown.add('edge', () => Promise.reject(new Error('stuck')))
    expect(await shutdown.stop()).to.equal(false)
    expect(closed).to.equal(true)
    expect(lines.join('')).to.contain('"part":"edge"').and.contain('stuck')
  })

  it('gives up after its time limit and says what it still waited for', async () => {
    const shutdown = createShutdown({ log, timeoutMs: 20 })
    shutdown.add('database', () => undefined)
    shutdown.add('edge', () => new Promise<void>(() => undefined))
    expect(await shutdown.stop()).to.equal(false)
    expect(lines.join('')).to.contain('"waiting":["database"]')
  })

  it('runs once, however often it is asked', async () => {
    let stops = 0
    const shutdown = createShutdown({ log, timeoutMs: 1_000 })
    shutdown.add('edge', () => {
      stops += 1
    })
    await Promise.all([shutdown.stop(), shutdown.stop()])
    expect(stops).to.equal(1)
  })

  describe('on a signal', () => {
    for (const signal of ['SIGTERM', 'SIGINT']) {
      it(`${signal} stops everything and exits with 0`, async () => {
        const process = new Process()
        let stopped = false
        const shutdown = createShutdown({ log, timeoutMs: 1_000 })
        shutdown.add('edge', () => void (stopped = true))
        stopOnSignals(shutdown, log, Process.asSource(process))
        process.emit(signal, signal)
        await once(process, 'exited')
        expect(stopped).to.equal(true)
        expect(process.exits).to.deep.equal([0])
      })
    }

    it('a second one exits at once, with 1', () => {
      const process = new Process()
      const shutdown = createShutdown({ log, timeoutMs: 50 })
      shutdown.add('edge', () => new Promise<void>(() => undefined))
      stopOnSignals(shutdown, log, Process.asSource(process))
      process.emit('SIGTERM', 'SIGTERM')
      process.emit('SIGTERM', 'SIGTERM')
      expect(process.exits).to.deep.equal([1])
    })

    it('an error that nobody caught ends the process with 1 without stopping in good order', () => {
      const process = new Process()
      const shutdown = createShutdown({ log, timeoutMs: 1_000 })
      stopOnSignals(shutdown, log, Process.asSource(process))
      process.emit('uncaughtException', new Error('bug'))
      expect(process.exits).to.deep.equal([1])
      expect(lines.join('')).to.contain('"level":"fatal"').and.contain('bug')
    })
  })
})
