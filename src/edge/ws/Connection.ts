import type { Duplex } from 'node:stream'
import { WebSocket, type RawData } from 'ws'
import {
  CLOSE_CODES,
  parseClientMessage,
  type ClientMessage,
  type ControlMessage,
} from '../../protocol/control.ts'
import type { Clock } from '../../runtime/clock.ts'
import { Batch } from './Batch.ts'
import type { EventLog } from './EventLog.ts'
import type { Grant } from './Grants.ts'
import type { GatewayLimits } from './limits.ts'

/** What a connection shares with all others of its gateway. */
export interface ConnectionContext {
  clock: Clock
  log: EventLog
  limits: GatewayLimits
  /** Called for each message of a client; the gateway decides on tokens. */
  onMessage(connection: Connection, message: ClientMessage): void
  onClosed(connection: Connection): void
}

/**
 * One client. Opened without a grant, it is told nothing; with one it first reads what it missed from the log and then
 * follows the live batches, each event once and in order.
 *
 * Batches are written to the stream below the WebSocket as ready-made frames. That is sound because the WebSocket
 * never compresses here, so each of its own writes (control messages, ping, close) is one whole frame as well.
 */
export class Connection {
  grant: Grant | null = null
  readonly openedAt: number
  #live = false
  #sentId = 0
  /** Newest event announced while this client was still catching up. */
  #announcedId = 0
  #isAnswering = true
  #messagesSinceHeartbeat = 0
  readonly #ws: WebSocket
  readonly #stream: Duplex
  readonly #context: ConnectionContext

  constructor(ws: WebSocket, stream: Duplex, context: ConnectionContext) {
    this.#ws = ws
    this.#stream = stream
    this.#context = context
    this.openedAt = context.clock.now()
    ws.on('message', (data, isBinary) => this.#receive(data, isBinary))
    ws.on('pong', () => (this.#isAnswering = true))
    ws.on('close', () => context.onClosed(this))
    // A broken line or an oversized message; the WebSocket closes itself and 'close' follows.
    ws.on('error', () => undefined)
  }

  get isOpen(): boolean {
    return this.#ws.readyState === WebSocket.OPEN
  }

  /** Takes a batch of the live stream. A client with too much waiting for it is cut off instead. */
  deliver(batch: Batch): void {
    if (!this.#live) this.#announcedId = batch.lastId
    else this.#write(batch)
  }

  /** Greets an authenticated client, sends what it missed after `since` and puts it on the live stream. */
  async follow(grant: Grant, since: number | null): Promise<void> {
    const { log, limits } = this.#context
    const { firstId, lastId } = await log.span(grant.tenantId)
    const lastEventId = String(lastId)
    this.send({ type: 'ready', at: this.#now(), data: { lastEventId } })
    const isTooFar =
      since !== null && (since > lastId || firstId > since + 1 || lastId - since > limits.catchUpEventsMax)
    if (isTooFar) this.#resync(lastId)
    else this.#sentId = since ?? lastId
    await this.#catchUp(grant)
  }

  send(message: ControlMessage): void {
    if (this.isOpen) this.#ws.send(JSON.stringify(message))
  }

  /** Pings; a client that did not answer the ping before is gone. */
  heartbeat(): void {
    this.#messagesSinceHeartbeat = 0
    if (!this.#isAnswering) return this.#ws.terminate()
    this.#isAnswering = false
    if (this.isOpen) this.#ws.ping()
  }

  /** Closes with a code; what waits for the client is not worth more than the time limit of the handshake. */
  cut(code: number, reason: string): void {
    if (!this.isOpen) return
    this.#live = false
    this.#ws.close(code, reason)
    setTimeout(() => this.#ws.terminate(), this.#context.limits.closeTimeoutMs).unref()
  }

  /** As {@link cut}, and resolves once the socket is closed. */
  async end(code: number, reason: string): Promise<void> {
    if (this.#ws.readyState === WebSocket.CLOSED) return
    const closed = new Promise((resolve) => this.#ws.once('close', resolve))
    this.cut(code, reason)
    await closed
  }

  #now(): string {
    return new Date(this.#context.clock.now()).toISOString()
  }

  #write(batch: Batch): void {
    if (!this.isOpen || batch.lastId <= this.#sentId) return
    if (this.#stream.writableLength > this.#context.limits.socketBufferBytesMax) {
      return this.cut(CLOSE_CODES.tooSlow, 'too slow')
    }
    const bytes = batch.bytesFor(this.grant?.audience ?? 'overlay', this.#sentId)
    this.#sentId = batch.lastId
    if (bytes.length > 0) this.#stream.write(bytes)
  }

  /**
   * Reads the log until nothing newer was announced. Live batches are not kept meanwhile: they are in the log, so a
   * client costs no memory however far it is behind.
   */
  async #catchUp(grant: Grant): Promise<void> {
    const { log, limits } = this.#context
    for (;;) {
      const announcedId = this.#announcedId
      const frames = await log.after(grant.tenantId, this.#sentId, limits.catchUpRowsMax)
      if (!this.isOpen) return
      if (frames.length > 0) {
        this.#write(new Batch(frames))
        await this.#drained()
      } else if (this.#announcedId <= this.#sentId) {
        this.#live = true
        return
      } else if (announcedId > this.#sentId) {
        // Announced before the log was read, and not there: it was pruned.
        this.#resync(announcedId)
      }
    }
  }

  #resync(lastId: number): void {
    this.#sentId = lastId
    this.send({ type: 'resync', at: this.#now(), data: { lastEventId: String(lastId) } })
  }

  /** Waits until the client has taken what was written; one that stands still is cut off. */
  async #drained(): Promise<void> {
    if (!this.#stream.writableNeedDrain) return
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(stalled)
        this.#stream.off('drain', done).off('close', done)
        resolve()
      }
      const stalled = setTimeout(() => {
        this.cut(CLOSE_CODES.tooSlow, 'too slow')
        done()
      }, this.#context.limits.catchUpStallMs)
      this.#stream.once('drain', done).once('close', done)
    })
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (!this.isOpen) return
    if (++this.#messagesSinceHeartbeat > this.#context.limits.clientMessagesPerHeartbeatMax) {
      return this.cut(CLOSE_CODES.tooMany, 'too many messages')
    }
    const message = isBinary || !Buffer.isBuffer(data) ? null : parseClientMessage(data.toString())
    if (message === null) this.cut(CLOSE_CODES.badMessage, 'unknown message')
    else this.#context.onMessage(this, message)
  }
}
