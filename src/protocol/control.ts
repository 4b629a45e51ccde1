import type { ServerEvent } from './events.ts'

/** Messages of the service that are no event of the tenant's log and so carry no id. */
export type ControlMessage =
  /** First message after authentication. Without `?since=` the stream goes on after `lastEventId`. */
  | { type: 'ready'; at: string; data: { lastEventId: string } }
  /** What was missed is no longer at hand: read the state anew over REST. The stream goes on after `lastEventId`. */
  | { type: 'resync'; at: string; data: { lastEventId: string } }
  /** Answer to {@link TimeMessage}; `at` is the service's clock, `sent` the client's own value, unchanged. */
  | { type: 'time'; at: string; data: { sent: number } }

export type ServerMessage = ServerEvent | ControlMessage

/** Authenticates the socket as its first message; later ones renew the token before it expires. */
export interface AuthMessage {
  type: 'auth'
  token: string
}

/** Asks for the service's clock, so that a client can learn its offset and that the line still carries. */
export interface TimeMessage {
  type: 'time'
  sent: number
}

export type ClientMessage = AuthMessage | TimeMessage

/** WebSocket close codes of this protocol. */
export const CLOSE_CODES = {
  goingAway: 1001,
  badMessage: 4400,
  unauthenticated: 4401,
  tooSlow: 4408,
  tooMany: 4429,
} as const

const TOKEN_CHARS_MAX = 4_096

/** Reads a client's message; null when it is none that the protocol knows. */
export function parseClientMessage(text: string): ClientMessage | null {
  const message = parseRecord(text)
  if (message?.type === 'auth' && isShortText(message.token)) return { type: 'auth', token: message.token }
  if (message?.type === 'time' && Number.isFinite(message.sent)) {
    return { type: 'time', sent: message.sent as number }
  }
  return null
}

/**
 * Reads a message of the service; null when it lacks the envelope. Types that this version does not know come
 * through, so that a client of an older version skips them by its own `switch`.
 */
export function parseServerMessage(text: string): ServerMessage | null {
  const message = parseRecord(text)
  if (message === null || typeof message.type !== 'string' || typeof message.at !== 'string') return null
  if (typeof message.data !== 'object' || message.data === null) return null
  return message as unknown as ServerMessage
}

/** Whether a message belongs to the tenant's ordered log. */
export const isEvent = (message: ServerMessage): message is ServerEvent => 'id' in message

function parseRecord(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= TOKEN_CHARS_MAX
