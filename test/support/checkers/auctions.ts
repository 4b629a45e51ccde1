import { violations, type Checker } from './Evidence.ts'

/** 10 is the contract's increment of an item that has none. */
const RISES = `
  select format('I4 bid %s on item %s is %s after %s, with an increment of %s', id, item, amount, before, step) as line
    from (select b.id, i.id as item, b.amount, coalesce(i.min_bid_increment, 10) as step,
                 coalesce(lag(b.amount) over (partition by i.id order by b.comment_position), i.starting_price) as before
            from bid b join auction_item i on i.id = b.auction_item_id where b.bid_type = 'bid') as bids
   where amount < before + step or amount <= before`

const PRICE_IS_THE_LAST_BID = `
  select format('I4 item %s stands at %s, its highest bid at %s', i.id, i.current_price, max(b.amount)) as line
    from auction_item i left join bid b on b.auction_item_id = i.id and b.bid_type = 'bid'
   group by i.id having i.current_price <> coalesce(max(b.amount), i.starting_price)`

const CLAIMED_AT_THE_PRICE = `
  select format('I4 claim %s on item %s is for %s instead of %s', b.id, i.id, b.amount, i.current_price) as line
    from bid b join auction_item i on i.id = b.auction_item_id
   where b.bid_type = 'claim' and b.amount <> i.current_price`

/** I4: the price only rises, by at least the increment, and is that of the last bid. */
export const priceOnlyRises: Checker = ({ sql }) =>
  violations(sql, RISES, PRICE_IS_THE_LAST_BID, CLAIMED_AT_THE_PRICE)

const ONE_WINNER = `
  with bids as (
    select auction_item_id as item, count(*) filter (where status = 'won') as won,
           count(*) filter (where status = 'pending') as pending,
           max(amount) as highest, max(amount) filter (where status = 'won') as paid,
           max(user_id::text) filter (where status = 'won') as winner
      from bid where bid_type = 'bid' group by 1)
  select format('I5 item %s (%s) has %s winning and %s pending bids, won at %s of at most %s, by %s for winner %s',
                i.id, i.status, b.won, b.pending, b.paid, b.highest, b.winner, i.winner_user_id) as line
    from auction_item i left join bids b on b.item = i.id
   where case when i.closed_at is null then b.won > 0 or i.winner_user_id is not null
              when b.item is null then i.winner_user_id is not null
              else b.won <> 1 or b.pending > 0 or b.paid <> b.highest or b.winner is distinct from i.winner_user_id::text
                   or i.status <> 'sold' or i.outcome <> 'won' end`

const NOTHING_AFTER = `
  select format('I5 %s at %s came after item %s closed at %s', b.bid_type, b.comment_position, i.id, i.closed_at_position) as line
    from bid b join auction_item i on i.id = b.auction_item_id where b.comment_position > i.closed_at_position
  union all
  select format('I5 %s is logged for item %s after its close', e.type, e.item_id)
    from item_event e
    join item_event c on c.item_id = e.item_id and c.data -> 'decisions' @> '[{"type": "closed"}]'
   where e.sequence > c.sequence`

const CLOSED_ONCE = `
  select format('I5 item %s (%s) was closed %s times', i.id, i.status, count(c.item_id)) as line
    from auction_item i
    left join item_event c on c.item_id = i.id and c.data -> 'decisions' @> '[{"type": "closed"}]'
   group by i.id having count(c.item_id) <> (i.closed_at is not null)::int`

/** I5: at most one winner, the highest pending bid, and nothing changes after the close. */
export const highestBidWinsOnce: Checker = ({ sql }) =>
  violations(sql, ONE_WINNER, NOTHING_AFTER, CLOSED_ONCE)

const ONE_RUNNING = `
  select format('I7 session %s has %s running items', live_session_id, count(*)) as line
    from auction_item where status in ('active', 'countdown') group by live_session_id having count(*) > 1
  union all
  select format('I7 item %s was put on offer at %s, before the item before it closed at %s', id, opened, before)
    from (select id, opened_at_position as opened,
                 lag(coalesce(closed_at_position, 9223372036854775807))
                   over (partition by live_session_id order by opened_at_position, id) as before
            from auction_item) as lives where before > opened`

/** I7: at most one running item a session, now and at any time before. */
export const oneRunningItemASession: Checker = ({ sql }) => violations(sql, ONE_RUNNING)

const ON_TIME = `
  with ticks as (
    select e.item_id, e.sequence, (e.data -> 'event' ->> 'at')::bigint as at, d ->> 'type' as type, (d ->> 'endsAt')::bigint as ends_at
      from item_event e cross join jsonb_array_elements(e.data -> 'decisions') as d where e.type = 'tick')
  select format('I8 item %s closed by its clock at %s, its end was %s', i.id, i.closed_at, i.ends_at) as line
    from ticks t join auction_item i on i.id = t.item_id
   where t.type = 'closed' and (i.closed_at is distinct from i.ends_at
         or t.at <> (extract(epoch from i.ends_at) * 1000)::bigint)
  union all
  select format('I8 the countdown of item %s began %s times', item_id, count(*))
    from ticks where type = 'countdownStarted' group by item_id having count(*) > 1
  union all
  select format('I8 %s at %s counted after item %s had ended by its clock', b.bid_type, b.created_at, i.id)
    from ticks t join auction_item i on i.id = t.item_id join bid b on b.auction_item_id = i.id
   where t.type = 'closed' and b.created_at >= i.ends_at`

/** I8: a deadline fires once and never early; where frames were heard, within the time allowed. */
export const deadlinesFireOnce: Checker = async ({ sql, heard = [], lateMsMax = Infinity }) => {
  const rows = await sql.query<{ id: string; at: string }>(
    `select i.id, (extract(epoch from i.closed_at) * 1000)::bigint::text as at
       from auction_item i join item_event e on e.item_id = i.id
      where e.type = 'tick' and e.data -> 'decisions' @> '[{"type": "closed"}]'`,
  )
  const due = new Map(rows.map(({ id, at }) => [id, Number(at)]))
  const told = heard.flatMap(({ frame, at }) => {
    if (frame.type !== 'auction.ended') return []
    const { id } = (JSON.parse(frame.json) as { data: { id: string } }).data
    const late = at - (due.get(id) ?? at)
    if (late >= 0 && late <= lateMsMax) return []
    return [`I8 the end of item ${id} was told ${String(late)} ms after its deadline`]
  })
  return [...(await violations(sql, ON_TIME)), ...told]
}
