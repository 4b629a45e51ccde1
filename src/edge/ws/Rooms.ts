import type { Connection } from './Connection.ts'
import type { Batch } from './Batch.ts'

/** The sockets of each tenant. A tenant without sockets costs nothing. */
export class Rooms {
  readonly #rooms = new Map<string, Set<Connection>>()

  get tenants(): number {
    return this.#rooms.size
  }

  sizeOf(tenantId: string): number {
    return this.#rooms.get(tenantId)?.size ?? 0
  }

  add(tenantId: string, connection: Connection): void {
    const room = this.#rooms.get(tenantId)
    if (room === undefined) this.#rooms.set(tenantId, new Set([connection]))
    else room.add(connection)
  }

  remove(tenantId: string, connection: Connection): void {
    const room = this.#rooms.get(tenantId)
    if (room?.delete(connection) === true && room.size === 0) this.#rooms.delete(tenantId)
  }

  has(tenantId: string): boolean {
    return this.#rooms.has(tenantId)
  }

  deliver(tenantId: string, batch: Batch): void {
    for (const connection of this.#rooms.get(tenantId) ?? []) connection.deliver(batch)
  }
}
