import { fromDecimalText, toMajor } from '../../../../machines/money.ts'
import type { Sql } from '../../../persistence/sql.ts'
import type { Sending, SessionResult } from '../../../protocol/resources.ts'
import type { PageRequest } from '../paging.ts'

interface ResultRow extends Pick<
  SessionResult,
  'id' | 'productId' | 'mode' | 'claimsAccepted' | 'bidsAccepted'
> {
  productName: string
  outcome: SessionResult['outcome']
  finalPrice: string
  closedAt: Date
  winner: string | null
}

interface SendingRow extends Sending {
  itemId: string
  kind: 'webhook' | 'reply'
}

/**
 * The closed items of a session, newest first, each with its winner and with how far its deliveries came. Deliveries
 * are never older than their item, so those before the page's first item are not looked at.
 */
export async function sessionResults(
  sql: Pick<Sql, 'query'>,
  session: { tenantId: string; id: string },
  page: PageRequest,
): Promise<SessionResult[]> {
  const rows = await sql.query<ResultRow>(
    `select i.id, i.product_id as "productId", p.name as "productName", i.mode, i.outcome,
            i.current_price::text as "finalPrice", i.claims_accepted as "claimsAccepted", i.closed_at as "closedAt",
            (select w.social_username from bid w
              where w.auction_item_id = i.id and w.bid_type = 'bid' and w.status = 'won') as winner,
            (select count(*)::int from bids_of(i) b where b.bid_type = 'bid') as "bidsAccepted"
       from auction_item i
       join product p on p.id = i.product_id and p.tenant_id = i.tenant_id
      where i.tenant_id = $1 and i.live_session_id = $2 and i.closed_at is not null
        and ($3::uuid is null or i.id < $3::uuid)
      order by i.id desc limit $4`,
    [session.tenantId, session.id, page.after, page.limit + 1],
  )
  const sent = await sendingOf(
    sql,
    session.tenantId,
    rows.map(({ id }) => id),
  )
  return rows.map(({ finalPrice, closedAt, winner, ...row }) => ({
    ...row,
    finalPrice: toMajor(fromDecimalText(finalPrice)),
    winnerSocialUsername: winner,
    closedAt: new Date(closedAt).toISOString(),
    webhooks: sent(row.id, 'webhook'),
    replies: sent(row.id, 'reply'),
  }))
}

async function sendingOf(sql: Pick<Sql, 'query'>, tenantId: string, itemIds: readonly string[]) {
  const oldest = itemIds.at(-1)
  const rows =
    oldest === undefined
      ? []
      : await sql.query<SendingRow>(
          `select ordering_key as "itemId", kind, count(*) filter (where status = 'pending')::int as pending,
                  count(*) filter (where status = 'delivered')::int as delivered,
                  count(*) filter (where status = 'failed')::int as failed,
                  count(*) filter (where status = 'cancelled')::int as cancelled
             from delivery
            where tenant_id = $1 and kind in ('webhook', 'reply') and id > $2 and ordering_key = any($3)
            group by ordering_key, kind`,
          [tenantId, oldest, itemIds],
        )
  const byItem = new Map(
    rows.map(({ itemId, kind, ...counts }): [string, Sending] => [`${kind} ${itemId}`, counts]),
  )
  return (itemId: string, kind: SendingRow['kind']): Sending =>
    byItem.get(`${kind} ${itemId}`) ?? { pending: 0, delivered: 0, failed: 0, cancelled: 0 }
}
