import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { call } from '../support/contract/call.ts'
import { PASSWORD, Seller, type Registered } from '../support/contract/Seller.ts'
import { service } from '../support/contract/service.ts'

const fresh = () => `${randomUUID()}@shop.test`

describe('4.1 Tenant account', () => {
  let url: string
  const register = (body: unknown) => call<Registered>(url, 'POST', '/auth/register', { body })
  const login = (body: unknown) => call<Registered>(url, 'POST', '/auth/login', { body })

  before(async function start() {
    this.timeout(60_000)
    url = (await service()).url
  })

  describe('POST /auth/register', () => {
    it('answers 201 with tenant, apiSecret and the token pair, and nothing else', async () => {
      const email = fresh()
      const answer = await register({ name: 'Rosa', email, password: PASSWORD })
      expect(answer.status).to.equal(201)
      const { data } = answer
      expect(data).to.have.all.keys(
        'tenant',
        'apiSecret',
        'accessToken',
        'refreshToken',
        'tokenType',
        'expiresIn',
      )
      expect(data.tenant).to.have.all.keys(
        'id',
        'name',
        'slug',
        'email',
        'apiKey',
        'webhookSecret',
        'createdAt',
      )
      expect(data).to.include({ tokenType: 'Bearer', expiresIn: 900 })
      expect(data.tenant.email).to.equal(email)
      expect(data.tenant.webhookSecret).to.match(/^whsec_[A-Za-z0-9+/]{32}$/)
      expect(data.tenant.createdAt).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(data.tenant.id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    })

    it('an invalid body gives 400 with field-level details that name every bad field at once', async () => {
      const answer = await register({
        name: '',
        email: 'nobody',
        password: 'short',
        slug: 'Not A Slug',
        plan: 'pro',
      })
      expect(answer.refusal).to.equal('400 Validation error')
      expect(answer.error.code).to.equal('validation_error')
      expect(answer.badFields).to.deep.equal(['email', 'name', 'password', 'plan', 'slug'])
      for (const words of Object.values(answer.error.details ?? {}))
        expect(words).to.be.an('array').that.is.not.empty
    })

    for (const [what, body, field] of [
      ['no name', { email: 'a@b.co', password: PASSWORD }, 'name'],
      ['a name of white space', { name: ' \t', email: 'a@b.co', password: PASSWORD }, 'name'],
      ['a name of 121 characters', { name: 'x'.repeat(121), email: 'a@b.co', password: PASSWORD }, 'name'],
      ['a name that is a number', { name: 5, email: 'a@b.co', password: PASSWORD }, 'name'],
      ['a password of 7', { name: 'x', email: 'a@b.co', password: '1234567' }, 'password'],
      ['a password of 129', { name: 'x', email: 'a@b.co', password: 'x'.repeat(129) }, 'password'],
      ['an email of 255', { name: 'x', email: `${'x'.repeat(249)}@b.com`, password: PASSWORD }, 'email'],
      ['an email without @', { name: 'x', email: 'a.b.co', password: PASSWORD }, 'email'],
      ['an email that is a list', { name: 'x', email: ['a@b.co'], password: PASSWORD }, 'email'],
      ['a slug with capitals', { name: 'x', email: 'a@b.co', password: PASSWORD, slug: 'Shop' }, 'slug'],
      ['a slug that ends with -', { name: 'x', email: 'a@b.co', password: PASSWORD, slug: 'shop-' }, 'slug'],
      ['a slug with --', { name: 'x', email: 'a@b.co', password: PASSWORD, slug: 'a--b' }, 'slug'],
      ['a slug of 64', { name: 'x', email: 'a@b.co', password: PASSWORD, slug: 's'.repeat(64) }, 'slug'],
      ['an empty slug', { name: 'x', email: 'a@b.co', password: PASSWORD, slug: '' }, 'slug'],
      ['an unknown field', { name: 'x', email: 'a@b.co', password: PASSWORD, isActive: false }, 'isActive'],
    ] as const) {
      it(`refuses ${what}`, async () => {
        const answer = await register(body)
        expect(answer.refusal).to.equal('400 Validation error')
        expect(answer.badFields).to.deep.equal([field])
      })
    }

    it('a body that is no object is a validation error', async () => {
      for (const raw of ['[]', '"text"', '17', 'null', 'true']) {
        const answer = await call(url, 'POST', '/auth/register', { raw })
        expect(answer.refusal, raw).to.equal('400 Validation error')
      }
      expect((await call(url, 'POST', '/auth/register')).badFields).to.deep.equal([
        'email',
        'name',
        'password',
      ])
    })

    it('an existing email gives 409, in whatever case it is written', async () => {
      const email = fresh()
      await register({ name: 'First', email, password: PASSWORD })
      const again = await register({ name: 'Second', email: ` ${email.toUpperCase()} `, password: PASSWORD })
      expect(again.refusal).to.equal('409 This email is already registered')
    })

    it('a slug already used gives 409, and the email is told first', async () => {
      const slug = `s${randomUUID()}`
      const email = fresh()
      await register({ name: 'First', email, password: PASSWORD, slug })
      expect((await register({ name: 'x', email: fresh(), password: PASSWORD, slug })).refusal).to.equal(
        '409 This slug is already taken',
      )
      expect((await register({ name: 'x', email, password: PASSWORD, slug })).refusal).to.equal(
        '409 This email is already registered',
      )
    })

    it('when slug is omitted it is generated from name: transliterated, then -2, -3', async () => {
      const slugs: string[] = []
      for (let i = 0; i < 3; i++) {
        slugs.push(
          (await register({ name: 'Çiçek & Co', email: fresh(), password: PASSWORD })).data.tenant.slug,
        )
      }
      expect(slugs).to.deep.equal(['cicek-co', 'cicek-co-2', 'cicek-co-3'])
    })

    for (const name of ['花屋', '🌸🌸', 'Ünïcødé Straße №1', 'x'.repeat(120), '- - -', 'Иван Shop', 'ع']) {
      it(`makes a slug of the name ${name.slice(0, 20)}`, async () => {
        const first = (await register({ name, email: fresh(), password: PASSWORD })).data.tenant
        const second = (await register({ name, email: fresh(), password: PASSWORD })).data.tenant
        for (const { slug } of [first, second]) expect(slug).to.match(/^(?=.{1,63}$)[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(first.slug).to.not.equal(second.slug)
        expect(first.name).to.equal(name)
      })
    }

    it('of registrations at once with one email or slug one succeeds', async () => {
      const email = fresh()
      const byEmail = await Promise.all(
        [1, 2, 3].map(() => register({ name: 'Race', email, password: PASSWORD })),
      )
      expect(byEmail.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409])
      const slug = `r${randomUUID()}`
      const bySlug = await Promise.all(
        [1, 2, 3].map(() => register({ name: 'Race', email: fresh(), password: PASSWORD, slug })),
      )
      expect(bySlug.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409])
      const byName = await Promise.all(
        [1, 2, 3, 4].map(() => register({ name: 'Same name', email: fresh(), password: PASSWORD })),
      )
      expect(new Set(byName.map(({ data }) => data.tenant.slug)).size).to.equal(4)
    })

    it('strings are trimmed and NFC-normalised, the email lower-cased', async () => {
      const id = randomUUID()
      const { tenant } = (
        await register({ name: '  Cafe\u0301 ', email: `\tCAFE-${id}@Shop.Test `, password: PASSWORD })
      ).data
      expect(tenant.name).to.equal('Caf\u00e9')
      expect(tenant.email).to.equal(`cafe-${id}@shop.test`)
    })

    it('any characters make a password, white space at its ends included', async () => {
      const email = fresh()
      const password = '  🔑 pässwörd\u00a0 '
      await register({ name: 'Key', email, password })
      expect((await login({ email, password })).status).to.equal(200)
      expect((await login({ email, password: password.trim() })).status).to.equal(401)
    })
  })

  describe('POST /auth/login', () => {
    it('returns tenant {id, name, slug, email} plus the token pair', async () => {
      const seller = await Seller.register('Login')
      const { data, status } = await login({
        email: seller.account.tenant.email.toUpperCase(),
        password: PASSWORD,
      })
      expect(status).to.equal(200)
      expect(data).to.have.all.keys('tenant', 'accessToken', 'refreshToken', 'tokenType', 'expiresIn')
      const { id, name, slug, email } = seller.account.tenant
      expect(data.tenant).to.deep.equal({ id, name, slug, email })
    })

    it('an invalid body gives 400', async () => {
      expect((await login({})).badFields).to.deep.equal(['email', 'password'])
      expect((await login({ email: 'no address', password: 'x' })).badFields).to.deep.equal(['email'])
      expect((await login({ email: 'a@b.co', password: 5 })).badFields).to.deep.equal(['password'])
      expect((await login({ email: 'a@b.co', password: 'x', remember: true })).badFields).to.deep.equal([
        'remember',
      ])
    })

    it('an unknown email, an inactive tenant and a wrong password give 401 with the same answer', async () => {
      const seller = await Seller.register()
      const sleeper = await Seller.register()
      await (
        await service()
      ).app.database.sql.query('update tenant set is_active = false where id = $1', [sleeper.id])
      const answers = await Promise.all([
        login({ email: fresh(), password: PASSWORD }),
        login({ email: sleeper.account.tenant.email, password: PASSWORD }),
        login({ email: seller.account.tenant.email, password: 'wrong password' }),
      ])
      for (const { refusal } of answers) expect(refusal).to.equal('401 Invalid email or password')
      expect(new Set(answers.map(({ text }) => text)).size).to.equal(1)
    })
  })

  describe('GET /auth/me', () => {
    it('returns the tenant itself, with the contract’s fields and no secret', async () => {
      const seller = await Seller.register('Me')
      const { data } = await seller.call<Record<string, unknown>>('GET', '/auth/me')
      expect(data).to.include.all.keys(
        ...[
          'id',
          'name',
          'slug',
          'email',
          'apiKey',
          'webhookUrl',
          'domain',
          'socialAccountId',
          'socialPageId',
        ],
        ...['plan', 'settings', 'isActive', 'createdAt'],
      )
      const { id, name, slug, email, apiKey, createdAt } = seller.account.tenant
      expect(data).to.include({ id, name, slug, email, apiKey, createdAt, isActive: true })
      expect(data).to.include({ webhookUrl: null, domain: null, socialAccountId: null, socialPageId: null })
      expect(data.settings).to.deep.equal({})
      expect(data.plan).to.be.a('string')
      for (const secret of [
        'passwordHash',
        'apiSecretHash',
        'webhookSecret',
        'socialAccessToken',
        'apiSecret',
      ]) {
        expect(data).to.not.have.property(secret)
      }
    })
  })

  describe('POST /auth/api-key/regenerate', () => {
    it('returns {apiKey, apiSecret} and replaces both credentials at once', async () => {
      const seller = await Seller.register()
      const basic = (key: string, secret: string) =>
        call(url, 'GET', '/auth/me', { headers: { authorization: `Basic ${btoa(`${key}:${secret}`)}` } })
      const { apiKey, apiSecret } = { ...seller.account.tenant, ...seller.account }
      expect((await basic(apiKey, apiSecret)).status).to.equal(200)
      const { data, status } = await seller.call<{ apiKey: string; apiSecret: string }>(
        'POST',
        '/auth/api-key/regenerate',
      )
      expect(status).to.equal(200)
      expect(data).to.have.all.keys('apiKey', 'apiSecret')
      expect(data.apiKey).to.not.equal(apiKey)
      expect(data.apiSecret).to.not.equal(apiSecret)
      expect((await basic(apiKey, apiSecret)).status).to.equal(401)
      expect((await basic(data.apiKey, apiSecret)).status).to.equal(401)
      expect((await basic(data.apiKey, data.apiSecret)).status).to.equal(200)
      expect((await seller.call<{ apiKey: string }>('GET', '/auth/me')).data.apiKey).to.equal(data.apiKey)
    })
  })

  it('passwords, API secrets and webhook secrets are not stored as they are', async () => {
    const seller = await Seller.register()
    const [row] = await (
      await service()
    ).app.database.sql.query('select * from tenant where id = $1', [seller.id])
    const stored = JSON.stringify(row)
    for (const secret of [PASSWORD, seller.account.apiSecret, seller.account.tenant.webhookSecret]) {
      expect(stored).to.not.include(secret)
    }
  })
})
