import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { startPlatform, type Platform } from '../../../src/simulator/platform/index.ts'

const REDIRECT = 'http://app.test/callback'

interface Answer {
  status: number
  body: Record<string, unknown> & { error?: { code: number } }
}

describe('stand-in platform: connecting an account', () => {
  let dataDir: string
  let platform: Platform
  const start = () =>
    startPlatform({ appSecret: 'secret', seed: 'oauth', stateFile: join(dataDir, 'state.json') })

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'platform-'))
    platform = await start()
  })
  afterEach(async () => {
    await platform.stop()
    await rm(dataDir, { recursive: true })
  })

  const graph = async (path: string, query: Record<string, string> = {}, token?: string): Promise<Answer> => {
    const url = new URL(path.startsWith('http') ? path : `${platform.graphUrl}${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const response = await fetch(
      url,
      token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
    )
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }

  const consent = async (change: Record<string, string> = {}): Promise<URL> => {
    const url = new URL(platform.authorizeUrl)
    const asked = {
      client_id: 'stand-in-app',
      redirect_uri: REDIRECT,
      response_type: 'code',
      state: 'tenant',
      auto: '1',
    }
    for (const [name, value] of Object.entries({ ...asked, ...change })) url.searchParams.set(name, value)
    const response = await fetch(url, { redirect: 'manual' })
    return new URL(response.headers.get('location') ?? `http://refused/${String(response.status)}`)
  }

  const app = { client_id: 'stand-in-app', client_secret: 'secret' }
  const redeem = (code: string, redirect = REDIRECT): Promise<Answer> =>
    graph('/oauth/access_token', { ...app, redirect_uri: redirect, code })
  const lengthen = (token: string): Promise<Answer> =>
    graph('/oauth/access_token', {
      ...app,
      grant_type: 'social_exchange_token',
      social_exchange_token: token,
    })

  const connected = async (seller: string): Promise<string> => {
    const code = (await consent({ seller })).searchParams.get('code') ?? ''
    const short = (await redeem(code)).body.access_token
    return String((await lengthen(String(short))).body.access_token)
  }

  it('gives a code that serves once, only with the secret and the address it was sent to', async () => {
    const back = await consent()
    expect(back.origin + back.pathname).to.equal(REDIRECT)
    expect(back.searchParams.get('state')).to.equal('tenant')
    const code = back.searchParams.get('code') ?? ''
    expect(await redeem(code, 'http://thief.test/')).to.have.nested.property('body.error.code', 100)
    expect(
      await graph('/oauth/access_token', { ...app, client_secret: 'guess', redirect_uri: REDIRECT, code }),
    ).to.have.nested.property('body.error.code', 101)
    const first = await redeem(code)
    expect(first).to.have.property('status', 200)
    expect(first.body.expires_in).to.equal(3_600)
    const second = await redeem(code)
    expect(second.status).to.equal(400)
    expect(second.body.error?.code).to.equal(100)
  })

  it('lengthens a short token to sixty days, and takes no forged one', async () => {
    const code = (await consent()).searchParams.get('code') ?? ''
    const short = String((await redeem(code)).body.access_token)
    expect((await lengthen(short)).body).to.include({ expires_in: 5_184_000, token_type: 'bearer' })
    const forged = short.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect(await lengthen(forged)).to.have.nested.property('body.error.code', 190)
    expect(await graph('/me/accounts', {}, forged)).to.include({ status: 401 })
  })

  it('lists pages over several result pages, the one with an account on the last', async () => {
    const seller = platform.sellers.create({ shape: 'many_pages' })
    const token = await connected(seller.id)
    interface Listed {
      data: { id: string; social_business_account?: { id: string } }[]
      paging?: { next: string }
    }
    const first = (await graph('/me/accounts', { fields: 'id,name' }, token)).body as unknown as Listed
    expect(first.data).to.have.length(2)
    expect(first.data.every((page) => page.social_business_account === undefined)).to.equal(true)
    expect(new URL(first.paging?.next ?? '').searchParams.get('fields')).to.equal('id,name')
    const second = (await graph(first.paging?.next ?? '', {}, token)).body as unknown as Listed
    expect(second.data.map((page) => page.social_business_account?.id)).to.deep.equal([seller.accountId])
    expect(second.paging).to.equal(undefined)
  })

  it('shows of each shape of seller what an app may meet', async () => {
    const pagesOf = async (shape: 'no_pages' | 'page_without_account' | 'ordinary') => {
      const { body } = await graph('/me/accounts', {}, await connected(platform.sellers.create({ shape }).id))
      return (body.data as { social_business_account?: unknown }[]).map(
        (page) => page.social_business_account !== undefined,
      )
    }
    expect(await pagesOf('no_pages')).to.deep.equal([])
    expect(await pagesOf('page_without_account')).to.deep.equal([false])
    expect(await pagesOf('ordinary')).to.deep.equal([true])
  })

  it('denies when the person does, and sends nobody to an address that is none', async () => {
    const url = new URL('/oauth/decide', platform.url)
    const asked = {
      client_id: 'stand-in-app',
      redirect_uri: REDIRECT,
      response_type: 'code',
      state: 'tenant',
    }
    for (const [name, value] of Object.entries({ ...asked, decision: 'deny' }))
      url.searchParams.set(name, value)
    const denied = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '')
    expect(Object.fromEntries(denied.searchParams)).to.include({ error: 'access_denied', state: 'tenant' })
    expect((await consent({ redirect_uri: 'javascript:alert(1)' })).pathname).to.equal('/400')
    expect((await consent({ client_id: 'another' })).pathname).to.equal('/400')
    expect((await consent({ response_type: 'token' })).pathname).to.equal('/400')
  })

  it('keeps accounts, subscriptions and tokens over a restart', async () => {
    const seller = platform.sellers.create({ name: 'Çiçek', username: 'cicek' })
    const token = await connected(seller.id)
    const subscribe = await fetch(`${platform.graphUrl}/${seller.pageId}/subscribed_apps`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ subscribed_fields: 'comments,live_comments' }),
    })
    expect(subscribe.status).to.equal(200)
    const before = structuredClone(platform.sellers.all())
    await platform.stop()
    platform = await start()
    expect(platform.sellers.all()).to.deep.equal(before)
    expect(await graph(`/${seller.accountId}`, {}, token)).to.deep.equal({
      status: 200,
      body: { id: seller.accountId, username: 'cicek' },
    })
    expect(platform.sellers.byId(seller.id)?.subscribedFields).to.deep.equal(['comments', 'live_comments'])
    // Written beside and moved over: no half of a file is left behind.
    expect(await readdir(dataDir)).to.deep.equal(['state.json'])
  })

  it('makes the same accounts of the same seed', async () => {
    const twin = await startPlatform({ seed: 'oauth' })
    const names = (one: Platform) => Array.from({ length: 3 }, () => one.sellers.create())
    const here = names(platform)
    const there = names(twin)
    await twin.stop()
    expect(there).to.deep.equal(here)
  })

  it('lets nobody see another’s account, and takes back a token', async () => {
    const [mine, other] = [platform.sellers.create(), platform.sellers.create()]
    const token = await connected(mine.id)
    expect(await graph(`/${other.accountId}`, {}, token)).to.have.nested.property('body.error.code', 100)
    expect(await graph(`/${other.pageId}/subscribed_apps`, {}, token)).to.have.property('status', 400)
    platform.sellers.change(mine, { tokensValidFrom: Math.floor(Date.now() / 1_000) + 1 })
    expect(await graph('/me/accounts', {}, token)).to.have.nested.property('body.error.code', 190)
  })
})
