import type {
  AuctionItem,
  Bid,
  CartEvent,
  Comment,
  ErrorBody,
  LiveSession,
  Page,
  Product,
  SessionResult,
  TokenPair,
  Viewer,
} from '../protocol/resources.ts'
import { ApiError } from './ApiError.ts'

export interface ClientOptions {
  /** Where the service is, e.g. `http://localhost:3000`. */
  baseUrl: string
  accessToken?: string
  /** Renews the access token when it has run out. */
  refreshToken?: string
  timeoutMs?: number
}

export interface Activation {
  productId: string
  liveSessionId: string
  mode: 'auction' | 'fixed_price'
  startingPrice: number
  minBidIncrement?: number | null
  timeLimitSeconds?: number | null
}

export type Registration = TokenPair & {
  tenant: { id: string; name: string; slug: string; email: string; apiKey: string; webhookSecret: string }
  apiSecret: string
}

type Query = Record<string, string | number | undefined>

const TIMEOUT_MS = 20_000

/**
 * A typed client of the REST interface over `fetch` alone, for browsers and servers. Every method resolves with `data`
 * of the envelope and rejects with an {@link ApiError}. An access token that has run out is renewed once, however many
 * requests meet it, and the request sent again.
 */
export function createClient({ baseUrl, timeoutMs = TIMEOUT_MS, ...tokens }: ClientOptions) {
  let { accessToken: token, refreshToken } = tokens
  let renewing: Promise<void> | undefined

  const keep = <T extends TokenPair>(pair: T): T => {
    token = pair.accessToken
    refreshToken = pair.refreshToken
    return pair
  }

  /** Trades the refresh token, which counts once, for a new pair. @throws ApiError when it is refused */
  const renew = (): Promise<void> =>
    (renewing ??= send<TokenPair>('POST', '/auth/refresh', { refreshToken })
      .then((pair) => void keep(pair))
      .finally(() => (renewing = undefined)))

  async function call<T>(method: string, path: string, body?: object, query: Query = {}): Promise<T> {
    const sentWith = token
    try {
      return await send<T>(method, path, body, query)
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.code === 'authentication_required'
      if (!isRefusal || refreshToken === undefined) throw error
      // Another request may have renewed it meanwhile.
      if (token === sentWith) await renew()
      return send<T>(method, path, body, query)
    }
  }

  async function send<T>(method: string, path: string, body?: object, query: Query = {}): Promise<T> {
    const url = new URL(`/api/v1${path}`, baseUrl)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const headers: Record<string, string> = { accept: 'application/json' }
    if (token !== undefined) headers.authorization = `Bearer ${token}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    const response = await fetch(url, {
      method,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw unreachable(url.origin, cause)
    })
    const envelope = (await response.json().catch(() => null)) as { data?: T; error?: ErrorBody } | null
    if (response.ok && envelope !== null) return envelope.data as T
    throw new ApiError(envelope?.error ?? unexpected(response.status))
  }

  return {
    /** The token that requests carry now; a new one when the service refused it. @throws ApiError without any */
    async accessToken(wasRefused = false): Promise<string> {
      if (wasRefused && refreshToken !== undefined) await renew()
      if (token === undefined) throw signedOut()
      return token
    },
    register: async (body: { name: string; email: string; password: string; slug?: string }) =>
      keep(await send<Registration>('POST', '/auth/register', body)),
    login: async (body: { email: string; password: string }) =>
      keep(await send<TokenPair>('POST', '/auth/login', body)),
    createProduct: (body: {
      name: string
      imageUrl?: string
      stockQuantity?: number
      minBidIncrement?: number
    }) => call<Product>('POST', '/products', body),
    product: (id: string) => call<Product>('GET', `/products/${id}`),
    createSession: (body: { title?: string; socialMediaId?: string | null }) =>
      call<LiveSession>('POST', '/sessions', body),
    startSession: (id: string) => call<LiveSession>('POST', `/sessions/${id}/start`),
    endSession: (id: string) => call<LiveSession>('POST', `/sessions/${id}/end`),
    /** The closed items of a session, the latest first, and how far the telling of each has come. */
    results: (sessionId: string) => call<Page<SessionResult>>('GET', `/sessions/${sessionId}/results`),
    activate: (body: Activation) => call<AuctionItem>('POST', '/auctions/activate', body),
    close: (id: string) => call<AuctionItem & { bids: Bid[] }>('PUT', `/auctions/${id}/close`),
    extend: (id: string, seconds: number) => call<AuctionItem>('PUT', `/auctions/${id}/extend`, { seconds }),
    auction: (id: string) => call<AuctionItem>('GET', `/auctions/${id}`),
    bids: (id: string) => call<Bid[]>('GET', `/auctions/${id}/bids`),
    comments: (sessionId: string, query: { limit?: number; cursor?: string; outcome?: string } = {}) =>
      call<Page<Comment>>('GET', `/sessions/${sessionId}/comments`, undefined, query),
    viewers: (query: { limit?: number; cursor?: string } = {}) =>
      call<Page<Viewer>>('GET', '/viewers', undefined, query),
    cartEvents: (query: { limit?: number; cursor?: string } = {}) =>
      call<Page<CartEvent>>('GET', '/cart-events', undefined, query),
  }
}

export type Client = ReturnType<typeof createClient>

/** Reads a list to its end. */
export async function allOf<T>(read: (cursor: string | undefined) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return items
}

const signedOut = (): ApiError =>
  new ApiError({ status: 401, code: 'authentication_required', message: 'Register or log in first' })

const unreachable = (origin: string, cause: unknown): ApiError =>
  new ApiError({ status: 0, code: 'unreachable', message: `No answer from ${origin}` }, { cause })

const unexpected = (status: number): ErrorBody => ({
  status,
  code: 'unexpected_answer',
  message: `The service answered HTTP ${String(status)} without an envelope`,
})
