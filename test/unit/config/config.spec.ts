import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { ConfigError, loadConfig, type Environment } from '../../../config/index.ts'

const HEX_KEY = 'ab'.repeat(32)
const SECRETS = { JWT_SECRET: 's'.repeat(32), ENCRYPTION_KEY: HEX_KEY, SOCIAL_APP_SECRET: 'app-secret' }

describe('configuration', () => {
  let folder: string
  const load = (env: Environment = {}) => loadConfig({ DATA_DIR: folder, ...env })
  const refusal = (env: Environment): string => {
    try {
      load(env)
    } catch (error) {
      if (error instanceof ConfigError) return error.message
      throw error
    }
    throw new Error('was taken')
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'config-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true })
  })

  it('starts with the literal contract when nothing is set', () => {
    const config = load()
    expect(config.http).to.include({
      port: 3000,
      publicUrl: 'http://localhost:3000',
      bodyBytesMax: 100 * 1024,
    })
    expect(config.http.webhookBodyBytesMax).to.equal(4 * 1024 * 1024)
    expect(config.social).to.include({ signatureRequired: false, viewersMatchedById: false, appSecret: null })
    expect(config).to.include({ production: false, profile: 'development' })
  })

  it('lets variables override files, and reads them into their kinds', () => {
    const config = load({
      PORT: ' 8080 ',
      CORS_ORIGINS: 'https://a.example, https://b.example',
      RATE_LIMITS: 'on',
    })
    expect(config.http.port).to.equal(8080)
    expect(config.http.publicUrl).to.equal('http://localhost:8080')
    expect(config.http.corsOrigins).to.deep.equal(['https://a.example', 'https://b.example'])
    expect(config.http.rateLimits).to.equal(true)
  })

  it('drops the slash that ends a public address, so that paths can be joined to it', () => {
    expect(load({ PUBLIC_URL: 'https://live.example/' }).http.publicUrl).to.equal('https://live.example')
  })

  it('takes an empty variable as unset', () => {
    expect(load({ PORT: '', DATABASE_URL: '' })).to.have.nested.property('http.port', 3000)
  })

  it('lays NODE_CONFIG over the files and single variables over it', () => {
    const config = load({ NODE_CONFIG: '{"http":{"port":1},"engine":{"inboxBatchMax":7}}', PORT: '2' })
    expect(config.http.port).to.equal(2)
    expect(config.engine.inboxBatchMax).to.equal(7)
  })

  it('cannot be changed, at any depth', () => {
    const config = load() as unknown as { http: { port: number }; social: { dialect: { scopes: string[] } } }
    expect(() => (config.http.port = 1)).to.throw(TypeError)
    expect(() => config.social.dialect.scopes.push('more')).to.throw(TypeError)
  })

  describe('a value that cannot be used is refused in one line', () => {
    const cases: [Environment, string][] = [
      [{ PORT: 'http' }, 'PORT takes a whole number from 0 to 65535, but was given "http"'],
      [{ PORT: '70000' }, 'PORT takes a whole number from 0 to 65535, but was given 70000'],
      [
        { LOG_LEVEL: 'loud' },
        'LOG_LEVEL takes trace, debug, info, warn, error, fatal or silent, but was given "loud"',
      ],
      [
        { PUBLIC_URL: 'live.example' },
        'PUBLIC_URL takes an address that begins with http:// or https://, but was given "live.example"',
      ],
      [{ NODE_ENV: 'staging' }, 'NODE_ENV takes development, test, production, but was given "staging"'],
      [
        { NATS_URL: 'nats://one:4222,two' },
        'NATS_URL takes addresses that begin with nats://, separated by commas, but was given something else (not shown)',
      ],
      [{ SOCIAL_DIALECT: 'other' }, 'SOCIAL_DIALECT takes social or instagram, but was given "other"'],
      [{ NODE_CONFIG: '{"http":{"prot":1}}' }, 'http.prot is not a setting'],
      [
        { PORT_FILE: '/nowhere/port' },
        'PORT_FILE takes the path of a readable file, but was given "/nowhere/port"',
      ],
      [{ PORT: '1', PORT_FILE: '/port' }, 'PORT and PORT_FILE are both set: keep one of them'],
      [
        { DATA_DIR: '/dev/null/data' },
        'DATA_DIR takes a folder that can be written, but was given "/dev/null/data" (ENOTDIR)',
      ],
    ]
    for (const [env, line] of cases) {
      it(line, () => {
        expect(refusal(env)).to.equal(line)
      })
    }

    const secrets: Environment[] = [
      { JWT_SECRET: 'too-short-hunter2' },
      { ENCRYPTION_KEY: 'hunter2' },
      { ENCRYPTION_KEY: `${HEX_KEY},hunter2` },
      { DATABASE_URL: 'mysql://user:hunter2@host/db' },
      { NODE_CONFIG: '{"auth":{"jwtSecret":"hunter2"}}' },
      { NODE_CONFIG: '{"auth":{"jwtSecret":"hunter2"' },
    ]
    for (const env of secrets) {
      it(`${Object.keys(env).join()} is refused without showing the secret`, () => {
        expect(refusal(env))
          .to.match(/ takes .+not shown/)
          .and.not.contain('hunter2')
      })
    }
  })

  describe('secrets', () => {
    it('are made once outside production, kept for the owner alone and found again', () => {
      const first = load()
      const again = load()
      expect(first.auth.jwtSecret).to.have.length(64).and.equal(again.auth.jwtSecret)
      expect(first.auth.encryptionKeys).to.deep.equal(again.auth.encryptionKeys)
      expect(statSync(join(folder, 'jwt-secret')).mode & 0o777).to.equal(0o600)
      expect(statSync(join(folder, 'encryption-key')).mode & 0o777).to.equal(0o600)
    })

    it('that were kept and are broken stop the start, since a new key could not open what the old one closed', () => {
      load()
      chmodSync(join(folder, 'encryption-key'), 0o600)
      writeFileSync(join(folder, 'encryption-key'), 'half')
      expect(refusal({})).to.contain('encryption-key takes 64 hex digits')
    })

    it('are read from files that NAME_FILE names', () => {
      const file = join(folder, 'mounted')
      writeFileSync(file, `${'x'.repeat(40)}\n`)
      expect(load({ JWT_SECRET_FILE: file }).auth.jwtSecret).to.equal('x'.repeat(40))
    })

    it('may be several keys, in hex or base64', () => {
      const base64 = Buffer.alloc(32, 7).toString('base64')
      const { encryptionKeys } = load({ ENCRYPTION_KEY: `${HEX_KEY}, ${base64}` }).auth
      expect(encryptionKeys.map((key) => key.length)).to.deep.equal([32, 32])
      expect([...(encryptionKeys[1] ?? [])]).to.deep.equal(Array<number>(32).fill(7))
    })
  })

  describe('production', () => {
    const production = { NODE_ENV: 'production', ...SECRETS }

    it('refuses to start without its secrets and names all that are missing', () => {
      expect(refusal({ NODE_ENV: 'production', JWT_SECRET: SECRETS.JWT_SECRET })).to.equal(
        'production needs its secrets: set ENCRYPTION_KEY, SOCIAL_APP_SECRET',
      )
    })

    it('switches on what a safe operator wants', () => {
      const config = load(production)
      expect(config.http).to.include({ strictTransportSecurity: true, rateLimits: true })
      expect(config.social).to.include({
        signatureRequired: true,
        callbackBoundToBrowser: true,
        viewersMatchedById: true,
      })
      expect(config.outbound.publicAddressesOnly).to.equal(true)
    })

    it('shows no debug pages unless they are switched on', () => {
      expect(load().debug).to.deep.equal({ pages: true, operatorEmails: [] })
      expect(load(production).debug.pages).to.equal(false)
      const config = load({ ...production, DEBUG_PAGES: 'on', OPERATOR_EMAILS: 'Ops@shop.example, b@c.de' })
      expect(config.debug).to.deep.equal({ pages: true, operatorEmails: ['ops@shop.example', 'b@c.de'] })
    })

    it('never serves as its own platform', () => {
      expect(load(production).platform.embedded).to.equal(false)
    })
  })

  describe('the platform', () => {
    it('is the embedded stand-in until another one is named', () => {
      expect(load().platform.embedded).to.equal(true)
      expect(load({ SOCIAL_GRAPH_URL: 'http://localhost:4000/' }).platform.embedded).to.equal(false)
    })

    it('grants access below its own address, unless another one or the dialect says where', () => {
      const SOCIAL_GRAPH_URL = 'http://localhost:4000/graph/'
      const authorizeUrl = (env: Environment) => load(env).social.authorizeUrl
      expect(authorizeUrl({ SOCIAL_GRAPH_URL })).to.equal('http://localhost:4000/graph/oauth/authorize')
      const SOCIAL_AUTHORIZE_URL = 'https://platform.test/dialog'
      expect(authorizeUrl({ SOCIAL_GRAPH_URL, SOCIAL_AUTHORIZE_URL })).to.equal(SOCIAL_AUTHORIZE_URL)
      expect(authorizeUrl({ SOCIAL_GRAPH_URL, SOCIAL_DIALECT: 'instagram' })).to.match(/facebook\.com/)
      expect(authorizeUrl({})).to.equal(null)
    })

    it("speaks Instagram's words when told to, at Instagram's address", () => {
      const config = load({ SOCIAL_DIALECT: 'instagram' })
      expect(config.platform.embedded).to.equal(false)
      expect(config.social.dialect).to.include({
        object: 'instagram',
        exchangeGrantType: 'fb_exchange_token',
      })
      expect(config.social.graphUrl).to.match(/^https:\/\/graph\.facebook\.com\//)
    })
  })
})
