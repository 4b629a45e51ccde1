import { CLOSE_CODES, isEvent, parseServerMessage, type ServerMessage } from '../protocol/control.ts'
import { PROTOCOL, type ServerEvent } from '../protocol/events.ts'
import { ApiError } from './ApiError.ts'
import { backoffMs } from './backoffMs.ts'

export interface EventStreamOptions {
  /** Where the service is, e.g. `http://localhost:3000`. */
  baseUrl: string
  /**
   * The access token, or the way to one: asked at each connection, with `true` after the service refused the last. A
   * client's `accessToken` fits.
   */
  accessToken: string | ((wasRefused: boolean) => string | Promise<string>)
  /** Called for each event once, in order, whatever the connection does. */
  onEvent(event: ServerEvent): void
  /** Called when too much was missed to be sent again: read the state anew over REST. The stream goes on from there. */
  onResync?(): void
  /** Called once when the stream ended for good, as a rule because the token is taken no more. */
  onEnd?(error: unknown): void
}

/** A line that says nothing for so long is dead, whatever the socket believes; the service is asked in between. */
const ASK_EVERY_MS = 5_000
const SILENCE_MAX_MS = 15_000

/**
 * Follows the tenant's events and connects again where it left off, waiting longer after each try that fails.
 * Resolves once it is live with the way to stop.
 * @throws ApiError `authentication_required` when the token is refused
 */
export async function openEvents(options: EventStreamOptions): Promise<() => void> {
  const { baseUrl, accessToken, onEvent, onResync, onEnd } = options
  let lastId: string | undefined
  let socket: WebSocket | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let heardAt = 0
  let attempt = 0
  let wasRefused = false
  let isOver = false
  const ready = Promise.withResolvers<undefined>()

  const end = (): void => {
    isOver = true
    clearTimeout(retryTimer)
    clearInterval(watch)
    const left = socket
    socket = undefined
    left?.close()
  }

  const giveUp = (error: unknown): void => {
    end()
    ready.reject(error)
    onEnd?.(error)
  }

  const connect = async (): Promise<void> => {
    const token = typeof accessToken === 'string' ? accessToken : await accessToken(wasRefused)
    if (isOver) return
    const url = new URL('/api/v1/ws', baseUrl)
    url.protocol = url.protocol.replace('http', 'ws')
    if (lastId !== undefined) url.searchParams.set('since', lastId)
    const opened = new WebSocket(url, [PROTOCOL, `bearer.${token}`])
    socket = opened
    heardAt = performance.now()
    opened.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (socket === opened) receive(data)
    })
    opened.addEventListener('close', ({ code }) => {
      if (socket === opened) lost(code)
    })
    // A failed connection is told by its close.
    opened.addEventListener('error', () => undefined)
  }

  const tryAgain = (): void => {
    socket = undefined
    clearTimeout(retryTimer)
    retryTimer = setTimeout(() => void connect().catch(failed), backoffMs(attempt++))
  }

  /** No connection could be begun: for now when no answer or a fault of the service stood in the way, else for good. */
  const failed = (error: unknown): void => {
    if (isOver) return
    const mayPass = error instanceof ApiError && (error.status === 0 || error.status >= 429)
    if (mayPass) tryAgain()
    else giveUp(error)
  }

  const lost = (code: number): void => {
    const isRefusal = code === CLOSE_CODES.unauthenticated
    // A token may merely have run out; one that was made just now and is refused as well is no use any more.
    if (isRefusal && (wasRefused || typeof accessToken === 'string')) return giveUp(refused())
    wasRefused = isRefusal
    tryAgain()
  }

  const receive = (text: string): void => {
    heardAt = performance.now()
    const message: ServerMessage | null = parseServerMessage(text)
    if (message === null) return
    if (isEvent(message)) {
      if (lastId !== undefined && BigInt(message.id) <= BigInt(lastId)) return
      lastId = message.id
      onEvent(message)
    } else if (message.type === 'ready') {
      attempt = 0
      wasRefused = false
      lastId ??= message.data.lastEventId
      ready.resolve(undefined)
    } else if (message.type === 'resync') {
      lastId = message.data.lastEventId
      onResync?.()
    }
  }

  const watch = setInterval(() => {
    if (socket === undefined) return
    if (performance.now() - heardAt > SILENCE_MAX_MS) {
      const dead = socket
      tryAgain()
      dead.close()
    } else if (socket.readyState === WebSocket.OPEN) {
      socket.send(JSON.stringify({ type: 'time', sent: performance.now() }))
    }
  }, ASK_EVERY_MS)

  connect().catch(failed)
  await ready.promise
  return end
}

const refused = (): ApiError =>
  new ApiError({
    status: 401,
    code: 'authentication_required',
    message: 'The access token was refused: log in again',
  })
