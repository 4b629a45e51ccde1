import { expect } from 'chai'
import { Seller } from '../support/contract/Seller.ts'

interface Shown {
  name: string
  domain: string | null
  webhookUrl: string | null
  settings: Record<string, unknown>
  updatedAt: string
}

describe('4.3 Tenant settings', () => {
  let seller: Seller
  const put = (body: unknown) => seller.call<Shown>('PUT', '/tenant', { body })

  before(async function start() {
    this.timeout(60_000)
    seller = await Seller.connected('Settings')
  })

  it('PUT /tenant returns {id, name, slug, email, domain, webhookUrl, settings, updatedAt}', async () => {
    const answer = await put({
      name: 'New name',
      domain: 'shop.example.com',
      webhookUrl: 'http://shop.example.com/hook',
    })
    expect(answer.status).to.equal(200)
    expect(answer.data).to.have.all.keys(
      'id',
      'name',
      'slug',
      'email',
      'domain',
      'webhookUrl',
      'settings',
      'updatedAt',
    )
    expect(answer.data).to.deep.include({
      id: seller.id,
      name: 'New name',
      slug: seller.account.tenant.slug,
      email: seller.account.tenant.email,
      domain: 'shop.example.com',
      webhookUrl: 'http://shop.example.com/hook',
      settings: {},
    })
  })

  it('fields that are not given stay; null clears domain and webhookUrl', async () => {
    await put({ domain: 'a.example', webhookUrl: 'https://a.example/' })
    expect((await put({ name: 'Kept' })).data).to.include({
      domain: 'a.example',
      webhookUrl: 'https://a.example/',
    })
    expect((await put({ domain: null, webhookUrl: null })).data).to.include({
      name: 'Kept',
      domain: null,
      webhookUrl: null,
    })
    expect((await put({})).data.name).to.equal('Kept')
  })

  for (const [what, body, fields] of [
    ['an empty name', { name: '' }, ['name']],
    ['name null', { name: null }, ['name']],
    ['a domain with a path', { domain: 'a.example/x' }, ['domain']],
    ['a webhookUrl that is no address', { webhookUrl: 'shop' }, ['webhookUrl']],
    ['a webhookUrl of another scheme', { webhookUrl: 'ftp://a.example/' }, ['webhookUrl']],
    ['javascript:', { webhookUrl: 'javascript:alert(1)' }, ['webhookUrl']],
    ['a webhookUrl with a password', { webhookUrl: 'https://u:p@a.example/' }, ['webhookUrl']],
    ['email', { email: 'x@y.co' }, ['email']],
    [
      'plan, isActive and apiKey',
      { plan: 'pro', isActive: true, apiKey: 'k' },
      ['apiKey', 'isActive', 'plan'],
    ],
    ['settings that are a list', { settings: [] }, ['settings']],
    ['settings null', { settings: null }, ['settings']],
    ['several at once', { name: 5, webhookUrl: 7, settings: { currency: 'XXXX' } }, ['name', 'webhookUrl']],
  ] as const) {
    it(`an invalid update body gives 400 with details: ${what}`, async () => {
      const answer = await put(body)
      expect(answer.refusal).to.equal('400 Validation error')
      expect(answer.badFields).to.include.members([...fields])
    })
  }

  it('every bad field is named at once, settings included', async () => {
    const answer = await put({ name: '', webhookUrl: 'shop', settings: { currency: 'money' } })
    expect(answer.badFields).to.deep.equal(['name', 'settings.currency', 'webhookUrl'])
  })

  describe('settings (decisions, section 4)', () => {
    beforeEach(async () => {
      seller = await Seller.register()
    })

    it('are merged key by key; other keys are kept as they are', async () => {
      await put({ settings: { currency: 'TRY', theme: { dark: true, list: [1, 'a', null] } } })
      const { settings } = (await put({ settings: { locale: 'tr', countdownSeconds: 5 } })).data
      const expected = {
        currency: 'TRY',
        theme: { dark: true, list: [1, 'a', null] },
        locale: 'tr',
        countdownSeconds: 5,
      }
      expect(settings).to.deep.equal(expected)
      expect((await seller.call<Shown>('GET', '/auth/me')).data.settings).to.deep.equal(expected)
    })

    for (const settings of [
      { currency: 'EUR' },
      { locale: 'pt-BR' },
      { claimKeywords: ['benim', 'mine'] },
      { countdownSeconds: 0 },
      { antiSnipe: { windowSeconds: 5, extendSeconds: 10, maxExtensions: 3 } },
      { maxBidFactor: null },
      { maxBidFactor: 1.5 },
      { autoReply: { enabled: false, templates: { bidAccepted: '{username} {amount}' } } },
      { requireMatchedViewer: true },
    ]) {
      it(`takes ${JSON.stringify(settings)}`, async () => {
        expect((await put({ settings })).data.settings).to.deep.equal(settings)
      })
    }

    for (const [field, settings] of [
      ['currency', { currency: 'money' }],
      ['locale', { locale: 'not a tag' }],
      ['claimKeywords', { claimKeywords: 'mine' }],
      ['countdownSeconds', { countdownSeconds: -1 }],
      ['antiSnipe.windowSeconds', { antiSnipe: { windowSeconds: 'five' } }],
      ['antiSnipe.window', { antiSnipe: { window: 5 } }],
      ['maxBidFactor', { maxBidFactor: 0.5 }],
      ['autoReply.enabled', { autoReply: { enabled: 'yes' } }],
      ['autoReply.templates.bidAccepted', { autoReply: { templates: { bidAccepted: 7 } } }],
      ['requireMatchedViewer', { requireMatchedViewer: 1 }],
    ] as const) {
      it(`refuses ${JSON.stringify(settings)} and names the key`, async () => {
        const answer = await put({ settings })
        expect(answer.refusal).to.equal('400 Validation error')
        expect(answer.badFields.map((name) => name.replace(/\.\d+$/, ''))).to.deep.equal([
          `settings.${field}`,
        ])
      })
    }

    it('are 16 KiB in all', async () => {
      const half = 'x'.repeat(8_000)
      expect((await put({ settings: { a: half } })).status).to.equal(200)
      expect((await put({ settings: { b: half } })).status).to.equal(200)
      const answer = await put({ settings: { c: half } })
      expect(answer.refusal).to.equal('400 Validation error')
      expect(answer.badFields).to.deep.equal(['settings'])
      expect(Object.keys((await put({ settings: { a: 'small' } })).data.settings)).to.deep.equal(['a', 'b'])
    })

    it('keys with a meaning to JavaScript are kept as any other, and change nothing', async () => {
      const raw = '{"settings":{"__proto__":{"polluted":true},"constructor":"c","toString":1}}'
      const answer = await seller.call<Shown>('PUT', '/tenant', { raw })
      expect(answer.status).to.equal(200)
      expect(answer.text).to.include('"constructor":"c"')
      expect(({} as Record<string, unknown>).polluted).to.equal(undefined)
    })

    it('what the database cannot keep as it is is refused', async () => {
      for (const raw of [
        '{"settings":{"a":"\\u0000"}}',
        '{"settings":{"\\u0000":1}}',
        '{"settings":{"a":["\\ud800"]}}',
        '{"settings":{"a":1e400}}',
      ]) {
        const answer = await seller.call('PUT', '/tenant', { raw })
        expect(answer.refusal, raw).to.equal('400 Validation error')
        expect(answer.badFields).to.deep.equal(['settings'])
      }
    })

    it('updates at once to different keys are all kept', async () => {
      const keys = ['a', 'b', 'c', 'd', 'e', 'f']
      await Promise.all(keys.map((key) => put({ settings: { [key]: 1 } })))
      expect(Object.keys((await put({})).data.settings).sort()).to.deep.equal(keys)
    })
  })

  it('POST /tenant/webhook-secret/regenerate returns {webhookSecret}, a new one', async () => {
    const answer = await seller.call<{ webhookSecret: string }>('POST', '/tenant/webhook-secret/regenerate')
    expect(answer.status).to.equal(200)
    expect(answer.data).to.have.all.keys('webhookSecret')
    expect(answer.data.webhookSecret)
      .to.match(/^whsec_/)
      .and.not.equal(seller.account.tenant.webhookSecret)
    expect(
      (await seller.call('POST', '/tenant/webhook-secret/regenerate', { body: { revokeOld: 'yes' } }))
        .badFields,
    ).to.deep.equal(['revokeOld'])
  })

  it('GET /tenant/stats returns integer counts for the tenant, bids counted through its sessions', async () => {
    const shop = await Seller.connected()
    const stats = async () => (await shop.call('GET', '/tenant/stats')).data
    expect(await stats()).to.deep.equal({ products: 0, sessions: 0, totalBids: 0, totalCartEvents: 0 })
    const auction = await shop.onAir({ startingPrice: 1 })
    await shop.tell(auction.session, 'ada', '50')
    await shop.call('POST', `/sessions/${auction.session.id}/end`)
    const fixed = await shop.onAir({ mode: 'fixed_price', product: { stockQuantity: 1 } })
    await shop.tell(fixed.session, 'ada', 'mine')
    await shop.tell(fixed.session, 'ben', 'mine')
    expect(await stats()).to.deep.equal({ products: 2, sessions: 2, totalBids: 3, totalCartEvents: 1 })
  })
})
