import { isDeepStrictEqual } from 'node:util'
import type { ItemInput, ItemRules, Lead } from '../../../machines/auctionItem/index.ts'
import { fromDecimalText } from '../../../machines/money.ts'
import { toldBy } from '../../persistence/eventLog.ts'
import { partitionOf } from '../../persistence/partitionOf.ts'
import type { Sql } from '../../persistence/sql.ts'
import { RunningItem } from '../RunningItem.ts'
import { DeskLog } from './DeskLog.ts'
import { TenantDesk } from './TenantDesk.ts'
import { tenantProfile, type TenantRow } from './TenantProfile.ts'

const TENANT_COLUMNS = `id, settings, webhook_url as "webhookUrl",
  (social_access_token is not null and social_status = 'connected') as "canReply"`

export async function readTenantRow(sql: Sql, tenantId: string): Promise<TenantRow | undefined> {
  const [row] = await sql.query<TenantRow>(`select ${TENANT_COLUMNS} from tenant where id = $1`, [tenantId])
  return row && withSettings(row)
}

/** PGlite hands jsonb over parsed, the server's driver too; a text can only come from an unusual type parser. */
const fromJson = <T>(value: T): T => (typeof value === 'string' ? (JSON.parse(value) as T) : value)

const withSettings = (row: TenantRow): TenantRow => ({ ...row, settings: fromJson(row.settings) })

/** The end of a tenant's log in rows, and the lines that follow from comments and bids since. */
interface LogEnd {
  lastEventId: string
  logPosition: string
  unlogged: string | null
}

function logOf({ lastEventId, logPosition, unlogged }: LogEnd): DeskLog {
  const log = new DeskLog(Number(lastEventId), Number(logPosition))
  for (const line of unlogged?.split('\n') ?? []) {
    const told = toldBy(line)
    if (told !== undefined) log.tell(told.type, told.position)
  }
  return log
}

/** Rebuilds the desks of tenants from their rows, running items and their actors included. Unknown ids are left out. */
export async function loadDesks(sql: Sql, tenantIds: readonly string[]): Promise<TenantDesk[]> {
  if (tenantIds.length === 0) return []
  const desks = new Map<string, TenantDesk>()
  const tenants = await sql.query<TenantRow & LogEnd>(
    `select ${TENANT_COLUMNS}, coalesce(e.last_id, 0)::text as "lastEventId",
            coalesce(e.position, 0)::text as "logPosition", u.frames as unlogged
       from tenant
       left join unlogged_events($1::uuid[], $2::smallint[]) u on u.tenant_id = tenant.id
       left join lateral (
         select last_id, position from tenant_events where tenant_id = tenant.id order by first_id desc limit 1
       ) e on true
      where id = any($1::uuid[])`,
    [tenantIds, tenantIds.map(partitionOf)],
  )
  for (const row of tenants)
    desks.set(row.id, new TenantDesk(row.id, tenantProfile(withSettings(row)), logOf(row)))
  const sessions = await sql.query<{
    id: string
    tenantId: string
    mediaId: string | null
    startedAt: string
  }>(
    `select id, tenant_id as "tenantId", social_media_id as "mediaId",
            (extract(epoch from started_at) * 1000)::bigint::text as "startedAt"
       from live_session where tenant_id = any($1::uuid[]) and status = 'live'`,
    [tenantIds],
  )
  for (const { tenantId, startedAt, ...session } of sessions) {
    desks.get(tenantId)?.sessions.set(session.id, { ...session, startedAt: Number(startedAt) })
  }
  await loadItems(sql, desks)
  return [...desks.values()]
}

/** What the driver hands over is a text of its own each time. */
const MODES = { auction: 'auction', fixed_price: 'fixed_price' } as const

interface ItemRow {
  id: string
  tenantId: string
  sessionId: string
  productId: string
  productName: string
  mode: 'auction' | 'fixed_price'
  status: 'active' | 'countdown'
  startingPrice: string
  increment: string | null
  timeLimitSeconds: number | null
  endsAt: string | null
  activatedAt: string
  extensions: number
  stockQuantity: number
  claimsAccepted: number
  lastSequence: number | null
  /** As the item was last told. */
  rules: ItemRules
  productStock: number
}

