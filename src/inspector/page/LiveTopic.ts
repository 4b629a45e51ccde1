import { signal, type ReadonlySignal } from '@preact/signals'
import type { Account } from '../../dashboard/page/account/Account.ts'
import { retryDelay } from '../../dashboard/page/live/retryDelay.ts'
import { CLOSE_CODES } from '../../protocol/control.ts'
import { PROTOCOL } from '../../protocol/events.ts'
import type { LiveMessage } from '../live/LiveMessage.ts'

export type TopicState = 'connecting' | 'live' | 'lost'

/** The inspector's topic, connected for as long as somebody is signed in; it comes back by itself. */
export class LiveTopic {
  readonly #account: Account
  readonly #onMessage: (message: LiveMessage) => void
  readonly #onOpen: () => void
  readonly #state = signal<TopicState>('connecting')
  #socket: WebSocket | null = null
  #attempt = 0
  #refused: string | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(account: Account, listener: { onOpen: () => void; onMessage: (message: LiveMessage) => void }) {
    this.#account = account
    this.#onMessage = listener.onMessage
    this.#onOpen = listener.onOpen
    account.onRenewed((token) => {
      if (this.#socket?.readyState === WebSocket.OPEN)
        this.#socket.send(JSON.stringify({ type: 'auth', token }))
    })
  }

  get state(): ReadonlySignal<TopicState> {
    return this.#state
  }

  async start(): Promise<void> {
    const token = await this.#account.accessToken(this.#refused).catch(() => null)
    if (token === null || this.#socket !== null) return
    const url = `${location.origin.replace(/^http/, 'ws')}/api/v1/inspector/ws`
    const socket = new WebSocket(url, [PROTOCOL, `bearer.${token}`])
    this.#socket = socket
    socket.onopen = () => {
      this.#attempt = 0
      this.#state.value = 'live'
      this.#onOpen()
    }
    socket.onmessage = (message) => {
      this.#onMessage(JSON.parse(String(message.data)) as LiveMessage)
    }
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return
      this.#socket = null
      this.#refused = code === CLOSE_CODES.unauthenticated ? token : undefined
      this.#state.value = 'lost'
      this.#timer = setTimeout(() => void this.start(), retryDelay(this.#attempt++))
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
    const socket = this.#socket
    this.#socket = null
    socket?.close()
    this.#state.value = 'connecting'
  }
}
