import type { DeliveryKind } from '../../../machines/delivery/index.ts'
import type { Sql } from '../../persistence/sql.ts'
import type { ClaimedDelivery } from './ClaimedDelivery.ts'

/**
 * How many deliveries of a tenant may be claimed now. 0: only one that the seller asked for by hand; below 0: none.
 */
export interface LaneRoom {
  tenantId: string
  room: number
}

export interface ClaimRequest {
  kind: DeliveryKind
  /** Ms since the epoch. */
  now: number
  leaseMs: number
  /** Becomes the lease token of every row claimed. */
  leaseToken: string
  /** Tenants that differ from `defaultRoom`. */
  rooms: readonly LaneRoom[]
  defaultRoom: number
  limit: number
}

/** Tries after which a failing webhook no longer holds back the later ones of its item (about five minutes). */
export const ORDER_HELD_TRIES = 3

/** Nothing holds the item back: all of it. A constant, so that the index ends the scan. */
const SEQUENCE_MAX = '9223372036854775807'

/** Due now, and the tenant's lane has room for it. */
const SENDABLE = `
  d.status = 'pending' and d.next_attempt_at <= $1::timestamptz and (d.priority < 0 or lane.room > 0)`

/**
 * Webhooks of the tenant of `lane`. Hops from item to item: a webhook waits for the earlier ones of its item, until
 * those have failed so often that holding it back would only lose it too. So of each item only what stands before and
 * at the first one that still holds the others is looked at, however many wait behind it.
 */
const WEBHOOKS = `
  with recursive item (key) as (
    (select ordering_key from delivery
      where kind = 'webhook' and tenant_id = lane.id and status = 'pending' order by ordering_key limit 1)
    union all
    select (select ordering_key from delivery
             where kind = 'webhook' and tenant_id = lane.id and status = 'pending' and ordering_key > item.key
             order by ordering_key limit 1)
      from item where item.key is not null
  )
  select d.id, d.priority, d.sequence from item
   cross join lateral (
     select d.* from delivery d
      where d.kind = 'webhook' and d.tenant_id = lane.id and d.ordering_key = item.key and ${SENDABLE}
        and (d.priority < 0 or lane.webhook_paused_at is null)
        and d.sequence <= coalesce(
          (select e.sequence from delivery e
            where e.kind = 'webhook' and e.tenant_id = lane.id and e.ordering_key = item.key and e.status = 'pending'
              and (e.attempts < ${ORDER_HELD_TRIES} or e.lease_token is not null)
            order by e.sequence limit 1), ${SEQUENCE_MAX})
      order by d.sequence limit greatest(lane.room, 1)
   ) d
   where item.key is not null`

/** Replies answer different people: winners first, no other order. */
const REPLIES = `
  select d.id, d.priority, d.sequence from delivery d
   where d.kind = 'reply' and d.tenant_id = lane.id and ${SENDABLE}
   order by d.priority, d.sequence limit greatest(lane.room, 1)`

/**
 * One statement, one short transaction: no lock outlives it, so a call that hangs holds nothing but its lease.
 *
 * `queue` hops from tenant to tenant along the index, so that the longest queue costs no more than the shortest;
 * `ready` takes of each tenant only what there is room for; `locked` drops what another worker took in the meantime,
 * which the database finds out by checking the conditions again on the row as it is now.
 */
const claimStatement = (kind: DeliveryKind): string => `
  with recursive queue (tenant_id) as (
    (select tenant_id from delivery where status = 'pending' and kind = '${kind}' order by tenant_id limit 1)
    union all
    select (select d.tenant_id from delivery d
             where d.status = 'pending' and d.kind = '${kind}' and d.tenant_id > q.tenant_id
             order by d.tenant_id limit 1)
      from queue q where q.tenant_id is not null
  ), lane as (
    select t.*, coalesce(r.room, $5::int) as room
      from queue q join tenant t on t.id = q.tenant_id
      left join jsonb_to_recordset($4::jsonb) as r ("tenantId" uuid, room int) on r."tenantId" = t.id
  ), ready as (
    select head.id from lane
     cross join lateral (
       select c.id, row_number() over (order by c.priority, c.sequence) as place
         from (${kind === 'webhook' ? WEBHOOKS : REPLIES}) c
        order by place limit greatest(lane.room, 1)
     ) head
     where lane.room >= 0
     order by head.place limit $6::int
  ), locked as (
    select d.id, d.lease_token is not null as interrupted from delivery d
     where d.id in (select id from ready) and d.status = 'pending' and d.next_attempt_at <= $1::timestamptz
     for update skip locked
  ), claimed as (
    update delivery d set next_attempt_at = $2::timestamptz, lease_token = $3::uuid
      from locked l where d.id = l.id
    returning d.*, l.interrupted
  )
  select c.id, c.tenant_id as "tenantId", c.kind, c.type, c.priority, c.payload, c.attempts,
         (extract(epoch from c.created_at) * 1000)::float8 as "createdAt", c.lease_token as "leaseToken", c.interrupted,
         s.status is not null and s.status = 'ended' as "isSessionEnded",
         json_build_object(
           'webhookUrl', t.webhook_url, 'webhookSecret', t.webhook_secret,
           'previousWebhookSecret', t.previous_webhook_secret,
           'previousWebhookSecretUntil', extract(epoch from t.previous_webhook_secret_until) * 1000,
           'socialStatus', t.social_status, 'socialAccountId', t.social_account_id, 'socialPageId', t.social_page_id,
           'socialAccessToken', t.social_access_token) as target
    from claimed c join tenant t on t.id = c.tenant_id
    left join live_session s on s.id = case when c.kind = 'reply' then (c.payload ->> 'sessionId')::uuid end
   order by c.priority, c.sequence`

const CLAIM = { webhook: claimStatement('webhook'), reply: claimStatement('reply') }

/** Planning a claim takes the database milliseconds, and most looks find nothing: those end here. */
const ANY_DUE = `
  select from delivery where status = 'pending' and kind = $1 and next_attempt_at <= $2::timestamptz limit 1`

/** Takes due deliveries, each for this worker alone until the lease ends, at most `room` a tenant and `limit` in all. */
export async function claimDeliveries(sql: Sql, request: ClaimRequest): Promise<ClaimedDelivery[]> {
  const now = new Date(request.now).toISOString()
  const due = await sql.query(ANY_DUE, [request.kind, now])
  if (due.length === 0) return []
  return sql.query<ClaimedDelivery>(CLAIM[request.kind], [
    now,
    new Date(request.now + request.leaseMs).toISOString(),
    request.leaseToken,
    JSON.stringify(request.rooms),
    request.defaultRoom,
    request.limit,
  ])
}
