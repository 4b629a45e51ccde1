import { randomBytes } from 'node:crypto'
import { UniqueConstraintViolationException } from '@mikro-orm/core'
import slugify from '@sindresorhus/slugify'
import type { Database, EntityManager } from '../persistence/database.ts'
import { Tenant } from '../persistence/entities/index.ts'
import type { TokenPair } from '../protocol/resources.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Encryption } from '../runtime/encryption.ts'
import { AppError } from '../runtime/errors.ts'
import type { Ids } from '../runtime/ids.ts'
import { newWebhookSecret } from '../runtime/webhookSecret.ts'
import type { ApiKeys } from './apiKeys.ts'
import type { Passwords } from './passwords.ts'
import type { Tokens } from './tokens.ts'

export interface Registration {
  name: string
  email: string
  password: string
  slug?: string | undefined
}

export interface Registered {
  tenant: Tenant
  webhookSecret: string
  apiSecret: string
  tokens: TokenPair
}

type LoggedIn = Pick<Tenant, 'id' | 'name' | 'slug' | 'email'>
type LoginRow = LoggedIn & Pick<Tenant, 'passwordHash' | 'isActive'>

/** Tenant accounts: registering, logging in, credentials for servers. */
export interface Accounts {
  /** @throws AppError `email_taken` or `slug_taken` */
  register(registration: Registration): Promise<Registered>
  /** @throws AppError `invalid_credentials`, for every reason alike and after the same time */
  login(email: string, password: string): Promise<{ tenant: LoggedIn; tokens: TokenPair }>
  /** Replaces key and secret; the old ones stop at once. */
  regenerateApiKey(tenantId: string): Promise<{ apiKey: string; apiSecret: string }>
  /** The active tenant whose overlay has this key. */
  byOverlayKey(key: string): Promise<Tenant | null>
}

export interface AccountOptions {
  database: Database
  clock: Clock
  ids: Ids
  passwords: Passwords
  tokens: Tokens
  apiKeys: ApiKeys
  encryption: Encryption
}

const SLUG_MAX = 63
const SLUG_TRIES = 20

export function createAccounts(options: AccountOptions): Accounts {
  const { database, clock, ids, passwords, tokens, apiKeys, encryption } = options

  return {
    async register(registration) {
      const em = database.fork()
      await refuseTaken(em, registration)
      const passwordHash = await passwords.hash(registration.password)
      for (let attempt = 0; ; attempt++) {
        const fresh = database.fork()
        const slug = registration.slug ?? (await freeSlug(fresh, registration.name))
        try {
          return await store(fresh, registration, slug, passwordHash)
        } catch (error) {
          if (!(error instanceof UniqueConstraintViolationException)) throw error
          // Somebody was faster; say which field it was, or try the next generated slug.
          await refuseTaken(database.fork(), registration)
          if (attempt >= SLUG_TRIES) throw error
        }
      }
    },

    async login(email, password) {
      // A plain statement: making an entity of a row would take longer than making none of no row.
      const [found] = await database.sql.query<LoginRow>(
        `select id, name, slug, email, password_hash as "passwordHash", is_active as "isActive"
           from tenant where email = $1`,
        [email],
      )
      const matches = await passwords.verify(password, found?.passwordHash)
      if (found === undefined || !matches || !found.isActive) throw new AppError('invalid_credentials')
      const em = database.fork()
      const pair = tokens.issue(em, found)
      await em.flush()
      return { tenant: found, tokens: pair }
    },

    async regenerateApiKey(tenantId) {
      const { apiKey, apiSecret, apiSecretHash } = apiKeys.create()
      const updatedAt = new Date(clock.now())
      await database.asTenant(tenantId, ({ em }) =>
        em.nativeUpdate(Tenant, { id: tenantId }, { apiKey, apiSecretHash, updatedAt }),
      )
      return { apiKey, apiSecret }
    },

    byOverlayKey: (key) => database.fork().findOne(Tenant, { overlayKey: key, isActive: true }),
  }

  async function store(
    em: EntityManager,
    { name, email }: Registration,
    slug: string,
    passwordHash: string,
  ): Promise<Registered> {
    const { apiKey, apiSecret, apiSecretHash } = apiKeys.create()
    const webhookSecret = newWebhookSecret()
    const id = ids.next()
    const now = new Date(clock.now())
    const tenant = em.create(Tenant, {
      id,
      name,
      slug,
      email,
      passwordHash,
      apiKey,
      apiSecretHash,
      webhookSecret: encryption.encrypt(webhookSecret, { tenantId: id, column: 'webhookSecret' }),
      settings: {},
      plan: 'free',
      isActive: true,
      createdAt: now,
      updatedAt: now,
    })
    em.persist(tenant)
    await em.flush()
    const pair = tokens.issue(em, tenant)
    await em.flush()
    return { tenant, webhookSecret, apiSecret, tokens: pair }
  }
}

async function refuseTaken(em: EntityManager, { email, slug }: Registration): Promise<void> {
  if ((await em.count(Tenant, { email })) > 0) throw new AppError('email_taken')
  if (slug !== undefined && (await em.count(Tenant, { slug })) > 0) throw new AppError('slug_taken')
}

/** `Çiçek & Co` → `cicek-co`, then `cicek-co-2`, `-3`… A name that leaves no letters becomes `shop-<random>`. */
async function freeSlug(em: EntityManager, name: string): Promise<string> {
  const words = slugify(name, { decamelize: false, customReplacements: [['&', ' ']] })
  const base = words.slice(0, SLUG_MAX).replace(/-+$/, '') || `shop-${randomBytes(4).toString('hex')}`
  const taken = await em.find(
    Tenant,
    { slug: { $like: `${base.slice(0, SLUG_MAX - 8)}%` } },
    { fields: ['slug'] },
  )
  const slugs = new Set(taken.map((tenant) => tenant.slug))
  if (!slugs.has(base)) return base
  for (let number = 2; ; number++) {
    const suffix = `-${number}`
    const slug = `${base.slice(0, SLUG_MAX - suffix.length).replace(/-+$/, '')}${suffix}`
    if (!slugs.has(slug)) return slug
  }
}
