import { violations, type Checker } from './Evidence.ts'

const IN_ORDER = `
  select format('I13 %s of item %s comes after its auction.ended', later.type, later.ordering_key) as line
    from delivery later
    join delivery ended on ended.ordering_key = later.ordering_key and ended.type = 'auction.ended'
   where later.kind = 'webhook' and later.sequence > ended.sequence
  union all
  select format('I13 %s of item %s comes before its auction.started', earlier.type, earlier.ordering_key)
    from delivery earlier
    join delivery started on started.ordering_key = earlier.ordering_key and started.type = 'auction.started'
   where earlier.kind = 'webhook' and earlier.sequence < started.sequence`

const AT_MOST_ONE = `
  select format('I13 item %s has %s webhooks %s', ordering_key, count(*), type) as line
    from delivery where type in ('auction.started', 'auction.ended') group by ordering_key, type having count(*) > 1`

const NONE_MISSING = `
  select format('I13 item %s (%s) has no webhook auction.started', i.id, i.status) as line
    from auction_item i left join delivery d on d.ordering_key = i.id::text and d.type = 'auction.started'
   where d.id is null
  union all
  select format('I13 item %s (%s) has no webhook auction.ended', i.id, i.status)
    from auction_item i left join delivery d on d.ordering_key = i.id::text and d.type = 'auction.ended'
   where i.closed_at is not null and d.id is null`

interface DeliveryRow {
  id: string
  orderingKey: string
  sequence: string
  attempts: number
}

/** I13: outbound calls come at least once, under a stable id, in order an item unless the earlier one kept failing. */
export const shopsHearInOrder: Checker = async ({ sql, received = [], shopsListen }) => {
  const lines = await violations(sql, IN_ORDER, AT_MOST_ONE, ...(shopsListen === true ? [NONE_MISSING] : []))
  if (received.length === 0) return lines
  const rows = await sql.query<DeliveryRow>(
    `select id, ordering_key as "orderingKey", sequence::text as sequence, attempts from delivery where kind = 'webhook'`,
  )
  const deliveries = new Map(rows.map((row) => [row.id, row]))
  const bodies = new Map<string, string>()
  const newest = new Map<string, number>()
  for (const { id, body } of received) {
    const delivery = deliveries.get(id)
    if (delivery === undefined) {
      lines.push(`I13 a shop received ${id}, which was never recorded`)
      continue
    }
    const before = bodies.get(id)
    if (before !== undefined && before !== body) lines.push(`I13 ${id} was sent with two bodies`)
    if (before !== undefined) continue
    bodies.set(id, body)
    const place = Number(delivery.sequence)
    // One that a shop refuses again and again lets the later ones pass.
    if (place < (newest.get(delivery.orderingKey) ?? 0) && delivery.attempts < 3)
      lines.push(`I13 ${id} arrived after a later webhook of item ${delivery.orderingKey}`)
    newest.set(delivery.orderingKey, Math.max(place, newest.get(delivery.orderingKey) ?? 0))
  }
  return lines
}