interface BidsRow {
  itemId: string
  pending: number
  bidId: string
  userId: string
  username: string
  amount: string
}

async function loadItems(sql: Sql, desks: ReadonlyMap<string, TenantDesk>): Promise<void> {
  const rows = await sql.query<ItemRow>(
    `select i.id, i.tenant_id as "tenantId", i.live_session_id as "sessionId", i.product_id as "productId",
            p.name as "productName", i.mode, i.status, i.starting_price::text as "startingPrice",
            i.min_bid_increment::text as increment, i.time_limit_seconds as "timeLimitSeconds",
            (extract(epoch from i.ends_at) * 1000)::bigint::text as "endsAt",
            (extract(epoch from i.activated_at) * 1000)::bigint::text as "activatedAt",
            i.extensions, i.stock_quantity as "stockQuantity", i.claims_accepted as "claimsAccepted",
            (select max(e.sequence) from item_event e where e.item_id = i.id) as "lastSequence",
            (select coalesce(e.data -> 'event' -> 'rules', e.data -> 'event' -> 'input' -> 'rules')
               from item_event e where e.item_id = i.id and e.type in ('activate', 'rules')
              order by e.sequence desc limit 1) as rules,
            p.stock_quantity as "productStock"
       from auction_item i join product p on p.id = i.product_id
      where i.tenant_id = any($1::uuid[]) and i.status in ('active', 'countdown') order by i.id`,
    [[...desks.keys()]],
  )
  if (rows.length === 0) return
  const ids = rows.map((row) => row.id)
  const bids = await sql.query<BidsRow>(
    `select item.id as "itemId", lead.bid_id as "bidId", lead.user_id as "userId", lead.username, lead.amount,
            (select count(*)::int from bids_of(item) where status = 'pending') as pending
       from auction_item item
       cross join lateral (select id as bid_id, user_id, social_username as username, amount::text as amount
                             from bids_of(item) b where status = 'pending' order by b.amount desc limit 1) as lead
      where item.id = any($1::uuid[])`,
    [rows.filter((row) => row.mode === 'auction').map((row) => row.id)],
  )
  const claims = await sql.query<{ itemId: string; userIds: string[] }>(
    `select auction_item_id as "itemId", array_agg(user_id::text) as "userIds" from bid
      where auction_item_id = any($1::uuid[]) and bid_type = 'claim' and status in ('pending', 'won') group by 1`,
    [ids],
  )
  const bidsOf = new Map(bids.map((row) => [row.itemId, row]))
  const claimantsOf = new Map(claims.map((row) => [row.itemId, row.userIds]))
  for (const row of rows) {
    const desk = desks.get(row.tenantId)
    if (desk === undefined) continue
    const input = itemInput(row, desk.profile.rules, bidsOf.get(row.id), claimantsOf.get(row.id) ?? [])
    const { id, sessionId, productId, productName } = row
    const { tenantId } = desk
    const identity = { id, tenantId, sessionId, productId, productName, activatedAt: Number(row.activatedAt) }
    desk.items.set(id, new RunningItem(identity, input, (row.lastSequence ?? 0) + 1))
    if (row.productStock !== row.stockQuantity) desk.changedProducts.add(productId)
  }
}

/** @param current the tenant's rules as they are now, which items share that were told the same */
function itemInput(
  row: ItemRow,
  current: ItemRules,
  bids: BidsRow | undefined,
  claimants: string[],
): ItemInput {
  const rules = fromJson(row.rules)
  const lead: Lead | null =
    bids === undefined
      ? null
      : {
          bidId: bids.bidId,
          userId: bids.userId,
          username: bids.username,
          amount: fromDecimalText(bids.amount),
        }
  return {
    itemId: row.id,
    status: row.status,
    mode: MODES[row.mode],
    price: lead?.amount ?? fromDecimalText(row.startingPrice),
    increment: row.increment === null ? null : fromDecimalText(row.increment),
    timeLimitSeconds: row.timeLimitSeconds,
    endsAt: row.endsAt === null ? null : Number(row.endsAt),
    rules: isDeepStrictEqual(rules, current) ? current : rules,
    extensions: row.extensions,
    stockQuantity: row.stockQuantity,
    claimsAccepted: row.claimsAccepted,
    claimants,
    bidsPending: bids?.pending ?? 0,
    lead,
  }
}
