import { EVENT_LOG } from './eventLog.ts'
import { violations, type Checker } from './Evidence.ts'

/** Rows that name rows of others: table, its column, the table and column it must find under the same tenant. */
const REFERENCES = [
  ['auction_item', 'live_session_id', 'live_session', 'id'],
  ['auction_item', 'product_id', 'product', 'id'],
  ['auction_item', 'winner_user_id', 'viewer', 'id'],
  ['bid', 'auction_item_id', 'auction_item', 'id'],
  ['bid', 'user_id', 'viewer', 'id'],
  ['bid', 'comment_position', 'inbox_comment', 'position'],
  ['cart_event', 'bid_id', 'bid', 'id'],
  ['cart_event', 'user_id', 'viewer', 'id'],
  ['cart_event', 'auction_item_id', 'auction_item', 'id'],
  ['ignored_comment', 'position', 'inbox_comment', 'position'],
  ['ignored_comment', 'session_id', 'live_session', 'id'],
  ['ignored_comment', 'item_id', 'auction_item', 'id'],
  ['ignored_comment', 'user_id', 'viewer', 'id'],
  ['item_event', 'item_id', 'auction_item', 'id'],
  ['delivery', 'comment_position', 'inbox_comment', 'position'],
  ['delivery_attempt', 'delivery_id', 'delivery', 'id'],
] as const

const foreign = ([table, column, other, key]: (typeof REFERENCES)[number]): string => `
  select format('I10 ${table} of tenant %s names ${other} %s, which is not the tenant’s', t.tenant_id, t.${column}) as line
    from ${table} t left join ${other} o on o.${key} = t.${column} and o.tenant_id = t.tenant_id
   where t.${column} is not null and o.tenant_id is null`

/** The log of a tenant may speak of its own comments, bids and items alone. */
const FOREIGN_EVENTS = `
  with logged as (
    select log.tenant_id, f.line as frame from ${EVENT_LOG}
     cross join unnest(string_to_array(log.frames, E'\\n')) as f (line)),
  named as (
    select tenant_id, frame, case when frame like 'c%' or frame like 'b%' then substr(frame, 2)::bigint end as position,
           case when frame like '{%' and frame::jsonb ->> 'type' like 'auction.%' then frame::jsonb -> 'data' ->> 'id' end as item
      from logged)
  select format('I10 event log of tenant %s tells %s, which is not the tenant’s', n.tenant_id, left(n.frame, 200)) as line
    from named n
   where (n.position is not null and not exists (
            select 1 from inbox_comment i where i.position = n.position and i.tenant_id = n.tenant_id))
      or (n.item is not null and not exists (
            select 1 from auction_item i where i.id::text = n.item and i.tenant_id = n.tenant_id))`

/** I10: nothing of one tenant reaches another, neither by a row nor by an event. */
export const tenantsStayApart: Checker = ({ sql }) =>
  violations(sql, ...REFERENCES.map(foreign), FOREIGN_EVENTS)
