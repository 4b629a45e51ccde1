import { EVENT_LOG } from './eventLog.ts'
import { violations, type Checker } from './Evidence.ts'

const ONE_OUTCOME = `
  select format('I1 comment %s of tenant %s has %s outcomes instead of one', i.position, i.tenant_id, count(o.position)) as line
    from inbox_comment i join partition p on p.id = i.partition
    left join comment_outcome o on o.partition = i.partition and o.position = i.position
   where i.position <= p.position
   group by i.partition, i.position, i.tenant_id having count(o.position) <> 1`

const NONE_FROM_NOWHERE = `
  select format('I1 outcome %s stands at %s, where there is no comment', coalesce(o.reason, o.outcome), o.position) as line
    from comment_outcome o
    left join inbox_comment i on i.partition = o.partition and i.position = o.position
   where i.position is null`

const NONE_AHEAD = `
  select format('I1 comment %s is decided, but partition %s was committed up to %s only', o.position, o.partition, p.position) as line
    from comment_outcome o join partition p on p.id = o.partition where o.position > p.position`

const NONE_WAITING = `
  select format('I1 comment %s of tenant %s was never decided', i.position, i.tenant_id) as line
    from inbox_comment i join partition p on p.id = i.partition where i.position > p.position`

/** I1: every acknowledged comment is in the inbox and gets exactly one recorded outcome. */
export const everyCommentHasOneOutcome: Checker = async ({ sql, acknowledged = [], mayBeUndecided }) => {
  const rows = await sql.query<{ key: string }>(
    `select json_build_array(tenant_id, comment_id, from_id, text)::jsonb::text as key from inbox_comment`,
  )
  const stored = new Set(rows.map(({ key }) => JSON.stringify(JSON.parse(key))))
  const lost = acknowledged
    .filter((one) => !stored.has(JSON.stringify([one.tenantId, one.commentId, one.fromId, one.text])))
    .map((one) => `I1 comment “${one.text}” (${one.commentId}) was acknowledged and is not in the inbox`)
  const waiting = mayBeUndecided === true ? [] : [NONE_WAITING]
  return [...lost, ...(await violations(sql, ONE_OUTCOME, NONE_FROM_NOWHERE, NONE_AHEAD, ...waiting))]
}

const TAKEN_IN_ONCE = `
  select format('I2 comment %s “%s” of tenant %s is %s times in the inbox', comment_id, text, tenant_id, count(*)) as line
    from inbox_comment group by tenant_id, comment_id, from_id, text having count(*) > 1`

const ONE_BID = `
  select format('I2 comment %s made %s bids', comment_position, count(*)) as line
    from bid group by partition, comment_position having count(*) > 1`

const ONE_REPLY = `
  select format('I2 comment %s is answered %s times', comment_position, count(*)) as line
    from delivery where kind = 'reply' group by comment_position having count(*) > 1`

/** Lines of the event log, one a row: `c17` and `b17` stand for the comment and the bid at position 17. */
const LOGGED = `logged as (
  select log.tenant_id, f.line as frame from ${EVENT_LOG}
   cross join unnest(string_to_array(log.frames, E'\\n')) as f (line))`

const TOLD_ONCE = `
  with ${LOGGED}, due as (
    select i.tenant_id, 'c' || i.position as frame from inbox_comment i
      join partition p on p.id = i.partition
     where i.position <= p.position
    union all
    select tenant_id, 'b' || comment_position from bid where not (bid_type = 'claim' and status = 'lost'))
  select format('I2 event %s of tenant %s is logged %s times instead of once', d.frame, d.tenant_id, count(l.frame)) as line
    from due d left join logged l on l.tenant_id = d.tenant_id and l.frame = d.frame
   group by d.tenant_id, d.frame having count(l.frame) <> 1`

const ITEM_TOLD_ONCE = `
  with ${LOGGED}, told as (
    select tenant_id, frame::jsonb ->> 'type' as type, frame::jsonb -> 'data' ->> 'id' as id
      from logged where frame like '{%'),
  due as (
    select tenant_id, id::text, 'auction.started' as type, 1 as times from auction_item
    union all
    select tenant_id, id::text, 'auction.ended', (closed_at is not null)::int from auction_item)
  select format('I2 %s of item %s is logged %s times instead of %s', d.type, d.id, count(t.id), d.times) as line
    from due d left join told t on t.tenant_id = d.tenant_id and t.type = d.type and t.id = d.id
   group by d.id, d.type, d.times having count(t.id) <> d.times`

const CARTS_TOLD_ONCE = `
  with ${LOGGED}, told as (
    select tenant_id, count(*) as times from logged where frame like '{%' and frame::jsonb ->> 'type' = 'cart.added' group by 1),
  due as (select tenant_id, count(*) as times from cart_event group by 1)
  select format('I2 tenant %s was told of %s carts and has %s', tenant_id, coalesce(t.times, 0), coalesce(d.times, 0)) as line
    from told t full join due d using (tenant_id) where coalesce(t.times, 0) <> coalesce(d.times, 0)`

const NUMBERED = `
  select format('I2 event log of tenant %s goes from %s to %s', tenant_id, before, first_id) as line
    from (select tenant_id, first_id, lag(last_id) over (partition by tenant_id order by first_id) as before
            from ${EVENT_LOG}) as row where before <> first_id - 1
  union all
  select format('I2 events %s to %s of tenant %s are %s', first_id, last_id, tenant_id, cardinality(string_to_array(frames, E'\\n')))
    from ${EVENT_LOG} where last_id - first_id + 1 <> cardinality(string_to_array(frames, E'\\n'))`

/** I2: one comment has at most one effect: one bid row, one reply, one of each event. */
export const oneCommentOneEffect: Checker = ({ sql }) =>
  violations(sql, TAKEN_IN_ONCE, ONE_BID, ONE_REPLY, TOLD_ONCE, ITEM_TOLD_ONCE, CARTS_TOLD_ONCE, NUMBERED)
