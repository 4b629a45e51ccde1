import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig, type Config } from '../../../config/index.ts'
import type { Database } from '../../../src/persistence/database.ts'
import {
  startOutbound,
  type Outbound,
  type OutboundOptions,
  type SocialApp,
} from '../../../src/outbound/index.ts'
import type { OutboundAnnouncement } from '../../../src/outbound/startOutbound.ts'
import type { Clock } from '../../../src/runtime/clock.ts'
import { createEncryption, type Encryption } from '../../../src/runtime/encryption.ts'
import { createIds, type Ids } from '../../../src/runtime/ids.ts'
import { openTestDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'

/** Real time that a test may set forward. */
export interface SteeredClock extends Clock {
  advance(ms: number): void
  /** Holds time still, but for what a test advances it, until it is let go on from where it stood. */
  freeze(): { thaw(): void }
  /** Back to real time. */
  reset(): void
}

export function createSteeredClock(): SteeredClock {
  let offset = 0
  let frozenAt: number | null = null
  return {
    now: () => frozenAt ?? Date.now() + offset,
    freeze() {
      frozenAt = Date.now() + offset
      return {
        thaw() {
          if (frozenAt !== null) offset = frozenAt - Date.now()
          frozenAt = null
        },
      }
    },
    advance(ms) {
      if (frozenAt === null) offset += ms
      else frozenAt += ms
    },
    reset() {
      frozenAt = null
      offset = 0
    },
  }
}

export interface DeliveryRow {
  id: string
  status: string
  attempts: number
  lastStatus: number | null
  lastError: string | null
  /** Ms since the epoch. */
  nextAttemptAt: number | null
}

export interface TenantSeed {
  webhookUrl?: string | null
  social?: {
    accountId: string
    pageId: string
    token: string
    expiresAt?: number
    subscribedAt?: number | null
  }
}

/** A database with tenants and deliveries as the engine writes them, and the outbox over it. */
export interface OutboundFixture {
  config: Config
  database: Database
  clock: SteeredClock
  ids: Ids
  encryption: Encryption
  announced: { tenantId: string; announcement: OutboundAnnouncement }[]
  faults: { what: string; error: unknown }[]
  /** This app, at a platform at `graphUrl`. */
  socialApp(graphUrl: string, dialect?: 'social' | 'instagram'): SocialApp
  start(options?: Partial<OutboundOptions>): Outbound
  addTenant(seed?: TenantSeed): Promise<{ id: string; secret: string }>
  addSession(tenantId: string, status?: string): Promise<string>
  addWebhook(tenantId: string, options?: { item?: string; data?: Record<string, unknown> }): Promise<string>
  addReply(
    tenantId: string,
    options: { commentId: string; priority?: number; sessionId?: string; message?: string },
  ): Promise<string>
  delivery(id: string): Promise<DeliveryRow>
  /** Waits until the delivery has ended as `status`. */
  settled(id: string, status: string): Promise<DeliveryRow>
  /** Waits until so many tries are stored. */
  tried(id: string, attempts: number): Promise<DeliveryRow>
  /** Stops what was started, empties the tables. */
  reset(): Promise<void>
  close(): Promise<void>
}

const NOWHERE = 'http://127.0.0.1:9'

/** Over a database of its own, or over one that others use too; it is closed with the fixture. */
export async function openOutboundFixture(
  shared?: Database,
  encryption: Encryption = createEncryption([randomBytes(32)]),
): Promise<OutboundFixture> {
  const database = shared ?? (await openTestDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'outbound-'))
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
  const clock = createSteeredClock()
  const ids = createIds(clock)
  const running: Outbound[] = []
  let commentPosition = 0

  const fixture: OutboundFixture = {
    config,
    database,
    clock,
    ids,
    encryption,
    announced: [],
    faults: [],

    socialApp: (graphUrl, dialect = 'social') => ({
      appId: 'app',
      appSecret: 'app-secret',
      authorizeUrl: `${graphUrl}/oauth`,
      graphUrl,
      redirectUri: 'http://localhost/api/v1/auth/social/callback',
      dialect: loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, SOCIAL_DIALECT: dialect }).social.dialect,
      requestTimeoutMs: config.social.requestTimeoutMs,
      repliesPerSecondMax: config.social.repliesPerSecondMax,
    }),

    start(options = {}) {
      const outbound = startOutbound({
        sql: database.sql,
        clock,
        ids,
        encryption,
        settings: config.outbound,
        bindingSecret: 'binding',
        social: fixture.socialApp(NOWHERE),
        announce: (tenantId, announcement) => {
          fixture.announced.push({ tenantId, announcement })
          return Promise.resolve()
        },
        tenantChanged: () => Promise.resolve(),
        onFault: (what, error) => fixture.faults.push({ what, error }),
        pollMs: 50,
        random: () => 0,
        ...options,
      })
      running.push(outbound)
      return outbound
    },

    async addTenant({ webhookUrl = null, social } = {}) {
      const id = ids.next()
      const secret = `whsec_${randomBytes(24).toString('base64')}`
      const now = new Date(clock.now()).toISOString()
      await database.sql.query(
        `insert into tenant (id, name, slug, email, password_hash, api_key, api_secret_hash, webhook_secret, webhook_url,
                             social_account_id, social_page_id, social_access_token, social_token_expires_at,
                             social_subscribed_at, social_status, created_at, updated_at)
         values ($1::uuid, 'Shop', $1::text, $1::text, '', $1::text, '', $2, $3, $4, $5, $6, $7::timestamptz,
                 $8::timestamptz, $9, $10::timestamptz, $10::timestamptz)`,
        [
          id,
          encryption.encrypt(secret, { tenantId: id, column: 'webhookSecret' }),
          webhookUrl,
          social?.accountId ?? null,
          social?.pageId ?? null,
          social === undefined
            ? null
            : encryption.encrypt(social.token, { tenantId: id, column: 'socialAccessToken' }),
          social === undefined
            ? null
            : new Date(social.expiresAt ?? clock.now() + 50 * 24 * 3_600_000).toISOString(),
          social === undefined || social.subscribedAt === null
            ? null
            : new Date(social.subscribedAt ?? clock.now()).toISOString(),
          social === undefined ? 'disconnected' : 'connected',
          now,
        ],
      )
      return { id, secret }
    },

    async addSession(tenantId, status = 'live') {
      const id = ids.next()
      await database.sql.query(
        `insert into live_session (id, tenant_id, title, status, created_at, updated_at)
         values ($1::uuid, $2::uuid, 'Show', $3, now(), now())`,
        [id, tenantId, status],
      )
      return id
    },

    async addWebhook(tenantId, { item = ids.next(), data = {} } = {}) {
      const id = ids.next()
      const now = new Date(clock.now()).toISOString()
      await database.sql.query(
        `insert into delivery (id, tenant_id, kind, type, ordering_key, payload, status, next_attempt_at, created_at)
         values ($1::uuid, $2::uuid, 'webhook', 'auction.started', $3, $4::jsonb, 'pending', $5::timestamptz,
                 $5::timestamptz)`,
        [id, tenantId, item, JSON.stringify({ type: 'auction.started', timestamp: now, data }), now],
      )
      return id
    },

    async addReply(tenantId, { commentId, priority = 0, sessionId, message = 'Sold to you' }) {
      const id = ids.next()
      const now = new Date(clock.now()).toISOString()
      await database.sql.query(
        `insert into delivery (id, tenant_id, kind, type, ordering_key, priority, payload, comment_position, status,
                               next_attempt_at, created_at)
         values ($1::uuid, $2::uuid, 'reply', 'claim_accepted', 'item', $3::int, $4::jsonb, $5::bigint, 'pending',
                 $6::timestamptz, $6::timestamptz)`,
        [
          id,
          tenantId,
          priority,
          JSON.stringify({ commentId, message, sessionId }),
          (commentPosition += 1),
          now,
        ],
      )
      return id
    },

    async delivery(id) {
      const [row] = await database.sql.query<DeliveryRow>(
        `select id, status, attempts, last_status as "lastStatus", last_error as "lastError",
                (extract(epoch from next_attempt_at) * 1000)::float8 as "nextAttemptAt"
           from delivery where id = $1::uuid`,
        [id],
      )
      if (row === undefined) throw new Error(`No delivery ${id}`)
      return row
    },

    settled: (id, status) =>
      eventually(async () => {
        const row = await fixture.delivery(id)
        if (row.status !== status) throw new Error(`Delivery is ${JSON.stringify(row)}, not ${status}`)
        return row
      }),

    tried: (id, attempts) =>
      eventually(async () => {
        const row = await fixture.delivery(id)
        if (row.attempts !== attempts) throw new Error(`Delivery is ${JSON.stringify(row)}`)
        return row
      }),

    async reset() {
      await Promise.all(running.splice(0).map((outbound) => outbound.stop()))
      await database.sql.query('delete from delivery')
      await database.sql.query('delete from live_session')
      await database.sql.query('delete from tenant')
      clock.reset()
      fixture.announced.length = 0
      fixture.faults.length = 0
    },

    async close() {
      await fixture.reset()
      await database.close()
      await rm(dataDir, { recursive: true })
    },
  }
  return fixture
}
