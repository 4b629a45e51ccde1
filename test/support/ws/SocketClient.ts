import { WebSocket } from 'ws'
import { PROTOCOL, type ServerEvent } from '../../../src/protocol/events.ts'
import {
  isEvent,
  parseServerMessage,
  type ClientMessage,
  type ServerMessage,
} from '../../../src/protocol/control.ts'
import { eventually } from '../eventually.ts'

export interface ConnectOptions {
  /** Sent as a subprotocol. */
  token?: string
  overlayKey?: string
  since?: number | string
  origin?: string
}

/** A client on a real socket that keeps all it was told. */
export class SocketClient {
  readonly messages: ServerMessage[] = []
  closeCode: number | null = null
  readonly ws: WebSocket

  private constructor(ws: WebSocket) {
    this.ws = ws
    ws.on('message', (data) => {
      const message = parseServerMessage(Buffer.isBuffer(data) ? data.toString() : '')
      if (message !== null) this.messages.push(message)
    })
    ws.on('close', (code) => (this.closeCode = code))
  }

  /** Rejects when the upgrade is refused. */
  static async connect(url: string, options: ConnectOptions): Promise<SocketClient> {
    const protocols = [PROTOCOL]
    if (options.token !== undefined) protocols.push(`bearer.${options.token}`)
    if (options.overlayKey !== undefined) protocols.push(`overlay.${options.overlayKey}`)
    const query = options.since === undefined ? '' : `?since=${String(options.since)}`
    const ws = new WebSocket(
      url + query,
      protocols,
      options.origin === undefined ? {} : { origin: options.origin },
    )
    const client = new SocketClient(ws)
    await new Promise<void>((resolve, reject) => ws.once('open', resolve).once('error', reject))
    ws.on('error', () => undefined)
    return client
  }

  get events(): ServerEvent[] {
    return this.messages.filter(isEvent)
  }

  get eventIds(): number[] {
    return this.events.map((event) => Number(event.id))
  }

  /** Texts of the comments heard, in order. */
  get texts(): string[] {
    return this.events.flatMap((event) => (event.type === 'comment.new' ? [event.data.text] : []))
  }

  send(message: ClientMessage | string): void {
    this.ws.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  ready(): Promise<ServerMessage> {
    return eventually(
      () => this.messages.find((message) => message.type === 'ready') ?? null,
    ) as Promise<ServerMessage>
  }

  closed(timeoutMs?: number): Promise<number | null> {
    return eventually(() => this.closeCode !== null, timeoutMs === undefined ? {} : { timeoutMs }).then(
      () => this.closeCode,
    )
  }

  terminate(): void {
    this.ws.terminate()
  }
}
