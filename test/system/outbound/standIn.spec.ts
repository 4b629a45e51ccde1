import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { loadConfig } from '../../../config/index.ts'
import { startApp, type App } from '../../../src/app.ts'
import { createLogger } from '../../../src/runtime/logger.ts'
import { startPlatform, type FaultOrder, type Platform } from '../../../src/simulator/platform/index.ts'
import type { Delivery, Page } from '../../../src/protocol/resources.ts'
import { testDatabaseUrl } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { startShopReceiver, type ShopReceiver } from '../../support/outbound/ShopReceiver.ts'

interface Show {
  token: string
  tenantId: string
  accountId: string
  itemId: string
}

interface Registered {
  accessToken: string
  tenant: { id: string }
}

describe('a show on a platform that misbehaves', () => {
  let dataDir: string
  let platform: Platform
  let shop: ShopReceiver
  let app: App
  let sellers = 0

  const post = async <T>(path: string, token: string | null, body: unknown, method = 'POST'): Promise<T> => {
    const response = await fetch(`${app.url}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    const { data, error } = (await response.json()) as { data: T; error?: { message: string } }
    if (error !== undefined) throw new Error(`${path}: ${error.message}`)
    return data
  }

  const read = async <T>(path: string, token: string): Promise<T> => {
    const response = await fetch(`${app.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return ((await response.json()) as { data: T }).data
  }

  /** Walks the browser through the platform and back. */
  const connect = async (token: string, seller: string): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}` }
    const away = await fetch(`${app.url}/api/v1/auth/social`, { headers, redirect: 'manual' })
    const allowed = await fetch(`${away.headers.get('location') ?? ''}&auto=1&seller=${seller}`, {
      redirect: 'manual',
    })
    return fetch(allowed.headers.get('location') ?? '', { redirect: 'manual' })
  }

  const register = async (): Promise<{ token: string; tenantId: string }> => {
    const email = `show-${(sellers += 1)}@example.com`
    const account = { name: 'Show', email, password: 'a long password' }
    const registered = await post<Registered>('/auth/register', null, account)
    return { token: registered.accessToken, tenantId: registered.tenant.id }
  }

  /** A connected seller, live, with two mugs at a fixed price. */
  const goLive = async (): Promise<Show> => {
    const { token, tenantId } = await register()
    const { id: seller, accountId } = platform.sellers.create()
    expect((await connect(token, seller)).headers.get('location')).to.match(
      /^\/dashboard\?social_connected=true&/,
    )
    await post('/tenant', token, { webhookUrl: shop.url }, 'PUT')
    const mug = { name: 'Mug', imageUrl: 'https://example.com/mug.png', stockQuantity: 2 }
    const { id: productId } = await post<{ id: string }>('/products', token, mug)
    const { id: liveSessionId } = await post<{ id: string }>('/sessions', token, { title: 'Tonight' })
    await post(`/sessions/${liveSessionId}/start`, token, {})
    const offer = { productId, liveSessionId, mode: 'fixed_price', startingPrice: 12.5 }
    const { id: itemId } = await post<{ id: string }>('/auctions/activate', token, offer)
    return { token, tenantId, accountId, itemId }
  }

  const claim = (show: Show, ...usernames: string[]): Promise<unknown> =>
    platform.stage.comment(
      show.accountId,
      usernames.map((username) => ({ username, text: 'mine' })),
    )

  const repliesTo = (show: Show): string[] =>
    platform.stage
      .repliesSince(0)
      .flatMap(({ accountId, username }) => (accountId === show.accountId ? [username ?? ''] : []))

  const replyRows = async (show: Show): Promise<Delivery[]> =>
    (await read<Page<Delivery>>('/webhook-deliveries?kind=reply', show.token)).items

  const fault = (order: FaultOrder): void => {
    platform.faults.add(order)
  }

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stand-in-'))
    platform = await startPlatform({ host: '127.0.0.1', appId: 'app', appSecret: 'app-secret' })
    shop = await startShopReceiver()
    const config = loadConfig({
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      DATABASE_URL: await testDatabaseUrl(),
      SOCIAL_GRAPH_URL: platform.graphUrl,
      SOCIAL_AUTHORIZE_URL: platform.authorizeUrl,
      SOCIAL_APP_ID: 'app',
      SOCIAL_APP_SECRET: 'app-secret',
      NODE_CONFIG: JSON.stringify({ social: { requestTimeoutMs: 1_500 } }),
    })
    app = await startApp(config, createLogger(config.log))
    platform.subscriber.url = `${app.url}/api/v1/webhooks/social`
  })
  beforeEach(() => {
    platform.faults.clear()
    shop.received.length = 0
  })
  after(async () => {
    await app.stop()
    await platform.stop()
    await shop.stop()
    await rm(dataDir, { recursive: true })
  })

  it('answers each claim once and tells the shop of each cart in order', async () => {
    const show = await goLive()
    await claim(show, 'ayse', 'can', 'lena')
    await eventually(() => repliesTo(show).length === 3 && shop.received.length === 3)
    expect(repliesTo(show).sort()).to.deep.equal(['ayse', 'can', 'lena'])
    const told = shop.received.map(
      ({ body }) => JSON.parse(body) as { type: string; data: { user?: { socialUsername: string } } },
    )
    expect(told.map(({ type, data }) => [type, data.user?.socialUsername])).to.deep.equal([
      ['auction.started', undefined],
      ['cart.created', 'ayse'],
      ['cart.created', 'can'],
    ])
  })

  it('does not answer twice when the platform takes the reply and never says so', async () => {
    const show = await goLive()
    fault({ target: 'reply', kind: 'timeout_after_success', times: 1 })
    await claim(show, 'ayse')
    const row = await eventually(async () => {
      const [found] = await replyRows(show)
      return found?.status === 'cancelled' ? found : undefined
    })
    expect(row).to.include({ attempts: 1, lastError: 'outcome_unknown' })
    expect(repliesTo(show)).to.deep.equal(['ayse'])
  })

  it('waits as long as the platform’s headers say, and goes on with the show meanwhile', async () => {
    const show = await goLive()
    fault({ target: 'reply', kind: 'rate_limited', code: 32, regainMinutes: 3, times: 1 })
    const claimedAt = Date.now()
    await claim(show, 'ayse')
    const rows = await eventually(async () => {
      const found = await replyRows(show)
      return found[0]?.lastError === 'social_32' ? found : undefined
    })
    // Three minutes from the platform's answer, which came between the claim and now; by clocks that differ a little.
    const pauseFrom = Date.parse(rows?.[0]?.nextAttemptAt ?? '') - 180_000
    expect(pauseFrom).to.be.within(claimedAt - 1_000, Date.now() + 1_000)
    await claim(show, 'can')
    await eventually(() => shop.received.length === 3)
    expect(repliesTo(show)).to.deep.equal([])
  })

  it('stops calling when the token is rejected, and goes on once the seller has connected again', async () => {
    const show = await goLive()
    fault({ target: 'reply', kind: 'expired_token', times: 1 })
    await claim(show, 'ayse')
    await eventually(async () => {
      const { socialStatus } = await read<{ socialStatus: string }>('/auth/me', show.token)
      return socialStatus === 'needs_reconnect'
    })
    const seller = platform.sellers.byAccount(show.accountId)
    expect((await connect(show.token, seller?.id ?? '')).status).to.equal(302)
    await claim(show, 'can')
    await eventually(() => repliesTo(show).includes('can'))
    expect(repliesTo(show)).to.deep.equal(['can'])
  })

  it('moves an account that another seller connects, and tells the first', async () => {
    const show = await goLive()
    const second = await register()
    const seller = platform.sellers.byAccount(show.accountId)
    await connect(second.token, seller?.id ?? '')
    expect(await read('/auth/me', show.token)).to.include({
      socialAccountId: null,
      socialStatus: 'disconnected',
    })
    expect(await read('/auth/me', second.token)).to.include({ socialAccountId: show.accountId })
    // Comments go to the new owner from now on.
    await claim(show, 'ayse')
    expect(await replyRows(show)).to.deep.equal([])
  })

  const shapes = [
    ['no_pages', 'No pages found (a page linked to a professional account is required)'],
    ['page_without_account', 'No professional account found linked to your pages'],
  ] as const
  for (const [shape, message] of shapes) {
    it(`refuses a seller with ${shape.replaceAll('_', ' ')}`, async () => {
      const { token } = await register()
      const back = await connect(token, platform.sellers.create({ shape }).id)
      expect(back.status).to.equal(400)
      expect(((await back.json()) as { error: { message: string } }).error.message).to.equal(message)
    })
  }

  it('finds the account on the last of many pages', async () => {
    const { token } = await register()
    const seller = platform.sellers.create({ shape: 'many_pages' })
    await connect(token, seller.id)
    expect(await read('/auth/me', token)).to.include({
      socialAccountId: seller.accountId,
      socialUsername: seller.username,
    })
  })

  for (const target of ['token', 'accounts', 'profile', 'subscribe'] as const) {
    for (const kind of [
      'server_error',
      'rate_limited',
      'expired_token',
      'timeout_after_success',
      'reset',
    ] as const) {
      it(`connects nothing when the ${target} call meets ${kind.replaceAll('_', ' ')}`, async () => {
        const { token } = await register()
        fault({ target, kind, times: 1 })
        const back = await connect(token, platform.sellers.create().id)
        expect(back.status).to.equal(500)
        const { error } = (await back.json()) as { error: { message: string } }
        expect(error.message).to.equal('Failed to connect social account')
        expect(await read('/auth/me', token)).to.include({
          socialAccountId: null,
          socialStatus: 'disconnected',
        })
      })
    }
  }
})
