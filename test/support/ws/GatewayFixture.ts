import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EventBus, Frame } from '../../../src/engine/Engine.ts'
import { answerUpgrades } from '../../../src/edge/ws/answerUpgrades.ts'
import {
  createGateway,
  GATEWAY_PATH,
  type Gateway,
  type GatewayOptions,
} from '../../../src/edge/ws/Gateway.ts'
import type { Database } from '../../../src/persistence/database.ts'
import type { EventData, EventType } from '../../../src/protocol/events.ts'
import { createClock } from '../../../src/runtime/clock.ts'
import { createIds } from '../../../src/runtime/ids.ts'
import { openTestDatabase } from '../database.ts'
import { SocketClient, type ConnectOptions } from './SocketClient.ts'

type Listener = Parameters<EventBus['subscribe']>[0]

/** A gateway on a real server and database; the test plays the engine: it commits events and announces them. */
export class GatewayFixture {
  readonly clock = createClock()
  readonly tokens = new Map<string, { tenantId: string; expiresAt: number }>()
  readonly errors: unknown[] = []
  gateway: Gateway
  readonly #database: Database
  readonly #server: Server
  readonly #listeners = new Set<Listener>()
  readonly #lastIds = new Map<string, number>()
  readonly #ids = createIds(this.clock)
  readonly #clients: SocketClient[] = []

  private constructor(database: Database, server: Server, options: Partial<GatewayOptions>) {
    this.#database = database
    this.#server = server
    this.gateway = createGateway({
      bus: this.#bus,
      sql: database.sql,
      clock: this.clock,
      verify: (token) => Promise.resolve(this.tokens.get(token) ?? null),
      onError: (error) => this.errors.push(error),
      ...options,
    })
    answerUpgrades(server, [(...upgrade) => this.gateway.handleUpgrade(...upgrade)])
  }

  static async start(database: Database, options: Partial<GatewayOptions> = {}): Promise<GatewayFixture> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new GatewayFixture(database, server, options)
  }

  static openDatabase = openTestDatabase

  get origin(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`
  }

  /** A tenant with a valid token of its own name. */
  async tenant(overlayKey: string | null = null): Promise<{ id: string; token: string }> {
    const id = this.#ids.next()
    await this.#database.sql.query(
      `insert into tenant (id, name, slug, email, password_hash, api_key, api_secret_hash, webhook_secret,
         overlay_key, created_at, updated_at)
       values ($1::uuid, 'Shop', $2, $2, '', $2, '', '', $3, now(), now())`,
      [id, id, overlayKey],
    )
    const token = `token-${id}`
    this.tokens.set(token, { tenantId: id, expiresAt: this.clock.now() + 900_000 })
    return { id, token }
  }

  async setTenant(id: string, change: { isActive?: boolean; overlayKey?: string | null }): Promise<void> {
    await this.#database.sql.query(
      'update tenant set is_active = coalesce($2, is_active), overlay_key = $3 where id = $1',
      [id, change.isActive ?? null, change.overlayKey ?? null],
    )
  }

  /** Writes one batch into the log and returns its frames; nothing is announced yet. */
  async commit<T extends EventType>(
    tenantId: string,
    type: T,
    payloads: readonly EventData[T][],
  ): Promise<Frame[]> {
    const firstId = (this.#lastIds.get(tenantId) ?? 0) + 1
    const at = new Date(this.clock.now()).toISOString()
    const frames = payloads.map((data, index) => {
      const id = firstId + index
      return { id, type, json: JSON.stringify({ id: String(id), type, at, data }) }
    })
    this.#lastIds.set(tenantId, firstId + payloads.length - 1)
    await this.#database.sql.query(
      'insert into tenant_events (tenant_id, first_id, last_id, frames, at) values ($1, $2, $3, $4, now())',
      [tenantId, firstId, this.#lastIds.get(tenantId), frames.map((frame) => frame.json).join('\n')],
    )
    return frames
  }

  announce(tenantId: string, frames: readonly Frame[]): void {
    for (const listener of this.#listeners) listener(tenantId, frames)
  }

  /** Commits comments `1…count` more as one batch and announces them. */
  async comments(tenantId: string, texts: readonly string[]): Promise<Frame[]> {
    const timestamp = new Date(this.clock.now()).toISOString()
    const payloads = texts.map((text) => ({ socialUsername: 'ayse', text, timestamp }))
    const frames = await this.commit(tenantId, 'comment.new', payloads)
    this.announce(tenantId, frames)
    return frames
  }

  async prune(tenantId: string, upToId: number): Promise<void> {
    await this.#database.sql.query('delete from tenant_events where tenant_id = $1 and last_id <= $2', [
      tenantId,
      upToId,
    ])
  }

  async connect(options: ConnectOptions = {}): Promise<SocketClient> {
    const client = await SocketClient.connect(this.origin.replace('http', 'ws') + GATEWAY_PATH, options)
    this.#clients.push(client)
    return client
  }

  async stop(): Promise<void> {
    for (const client of this.#clients) client.terminate()
    await this.gateway.stop()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  get #bus(): EventBus {
    return {
      publish: (tenantId, frames) => this.announce(tenantId, frames),
      subscribe: (listener) => {
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
    }
  }
}
