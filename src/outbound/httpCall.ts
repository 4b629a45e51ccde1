import { Agent, errors, type Dispatcher } from 'undici'
import { guardedConnector, NotConnectedError, type AddressPolicy } from './addressGuard.ts'
import type { ResolveName } from './nameResolver.ts'

export interface HttpCall {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
  /** For everything: resolving, connecting, sending, and reading the answer. */
  timeLimitMs: number
  /** Of the answer's body; the rest is not read. */
  bodyBytesMax: number
}

export interface HttpAnswer {
  status: number
  /** Names in lower case; the first value where one repeats. */
  headers: Record<string, string>
  /** First part of the body, readable text. */
  body: string
  durationMs: number
}

/** A call without an answer. */
export class HttpCallError extends Error {
  /** False: certainly nothing was sent. True: the receiver may have acted on it. */
  readonly maybeSent: boolean
  /** A word for logs and the seller: `timeout`, `ECONNREFUSED`, `forbidden_target` … */
  readonly reason: string
  readonly durationMs: number
  constructor(reason: string, maybeSent: boolean, durationMs: number, cause: unknown) {
    super(reason, { cause })
    this.name = 'HttpCallError'
    this.reason = reason
    this.maybeSent = maybeSent
    this.durationMs = durationMs
  }
}

/** Sends one request; redirects are answers like any other. @throws HttpCallError when no answer came */
export type SendHttp = (call: HttpCall) => Promise<HttpAnswer>

/** The door through which every outbound request leaves. */
export interface HttpDoor {
  send: SendHttp
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 5_000
const IDLE_SOCKET_MS = 4_000

export function openHttpDoor(options: { policy: AddressPolicy; resolve: ResolveName }): HttpDoor {
  const agent = new Agent({
    connect: guardedConnector({ ...options, connectTimeoutMs: CONNECT_TIMEOUT_MS }),
    allowH2: false,
    // One request a socket: an answer that hangs never stands in another's way. How many at once is the outbox's matter.
    pipelining: 1,
    connections: null,
    keepAliveTimeout: IDLE_SOCKET_MS,
  })
  return { send: (call) => send(agent, call), close: () => agent.destroy() }
}

async function send(agent: Agent, call: HttpCall): Promise<HttpAnswer> {
  const startedAt = performance.now()
  const elapsedMs = (): number => Math.round(performance.now() - startedAt)
  const signal = AbortSignal.timeout(call.timeLimitMs)
  let response: Dispatcher.ResponseData
  try {
    response = await agent.request({
      ...originAndPath(call.url),
      method: call.method,
      headers: call.headers,
      body: call.body ?? null,
      signal,
      headersTimeout: call.timeLimitMs,
      bodyTimeout: call.timeLimitMs,
    })
  } catch (error) {
    throw new HttpCallError(failureWord(error), !(error instanceof NotConnectedError), elapsedMs(), error)
  }
  const body = await readStart(response.body, call.bodyBytesMax)
  return {
    status: response.statusCode,
    headers: firstValues(response.headers),
    body,
    durationMs: elapsedMs(),
  }
}

const originAndPath = (url: string): { origin: string; path: string } => {
  const { origin, pathname, search } = new URL(url)
  return { origin, path: pathname + search }
}

/** The status has come: a body that breaks off, hangs or never ends cannot take that back. */
async function readStart(body: Dispatcher.ResponseData['body'], bytesMax: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= bytesMax) break
    }
  } catch {
    // What came until then is what there is to show.
  }
  // U+0000 cannot be stored; a cut may split a character.
  return Buffer.concat(chunks)
    .subarray(0, bytesMax)
    .toString('utf8')
    .toWellFormed()
    .replaceAll('\u0000', '\ufffd')
}

const firstValues = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const first = Array.isArray(value) ? value[0] : value
      return first === undefined ? [] : [[name, first]]
    }),
  )

function failureWord(error: unknown): string {
  if (error instanceof NotConnectedError) return error.code
  if (error instanceof errors.HeadersTimeoutError) return 'timeout'
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout'
  return error instanceof Error && 'code' in error ? String(error.code) : 'no_answer'
}
