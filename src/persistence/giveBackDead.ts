/** What is needed of a connection of the driver's pool. */
interface Client {
  once(event: 'end', listener: () => void): unknown
  /** Gives the connection back to the pool; with `true` the pool drops it. */
  release(destroy?: boolean): void
}

/** What is needed of the driver's pool. */
export interface ConnectionPool {
  on(event: 'connect' | 'acquire', listener: (client: Client) => void): unknown
  on(event: 'release', listener: (error: unknown, client: Client) => void): unknown
}

/**
 * Gives the place of a connection that dies while it is in use back to the pool. The query builder under the ORM forgets
 * to when `begin`, `commit` or `rollback` fails, so that each transaction cut off by a restarting server would take one
 * place for good, until none is left and the service waits for ever.
 */
export function giveBackDead(pool: ConnectionPool): void {
  const inUse = new WeakSet<Client>()
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_, client) => inUse.delete(client))
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!inUse.has(client)) return
      client.release(true)
      // Whoever used it may give it back as well, which the pool would take for a mistake.
      client.release = () => undefined
    })
  })
}
