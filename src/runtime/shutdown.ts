import type { Logger } from './logger.ts'

/** Undoes one start: returned by whoever started, called once. */
export type Stop = () => void | Promise<void>

export interface Shutdown {
  /** Remembers how to stop what was just started. */
  add(name: string, stop: Stop): void
  /**
   * Stops all that was added, the last one first, one after the other; one that fails is logged and does not keep the
   * others. Resolves with whether everything stopped without an error and in time. A second call joins the first.
   */
  stop(): Promise<boolean>
}

export function createShutdown({ log, timeoutMs }: { log: Logger; timeoutMs: number }): Shutdown {
  const started: { name: string; stop: Stop }[] = []
  let stopping: Promise<boolean> | undefined

  const stopAll = async (): Promise<boolean> => {
    let clean = true
    for (let next = started.pop(); next !== undefined; next = started.pop()) {
      try {
        await next.stop()
      } catch (error) {
        clean = false
        log.error({ err: error, part: next.name }, 'a part did not stop cleanly')
      }
    }
    return clean
  }

  const stopInTime = async (): Promise<boolean> => {
    const { promise: late, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => {
      log.error({ timeoutMs, waiting: started.map(({ name }) => name) }, 'stopping took too long')
      resolve(false)
    }, timeoutMs)
    try {
      return await Promise.race([stopAll(), late])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    add(name, stop) {
      started.push({ name, stop })
    },
    stop: () => (stopping ??= stopInTime()),
  }
}

/** What the signal handling needs of the process; a test brings its own. */
export type SignalSource = Pick<NodeJS.Process, 'on' | 'exit'>

/**
 * Stops on SIGTERM and SIGINT and exits with 0 when all stopped cleanly, else with 1. A second signal exits at once.
 * An error that nobody caught leaves memory in doubt: it is logged and ends the process without deciding any further.
 */
export function stopOnSignals(shutdown: Shutdown, log: Logger, source: SignalSource = process): void {
  let signalled = false
  const onSignal = (signal: NodeJS.Signals): void => {
    if (signalled) source.exit(1)
    signalled = true
    log.info({ signal }, 'stopping')
    void shutdown.stop().then((clean) => source.exit(clean ? 0 : 1))
  }
  source.on('SIGTERM', onSignal)
  source.on('SIGINT', onSignal)
  const onFatal = (error: unknown): void => {
    log.fatal({ err: error }, 'an error that nobody caught')
    source.exit(1)
  }
  source.on('uncaughtException', onFatal)
  source.on('unhandledRejection', onFatal)
}
