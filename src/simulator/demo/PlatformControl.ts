import type { PostedComment, Reply, Utterance } from '../platform/index.ts'

/** What the demo does at the stand-in platform, over its control interface. */
export function platformControl(platformUrl: string) {
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(new URL(path, platformUrl), {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok)
      throw new Error(`The platform answered HTTP ${String(response.status)} to ${method} ${path}`)
    return (await response.json()) as T
  }
  return {
    /** Speaks under the account's live video; settles once the service has acknowledged it. */
    async comment(accountId: string, comments: readonly Utterance[]): Promise<PostedComment[]> {
      return (await call<{ posted: PostedComment[] }>('POST', '/control/comments', { accountId, comments }))
        .posted
    },
    /** @throws when the platform knows no such account */
    async accountIdOf(username: string): Promise<string> {
      const { accounts } = await call<{ accounts: { accountId: string; username: string }[] }>(
        'GET',
        '/control/state',
      )
      const account = accounts.find((one) => one.username === username)
      if (account === undefined) throw new Error(`The platform knows no account @${username}`)
      return account.accountId
    },
    async replies(since: number): Promise<Reply[]> {
      return (await call<{ replies: Reply[] }>('GET', `/control/replies?since=${String(since)}`)).replies
    },
  }
}

export type PlatformControl = ReturnType<typeof platformControl>

const REDIRECTS_MAX = 10

/**
 * Connects the account as a seller's browser would: from the service to the platform's consent page, through its
 * decision, and back. Returns the account's username.
 */
export async function connectAsBrowser(serviceUrl: string, accessToken: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next = new URL('/api/v1/auth/social', serviceUrl)
  for (let step = 0; step < REDIRECTS_MAX; step++) {
    const ours = next.origin === new URL(serviceUrl).origin
    const response = await fetch(next, {
      redirect: 'manual',
      headers: {
        ...(step === 0 ? { authorization: `Bearer ${accessToken}` } : {}),
        ...(ours ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
      },
    })
    for (const cookie of ours ? response.headers.getSetCookie() : []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null)
      throw new Error(`Connecting ended at ${next.href} with HTTP ${String(response.status)}`)
    next = new URL(location, next)
    // The person at the browser agrees at once.
    if (next.pathname === '/oauth/authorize') next.searchParams.set('auto', '1')
    const username = next.searchParams.get('social_username')
    if (username !== null) return username
  }
  throw new Error('Connecting the account went in circles')
}
