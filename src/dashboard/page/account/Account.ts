import { signal, type ReadonlySignal } from '@preact/signals'
import type { TokenPair } from '../../../protocol/resources.ts'

const STORAGE_KEY = 'live-commerce.account'
const REFRESH_BEFORE_MS = 60_000

interface StoredTokens {
  accessToken: string
  refreshToken: string
  /** Local wall clock, ms. */
  expiresAt: number
}

/**
 * Who is signed in on this browser. Tokens are shared by its tabs; since a refresh token works once, refreshing is
 * done by one tab at a time and the others take its result.
 */
export class Account {
  readonly #signedIn = signal(false)
  readonly #renewed = new Set<(accessToken: string) => void>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    this.#signedIn.value = read() !== null
    addEventListener('storage', (event) => {
      if (event.key === STORAGE_KEY) this.#signedIn.value = read() !== null
    })
    this.#renewInTime()
  }

  get signedIn(): ReadonlySignal<boolean> {
    return this.#signedIn
  }

  signIn(pair: TokenPair): void {
    store(pair)
    this.#signedIn.value = true
    this.#renewInTime()
  }

  async signOut(): Promise<void> {
    const tokens = read()
    localStorage.removeItem(STORAGE_KEY)
    clearTimeout(this.#timer)
    this.#signedIn.value = false
    if (tokens !== null)
      await post('/auth/logout', { refreshToken: tokens.refreshToken }).catch(() => undefined)
  }

  /** Called with each newer access token; returns the way to stop that. */
  onRenewed(listener: (accessToken: string) => void): () => void {
    this.#renewed.add(listener)
    return () => this.#renewed.delete(listener)
  }

  /**
   * A token that is good for a minute at least; null when nobody is signed in any more.
   * `refused` names a token that the service did not take, so that it is replaced whatever its age.
   * @throws TypeError when the service cannot be reached
   */
  async accessToken(refused?: string): Promise<string | null> {
    const isGood = (tokens: StoredTokens): boolean =>
      tokens.accessToken !== refused && tokens.expiresAt - Date.now() > REFRESH_BEFORE_MS
    const held = read()
    if (held === null) return null
    if (isGood(held)) return held.accessToken
    return navigator.locks.request(`${STORAGE_KEY}.refresh`, async () => {
      const latest = read()
      if (latest === null) return null
      return isGood(latest) ? latest.accessToken : this.#refresh(latest)
    })
  }

  async #refresh(tokens: StoredTokens): Promise<string | null> {
    const response = await post('/auth/refresh', { refreshToken: tokens.refreshToken })
    if (response.status === 401 || response.status === 400) {
      localStorage.removeItem(STORAGE_KEY)
      this.#signedIn.value = false
      return null
    }
    if (!response.ok) throw new TypeError('refresh failed')
    const { data } = (await response.json()) as { data: TokenPair }
    store(data)
    this.#renewInTime()
    for (const listener of this.#renewed) listener(data.accessToken)
    return data.accessToken
  }

  #renewInTime(): void {
    clearTimeout(this.#timer)
    const tokens = read()
    if (tokens === null) return
    const delay = Math.max(1_000, tokens.expiresAt - Date.now() - REFRESH_BEFORE_MS + 500)
    this.#timer = setTimeout(() => {
      this.accessToken().then(
        () => this.#renewInTime(),
        () => this.#renewInTime(),
      )
    }, delay)
  }
}

const post = (path: string, body: object): Promise<Response> =>
  fetch(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

function store(pair: TokenPair): void {
  const { accessToken, refreshToken } = pair
  const tokens: StoredTokens = { accessToken, refreshToken, expiresAt: Date.now() + pair.expiresIn * 1_000 }
  localStorage.setItem(STORAGE_KEY, JSON.stringify(tokens))
}

function read(): StoredTokens | null {
  const text = localStorage.getItem(STORAGE_KEY)
  return text === null ? null : (JSON.parse(text) as StoredTokens)
}
