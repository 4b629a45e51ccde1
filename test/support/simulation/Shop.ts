import type { Sql } from '../../../src/persistence/sql.ts'
import type { Random } from '../../../src/simulator/random.ts'

/** The part of a tenant's settings that bears on items, as the interface names it. */
export interface ShopSettings {
  countdownSeconds: number
  antiSnipe: { windowSeconds: number; extendSeconds: number; maxExtensions: number }
  maxBidFactor: number | null
  requireMatchedViewer: boolean
}

/** Who a viewer is from an inbox position on. */
export interface ViewerState {
  tenantId: string
  username: string
  since: number
  isBlocked: boolean
  isMatched: boolean
}

export const VIEWERS = ['ayse', 'can', 'lena', 'omar', 'mia'] as const

/** A tenant with what it sells in. */
export interface Shop {
  tenantId: string
  sessions: { id: string; mediaId: string | null }[]
  products: string[]
}

export const randomId = (random: Random): string => {
  const hex = Array.from({ length: 32 }, () => random.int(16).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

export const randomSettings = (random: Random): ShopSettings => ({
  countdownSeconds: random.pick([0, 3, 10, 30]),
  antiSnipe: {
    windowSeconds: random.pick([0, 0, 5, 10]),
    extendSeconds: random.pick([3, 10]),
    maxExtensions: random.pick([0, 1, 3]),
  },
  maxBidFactor: random.pick([null, null, 3]),
  requireMatchedViewer: random.chance(0.15),
})

const TABLES = [
  'tenant_events',
  'delivery',
  'item_event',
  'ignored_comment',
  'inbox_comment',
  'cart_event',
  'bid',
]
  // In an order that satisfies the foreign keys.
  .concat(['auction_item', 'viewer', 'product', 'live_session', 'tenant'])

/** Empties the database as if it had just been migrated. */
export async function emptyDatabase(sql: Sql): Promise<void> {
  for (const table of TABLES) await sql.query(`delete from ${table}`)
  await sql.query(
    'update partition set epoch = 0, position = 0, logged_position = 0, owner = null, last_batch = null',
  )
}

/** Opens a shop with two sessions, the second to be started yet, two products, and a viewer it knows already. */
export async function openShop(sql: Sql, random: Random): Promise<Shop> {
  const [tenantId, first, second, one, other] = Array.from({ length: 5 }, () => randomId(random)) as [
    string,
    string,
    string,
    string,
    string,
  ]
  await sql.query(
    `insert into tenant (id, name, slug, email, password_hash, api_key, api_secret_hash, webhook_secret, webhook_url, settings,
                         social_access_token, social_status, created_at, updated_at)
     values ($1::uuid, 'Shop', $2, $2, '', $2, '', '', 'http://localhost/', $3::jsonb, 'token', 'connected', now(), now())`,
    [tenantId, tenantId, JSON.stringify(randomSettings(random))],
  )
  const sessions = [
    { id: first, mediaId: random.pick([null, 'media-1']) },
    { id: second, mediaId: 'media-2' },
  ]
  await sql.query(
    `insert into live_session (id, tenant_id, title, status, social_media_id, started_at, created_at, updated_at)
     values ($1, $3, 'Show', 'live', $4, '2026-01-01', now(), now()), ($2, $3, 'Later', 'scheduled', $5, null, now(), now())`,
    [first, second, tenantId, sessions[0]?.mediaId, sessions[1]?.mediaId],
  )
  await sql.query(
    `insert into product (id, tenant_id, name, image_url, stock_quantity, min_bid_increment, status, created_at, updated_at)
     values ($1, $3, 'Ring', '', $4, null, 'available', now(), now()), ($2, $3, 'Vase', '', $5, 2.50, 'available', now(), now())`,
    [one, other, tenantId, random.int(4), random.int(4)],
  )
  await sql.query(
    `insert into viewer (id, tenant_id, social_username, social_user_id, social_auth_method, display_name, email, created_at, updated_at)
     values ($1, $2, 'mia', 'id-mia', 'manual', 'mia', 'mia@example.com', now(), now())`,
    [randomId(random), tenantId],
  )
  return { tenantId, sessions, products: [one, other] }
}
