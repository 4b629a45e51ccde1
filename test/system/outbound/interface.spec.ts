import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { loadConfig } from '../../../config/index.ts'
import { startApp, type App } from '../../../src/app.ts'
import type { DeliveryDetail, Page, Delivery } from '../../../src/protocol/resources.ts'
import { createLogger } from '../../../src/runtime/logger.ts'
import { testDatabaseUrl } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { startGraphServer, type GraphServer } from '../../support/outbound/GraphServer.ts'
import { answer, startShopReceiver, type ShopReceiver } from '../../support/outbound/ShopReceiver.ts'

interface Seller {
  token: string
  id: string
  webhookSecret: string
}

interface Answer<T> {
  status: number
  headers: Headers
  data: T
  error: { code: string; message: string }
}

describe('the outside world over the interface', () => {
  let dataDir: string
  let graph: GraphServer
  let shop: ShopReceiver
  let app: App
  let logged: string
  let sellers = 0

  const start = async (variables: Record<string, string> = {}): Promise<App> => {
    const config = loadConfig({
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      DATABASE_URL: await testDatabaseUrl(),
      SOCIAL_GRAPH_URL: graph.url,
      SOCIAL_AUTHORIZE_URL: `${graph.url}/oauth`,
      SOCIAL_APP_ID: 'app',
      SOCIAL_APP_SECRET: 'app-secret-word',
      LOG_LEVEL: 'trace',
      ...variables,
    })
    return startApp(config, createLogger(config.log, { write: (line: string) => (logged += line) }))
  }

  const call = async <T>(
    method: string,
    path: string,
    token?: string,
    body?: unknown,
  ): Promise<Answer<T>> => {
    const response = await fetch(`${app.url}/api/v1${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = text.startsWith('{')
      ? (JSON.parse(text) as { data: T; error: Answer<T>['error'] })
      : undefined
    return {
      status: response.status,
      headers: response.headers,
      ...(json as { data: T; error: Answer<T>['error'] }),
    }
  }

  const register = async (): Promise<Seller> => {
    const email = `seller-${(sellers += 1)}@example.com`
    const account = { name: 'Shop', email, password: 'a long password' }
    const { data } = await call<{ accessToken: string; tenant: { id: string; webhookSecret: string } }>(
      'POST',
      '/auth/register',
      undefined,
      account,
    )
    return { token: data.accessToken, id: data.tenant.id, webhookSecret: data.tenant.webhookSecret }
  }

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'outbound-'))
    logged = ''
    graph = await startGraphServer()
    shop = await startShopReceiver()
    app = await start()
  })
  beforeEach(() => {
    graph.calls.length = 0
    graph.misbehave = null
    shop.received.length = 0
    shop.behave(answer(200, {}, 'thanks'))
  })
  after(async () => {
    await app.stop()
    await graph.stop()
    await shop.stop()
    await rm(dataDir, { recursive: true })
  })

  describe('connecting', () => {
    it('sends the browser to the platform and takes it back to the dashboard', async () => {
      const seller = await register()
      const away = await call('GET', '/auth/social', seller.token)
      expect(away.status).to.equal(302)
      const target = new URL(away.headers.get('location') ?? '')
      expect(target.searchParams.get('state')).to.equal(seller.id)
      expect(target.searchParams.get('redirect_uri')).to.equal(`${app.url}/api/v1/auth/social/callback`)

      const back = await call('GET', `/auth/social/callback?code=abc&state=${seller.id}`)
      expect(back.status).to.equal(302)
      expect(back.headers.get('location')).to.equal(
        '/dashboard?social_connected=true&social_username=user-of-account-1',
      )
      const { data: me } = await call('GET', '/auth/me', seller.token)
      expect(me).to.include({
        socialAccountId: 'account-1',
        socialPageId: 'page-1',
        socialStatus: 'connected',
      })

      expect((await call('DELETE', '/auth/social', seller.token)).data).to.deep.equal({ disconnected: true })
      const { data: then } = await call('GET', '/auth/me', seller.token)
      expect(then).to.include({ socialAccountId: null, socialPageId: null, socialStatus: 'disconnected' })
    })

    const refusals: [query: string, status: number, message: string][] = [
      ['error=access_denied&code=a&state=STATE', 400, 'Social authorization was denied'],
      ['error=', 400, 'Social authorization was denied'],
      ['state=STATE', 400, 'Missing code or state parameter'],
      ['code=a', 400, 'Missing code or state parameter'],
      ['code=&state=STATE', 400, 'Missing code or state parameter'],
      ['', 400, 'Missing code or state parameter'],
      ['code=a&state=nobody', 500, 'Failed to connect social account'],
    ]
    for (const [query, status, message] of refusals) {
      it(`answers ${status} ${message} to a callback with "${query}"`, async () => {
        const seller = await register()
        const { error, ...back } = await call(
          'GET',
          `/auth/social/callback?${query.replace('STATE', seller.id)}`,
        )
        expect(back.status).to.equal(status)
        expect(error.message).to.equal(message)
        expect(graph.calls).to.deep.equal([])
      })
    }

    it('requires the seller, except at the callback', async () => {
      expect((await call('GET', '/auth/social')).status).to.equal(401)
      expect((await call('DELETE', '/auth/social')).status).to.equal(401)
    })
  })

  describe('webhooks', () => {
    const settled = (seller: Seller, id: string, status: string): Promise<DeliveryDetail> =>
      eventually(async () => {
        const { data } = await call<DeliveryDetail>('GET', `/webhook-deliveries/${id}`, seller.token)
        if (data.status !== status) throw new Error(`Delivery is ${data.status}`)
        return data
      })

    it('show a developer a ping at once, with its body, headers, answer and duration', async () => {
      const seller = await register()
      const none = await call('POST', '/tenant/webhook-test', seller.token)
      expect(none.status).to.equal(400)
      await call('PUT', '/tenant', seller.token, { webhookUrl: shop.url })
      const test = await call<{ deliveryId: string }>('POST', '/tenant/webhook-test', seller.token)
      expect(test.status).to.equal(202)
      const delivery = await settled(seller, test.data.deliveryId, 'delivered')
      expect(delivery.payload).to.include({ type: 'ping' })
      expect(delivery.tries).to.have.length(1)
      const [made] = delivery.tries
      expect(made).to.include({
        number: 1,
        url: shop.url,
        responseStatus: 200,
        responseBody: 'thanks',
        error: null,
      })
      expect(made?.durationMs).to.be.at.least(0)
      // What is shown is what was sent: it verifies.
      const sent = shop.received[0]
      expect(made?.requestHeaders['webhook-signature']).to.equal(sent?.headers['webhook-signature'])
      new Webhook(seller.webhookSecret).verify(sent?.body ?? '', made?.requestHeaders ?? {})
    })

    it('are listed newest first, page by page, and only to their seller', async () => {
      const seller = await register()
      const stranger = await register()
      await call('PUT', '/tenant', seller.token, { webhookUrl: shop.url })
      const ids: string[] = []
      for (let n = 0; n < 3; n += 1) {
        ids.unshift(
          (await call<{ deliveryId: string }>('POST', '/tenant/webhook-test', seller.token)).data.deliveryId,
        )
      }
      const first = await call<Page<Delivery>>('GET', '/webhook-deliveries?limit=2', seller.token)
      const second = await call<Page<Delivery>>(
        'GET',
        `/webhook-deliveries?limit=2&cursor=${first.data.nextCursor ?? ''}`,
        seller.token,
      )
      expect([...first.data.items, ...second.data.items].map(({ id }) => id)).to.deep.equal(ids)
      expect(second.data.nextCursor).to.equal(null)
      expect(
        (await call<Page<Delivery>>('GET', '/webhook-deliveries', stranger.token)).data.items,
      ).to.deep.equal([])
      for (const path of [`/webhook-deliveries/${ids[0] ?? ''}`, '/webhook-deliveries/none']) {
        expect((await call('GET', path, stranger.token)).error).to.include({ code: 'delivery_not_found' })
        expect((await call('POST', `${path}/redeliver`, stranger.token)).status).to.equal(404)
      }
      // The shop's next answers are for the next test.
      for (const id of ids) await settled(seller, id, 'delivered')
    })

    it('are sent once more when asked for', async () => {
      shop.behave(answer(410), answer(200))
      const seller = await register()
      await call('PUT', '/tenant', seller.token, { webhookUrl: shop.url })
      const { data } = await call<{ deliveryId: string }>('POST', '/tenant/webhook-test', seller.token)
      await settled(seller, data.deliveryId, 'failed')
      const again = await call('POST', `/webhook-deliveries/${data.deliveryId}/redeliver`, seller.token)
      expect(again.status).to.equal(200)
      const delivery = await settled(seller, data.deliveryId, 'delivered')
      expect(delivery.tries.map(({ number, responseStatus }) => [number, responseStatus])).to.deep.equal([
        [1, 410],
        [2, 200],
      ])
    })
  })

  it('leaves no secret, token or body in the log, whatever goes wrong', async () => {
    const seller = await register()
    await call('PUT', '/tenant', seller.token, { webhookUrl: `${shop.url}?key=address-word` })
    graph.misbehave = ({ path }, response) => {
      if (path !== '/me/accounts') return false
      response.writeHead(500).end('answer-word long-of-short-code-word')
      return true
    }
    await call('GET', `/auth/social/callback?code=code-word&state=${seller.id}`)
    graph.misbehave = null
    await call('GET', `/auth/social/callback?code=code-word&state=${seller.id}`)
    shop.behave(answer(500, {}, 'answer-word'))
    await call('POST', '/tenant/webhook-test', seller.token)
    await eventually(() => shop.received.length > 0)
    expect(logged).to.include('callback')
    const secrets = [
      'code-word',
      'app-secret-word',
      'page-token',
      'answer-word',
      'address-word',
      seller.webhookSecret,
    ]
    for (const secret of [...secrets, seller.token]) expect(logged).not.to.include(secret)
  })
})

describe('connecting in the production profile', () => {
  it('finishes only in the browser that began it', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'outbound-'))
    const graph = await startGraphServer()
    const config = loadConfig({
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      DATABASE_URL: await testDatabaseUrl(),
      SOCIAL_GRAPH_URL: graph.url,
      SOCIAL_AUTHORIZE_URL: `${graph.url}/oauth`,
      NODE_CONFIG: JSON.stringify({ social: { callbackBoundToBrowser: true } }),
    })
    const app = await startApp(config, createLogger(config.log))
    const api = `${app.url}/api/v1`
    const registered = await fetch(`${api}/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Shop', email: 'a@example.com', password: 'a long password' }),
    })
    const { data } = (await registered.json()) as { data: { accessToken: string; tenant: { id: string } } }
    const callback = `${api}/auth/social/callback?code=abc&state=${data.tenant.id}`

    const stranger = await fetch(callback, { redirect: 'manual' })
    expect(stranger.status).to.equal(403)
    expect(graph.calls).to.deep.equal([])

    const authorization = `Bearer ${data.accessToken}`
    const away = await fetch(`${api}/auth/social`, { redirect: 'manual', headers: { authorization } })
    const [cookie = ''] = away.headers.getSetCookie()
    expect(cookie.toLowerCase()).to.include('httponly').and.to.include('samesite=lax')
    const back = await fetch(callback, {
      redirect: 'manual',
      headers: { cookie: cookie.split(';')[0] ?? '' },
    })
    expect(back.status).to.equal(302)

    await app.stop()
    await graph.stop()
    await rm(dataDir, { recursive: true })
  })
})
