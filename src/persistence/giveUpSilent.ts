import type { Socket } from 'node:net'

/** What is needed of a connection of the driver's pool. */
interface Client {
  connection: { stream: Pick<Socket, 'setTimeout' | 'on' | 'destroy'> }
}

/** What is needed of the driver's pool. */
export interface WatchedPool {
  on(event: 'connect' | 'acquire', listener: (client: Client) => void): unknown
  on(event: 'release', listener: (error: unknown, client: Client) => void): unknown
}

/**
 * Destroys a connection in use on which nothing was said for so long, and whoever waits for its answer is told: a host
 * that falls silent refuses nothing, so only time tells.
 *
 * The socket watches, not the driver's `query_timeout`. That wraps each query, and wrapped queries do not die young: all
 * of them were moved to the old generation with every text that they stored, at a price of 5 to 15 ms a collection.
 */
export function giveUpSilent(pool: WatchedPool, silenceMs: number): void {
  pool.on('connect', ({ connection: { stream } }) => {
    stream.on('timeout', () => {
      const error = new Error(`The database said nothing for ${String(silenceMs)} ms`)
      stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
    })
  })
  pool.on('acquire', ({ connection: { stream } }) => {
    stream.setTimeout(silenceMs)
  })
  pool.on('release', (_, { connection: { stream } }) => {
    stream.setTimeout(0)
  })
}
