import type { Log } from './Services.ts'

const LINE_EVERY_MS = 1_000

/**
 * Notes requests that were refused because the service is busy or its storage away. An outage refuses thousands a second,
 * all for the same reason: one line a second tells how many, and why the last one was.
 */
export function createRefusalLog(log: Pick<Log, 'warn'>): (error: unknown) => void {
  let requests = 0
  let last: unknown
  const write = (): void => {
    log.warn({ requests, reason: reasonOf(last) }, 'requests refused: busy or the storage is away')
    requests = 0
  }
  return (error) => {
    last = error
    requests++
    if (requests === 1) setTimeout(write, LINE_EVERY_MS).unref()
  }
}

/** The innermost cause says it best. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}
