import { violations, type Checker } from './Evidence.ts'

/** Stock may be lowered below what is sold, so each claim is held against the stock that was in force when it won. */
const WITHIN_STOCK = `
  with won as (
    select auction_item_id as item, comment_position as position,
           row_number() over (partition by auction_item_id order by comment_position) as place
      from bid where bid_type = 'claim' and status in ('pending', 'won'))
  select format('I3 claim at %s is number %s of item %s, whose stock was %s', w.position, w.place, w.item, s.stock) as line
    from won w cross join lateral (
      select coalesce(e.data -> 'event' ->> 'stockQuantity', e.data -> 'event' -> 'input' ->> 'stockQuantity')::int as stock
        from item_event e
       where e.item_id = w.item and e.type in ('activate', 'stock') and e.position < w.position
       order by e.sequence desc limit 1) as s
   where w.place > s.stock`

const ONE_A_VIEWER = `
  select format('I3 viewer %s won %s claims on item %s', user_id, count(*), auction_item_id) as line
    from bid where bid_type = 'claim' and status in ('pending', 'won')
   group by auction_item_id, user_id having count(*) > 1`

const COUNTED = `
  select format('I3 item %s counts %s claims and has %s', i.id, i.claims_accepted, count(b.id)) as line
    from auction_item i
    left join bid b on b.auction_item_id = i.id and b.bid_type = 'claim' and b.status in ('pending', 'won')
   group by i.id having i.claims_accepted <> count(b.id)`

/** I3: won claims never exceed the stock, and a viewer wins at most one claim of an item. */
export const claimsStayWithinStock: Checker = ({ sql }) =>
  violations(sql, WITHIN_STOCK, ONE_A_VIEWER, COUNTED)

const ONE_CART = `
  select format('I6 claim %s is %s and has %s cart events', b.id, b.status, count(c.id)) as line
    from bid b left join cart_event c on c.bid_id = b.id
   group by b.auction_item_id, b.id, b.bid_type, b.status
  having count(c.id) <> (b.bid_type = 'claim' and b.status = 'won')::int
  union all
  select format('I6 cart event %s belongs to no claim of its viewer and item', c.id)
    from cart_event c
    left join bid b on b.id = c.bid_id and b.auction_item_id = c.auction_item_id and b.user_id = c.user_id
   where b.id is null`

const WEBHOOKS = `select payload -> 'data' ->> 'id' as cart, id from delivery where type = 'cart.created'`

const ONE_WEBHOOK = `
  select format('I6 cart event %s has %s webhooks', coalesce(c.id::text, w.cart), count(w.id)) as line
    from cart_event c full join (${WEBHOOKS}) as w on w.cart = c.id::text
   group by c.id, w.cart having c.id is null or count(w.id) > 1`

const NO_CART_UNTOLD = `
  select format('I6 cart event %s has no webhook', c.id) as line
    from cart_event c left join (${WEBHOOKS}) as w on w.cart = c.id::text where w.id is null`

/** I6: an accepted claim, one cart event and one cart webhook come together or not at all. */
export const claimsFillCarts: Checker = ({ sql, shopsListen }) =>
  violations(sql, ONE_CART, ONE_WEBHOOK, ...(shopsListen === true ? [NO_CART_UNTOLD] : []))
