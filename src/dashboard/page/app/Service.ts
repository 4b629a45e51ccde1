import type { ErrorBody } from '../../../protocol/resources.ts'
import type { Account } from '../account/Account.ts'

/** A request that did not succeed: refused by the service, or `unreachable` when no answer came. */
export class RequestError extends Error {
  readonly code: string
  readonly status: number
  readonly details: Record<string, string[]>

  constructor(error: Partial<ErrorBody> & { code: string }) {
    super(error.message ?? error.code)
    this.name = 'RequestError'
    this.code = error.code
    this.status = error.status ?? 0
    this.details = error.details ?? {}
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const TIMEOUT_MS = 15_000

/** All that reading needs of it. */
export type Reader = Pick<Service, 'get'>

/** The public REST interface, with this browser's account. */
export class Service {
  readonly #account: Account

  constructor(account: Account) {
    this.#account = account
  }

  get<T>(path: string): Promise<T> {
    return this.#send<T>('GET', path)
  }

  post<T>(path: string, body?: object): Promise<T> {
    return this.#send<T>('POST', path, body)
  }

  put<T>(path: string, body?: object): Promise<T> {
    return this.#send<T>('PUT', path, body)
  }

  delete<T>(path: string): Promise<T> {
    return this.#send<T>('DELETE', path)
  }

  /**
   * Resolves with `data` of the envelope. A token that has just run out is renewed and the request sent once more.
   * @throws RequestError
   */
  async #send<T>(method: Method, path: string, body?: object): Promise<T> {
    const token = await this.#token()
    let response = await exchange(method, path, body, token)
    if (response.status === 401 && token !== null) {
      const renewed = await this.#token(token)
      if (renewed !== null) response = await exchange(method, path, body, renewed)
    }
    if (response.status === 204) return undefined as T
    const envelope = (await response.json().catch(() => null)) as Envelope<T> | null
    if (envelope?.success === true) return envelope.data
    throw new RequestError(envelope?.error ?? { code: 'unexpected', status: response.status })
  }

  async #token(refused?: string): Promise<string | null> {
    return this.#account.accessToken(refused).catch(() => {
      throw new RequestError({ code: 'unreachable' })
    })
  }
}

type Envelope<T> = { success: true; data: T } | { success: false; error: ErrorBody }

async function exchange(method: Method, path: string, body: object | undefined, token: string | null) {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (token !== null) headers.Authorization = `Bearer ${token}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  try {
    return await fetch(`/api/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch {
    throw new RequestError({ code: 'unreachable' })
  }
}
