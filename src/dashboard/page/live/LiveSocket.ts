import { signal, type ReadonlySignal } from '@preact/signals'
import { CLOSE_CODES, isEvent, parseServerMessage, type ClientMessage } from '../../../protocol/control.ts'
import { PROTOCOL, type ServerEvent } from '../../../protocol/events.ts'
import { retryDelay } from './retryDelay.ts'
import type { ServerClock } from './ServerClock.ts'

/** What the page may claim about what it shows. */
export type Link =
  /** Events arrive as they happen. */
  | { state: 'live' }
  /** Not connected: what is shown stands as of `since` (local ms), and the next try is under way or near. */
  | { state: 'reconnecting'; since: number }
  | { state: 'connecting' }
  /** The credential no longer opens the door. */
  | { state: 'refused' }

export interface LiveSocketOptions {
  url: string
  /** Subprotocol that carries the credential, such as `bearer.…`; null when there is none any more. */
  credential: (isRetryAfterRefusal: boolean) => Promise<string | null>
  clock: ServerClock
  onEvent: (event: ServerEvent) => void
  /** Called when the state must be read anew: at the first connection and whenever events were missed for good. */
  onResync: () => void
}

const TIME_QUESTION_MS = 5_000
/** Nothing heard for so long means that the line is dead, whatever the browser believes. */
const SILENCE_MAX_MS = 12_000
const CONNECT_TIMEOUT_MS = 8_000

/** A connection that comes back by itself and goes on where it stopped: each event is handed on once, in order. */
export class LiveSocket {
  readonly #options: LiveSocketOptions
  readonly #link = signal<Link>({ state: 'connecting' })
  #socket: WebSocket | null = null
  #lastEventId: string | null = null
  #attempt = 0
  #heardAt = 0
  #wasRefused = false
  #isStopped = false
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #watchTimer: ReturnType<typeof setInterval> | undefined

  constructor(options: LiveSocketOptions) {
    this.#options = options
  }

  get link(): ReadonlySignal<Link> {
    return this.#link
  }

  start(): void {
    this.#isStopped = false
    this.#watchTimer = setInterval(() => this.#watch(), TIME_QUESTION_MS)
    void this.#connect()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#retryTimer)
    clearInterval(this.#watchTimer)
    this.#drop()
  }

  /** Shows a newer token before the old one expires; the connection stays. */
  renew(token: string): void {
    this.#send({ type: 'auth', token })
  }

  /** To be called when the network or the page came back: asks at once instead of waiting for a timer. */
  wake(): void {
    if (this.#isStopped) return
    if (this.#socket?.readyState !== WebSocket.OPEN) this.#retryNow()
    else if (this.#options.clock.localNow - this.#heardAt > TIME_QUESTION_MS * 2) this.#lost()
    else this.#askTime()
  }

  async #connect(): Promise<void> {
    const credential = await this.#options.credential(this.#wasRefused).catch(() => undefined)
    if (this.#isStopped || this.#socket !== null) return
    if (credential === null) return void (this.#link.value = { state: 'refused' })
    if (credential === undefined) {
      this.#retryLater()
      return
    }
    const since = this.#lastEventId === null ? '' : `?since=${this.#lastEventId}`
    const socket = new WebSocket(this.#options.url + since, [PROTOCOL, credential])
    this.#socket = socket
    this.#heardAt = this.#options.clock.localNow
    const timeout = setTimeout(() => this.#socket === socket && this.#lost(), CONNECT_TIMEOUT_MS)
    socket.onmessage = (message) => {
      clearTimeout(timeout)
      if (this.#socket === socket) this.#receive(String(message.data))
    }
    socket.onclose = (event) => {
      clearTimeout(timeout)
      if (this.#socket === socket) this.#closed(event.code)
    }
  }

  #receive(text: string): void {
    const { clock, onEvent, onResync } = this.#options
    this.#heardAt = clock.localNow
    const message = parseServerMessage(text)
    if (message === null) return
    if (isEvent(message)) {
      this.#lastEventId = message.id
      return onEvent(message)
    }
    switch (message.type) {
      case 'ready':
        this.#attempt = 0
        this.#wasRefused = false
        this.#link.value = { state: 'live' }
        this.#askTime()
        if (this.#lastEventId !== null) return
        this.#lastEventId = message.data.lastEventId
        return onResync()
      case 'resync':
        this.#lastEventId = message.data.lastEventId
        return onResync()
      case 'time':
        return clock.sample(message.data.sent, clock.localNow, Date.parse(message.at))
    }
  }

  #closed(code: number): void {
    if (code === CLOSE_CODES.unauthenticated) {
      // The first refusal may mean an expired token; a second in a row is final.
      if (this.#wasRefused) {
        this.#drop()
        this.#link.value = { state: 'refused' }
        return
      }
      this.#wasRefused = true
    }
    this.#lost()
  }

  #lost(): void {
    this.#drop()
    if (this.#link.value.state !== 'reconnecting')
      this.#link.value = { state: 'reconnecting', since: Date.now() }
    this.#retryLater()
  }

  #retryLater(): void {
    clearTimeout(this.#retryTimer)
    if (!this.#isStopped)
      this.#retryTimer = setTimeout(() => void this.#connect(), retryDelay(this.#attempt++))
  }

  #retryNow(): void {
    clearTimeout(this.#retryTimer)
    this.#attempt = 0
    this.#drop()
    void this.#connect()
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    socket?.close()
    this.#options.clock.reset()
  }

  #watch(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    if (this.#options.clock.localNow - this.#heardAt > SILENCE_MAX_MS) this.#lost()
    else this.#askTime()
  }

  #askTime(): void {
    this.#send({ type: 'time', sent: this.#options.clock.localNow })
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}
