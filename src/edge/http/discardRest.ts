import type { IncomingMessage } from 'node:http'

/** Past this the sender is cut off, whether it reads the answer or not. */
const DISCARDED_BYTES_MAX = 16_777_216
/** A sender that says nothing for so long waits for the answer itself. */
const SILENCE_MS_MAX = 500

/**
 * Takes in what is left of a refused request and drops it. Closing on bytes that nobody read resets the connection, and
 * a sender that is still writing then finds it broken instead of finding the answer.
 */
export function discardRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let bytes = 0
    const done = (): void => {
      clearTimeout(silence)
      request.off('data', take).off('end', done).off('close', done).pause()
      resolve()
    }
    const take = (chunk: Buffer): void => {
      silence.refresh()
      bytes += chunk.length
      if (bytes > DISCARDED_BYTES_MAX) done()
    }
    const silence = setTimeout(done, SILENCE_MS_MAX)
    request.on('data', take).on('end', done).on('close', done)
  })
}
