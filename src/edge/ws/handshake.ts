import type { IncomingMessage } from 'node:http'
import { PROTOCOL } from '../../protocol/events.ts'

/** What a client showed while it opened the socket. */
export type Credential = { kind: 'token'; token: string } | { kind: 'overlay'; key: string }

/** An upgrade request, read; `since` is null when the client asks for nothing missed. */
export interface Handshake {
  credential: Credential | null
  since: number | null
}

const BEARER = 'bearer.'
const OVERLAY = 'overlay.'

/**
 * Reads the subprotocols offered beside `live-commerce.v1` (`bearer.<token>` or `overlay.<key>`) and `?since=`.
 * A `since` that is no decimal id makes the handshake null: the client is wrong, not late.
 */
export function readHandshake(request: IncomingMessage): Handshake | null {
  const since = new URL(request.url ?? '/', 'http://upgrade').searchParams.get('since')
  if (since !== null && !/^\d{1,15}$/.test(since)) return null
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim())
  return { credential: credentialAmong(offered), since: since === null ? null : Number(since) }
}

function credentialAmong(offered: readonly string[]): Credential | null {
  for (const part of offered) {
    if (part.startsWith(BEARER)) return { kind: 'token', token: part.slice(BEARER.length) }
    if (part.startsWith(OVERLAY)) return { kind: 'overlay', key: part.slice(OVERLAY.length) }
  }
  return null
}

/** The one subprotocol that the service speaks; the credential beside it is never echoed. */
export const selectProtocol = (offered: ReadonlySet<string>): string | false =>
  offered.has(PROTOCOL) ? PROTOCOL : false

/**
 * Whether a page of this origin may open a socket: one of the service itself or on the allow-list. Programs that are
 * no browsers send no origin and may.
 */
export function isOriginAllowed(request: IncomingMessage, allowed: ReadonlySet<string>): boolean {
  const { origin, host } = request.headers
  if (origin === undefined || allowed.has(origin)) return true
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host
}
