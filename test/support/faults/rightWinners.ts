import { expect } from 'chai'
import type { Sql } from '../../../src/persistence/sql.ts'
import type { Posted } from './CommentLoad.ts'
import { INCREMENT, type Show } from './Show.ts'

interface ItemRow {
  id: string
  mode: string
  price: number
  stock: number
  claims: number
  from: number
  until: number
}

/**
 * What viewers saw must agree with who won, told from the outside alone: a bid that was sent and acknowledged while its
 * item ran was either taken or already outdone, and a claim won or found the stock gone.
 */
export async function expectRightWinners(
  sql: Sql,
  show: Show,
  acknowledged: readonly Posted[],
): Promise<void> {
  const rows = await sql.query<ItemRow>(
    `select id, mode, auction_item.current_price::float8 as price, stock_quantity as stock, claims_accepted as claims,
            extract(epoch from activated_at)::float8 * 1000 as "from",
            coalesce(extract(epoch from closed_at)::float8 * 1000, 'infinity') as until from auction_item`,
  )
  const items = new Map(rows.map((row) => [row.id, row]))
  const offered = new Set(show.items.map(({ id }) => id))
  expect(
    [...offered].filter((id) => !items.has(id)),
    'items that were answered for and are lost',
  ).to.be.empty
  const claimants = new Map<string, Set<string>>()
  for (const { itemId, amount, text, fromId, sentAt, acknowledgedAt } of acknowledged) {
    const item = items.get(itemId ?? '')
    if (item === undefined || sentAt <= item.from || acknowledgedAt >= item.until) continue
    if (amount !== undefined)
      expect(item.price + INCREMENT, `price of item ${item.id} after a bid of ${text}`).to.be.above(amount)
    if (item.mode === 'fixed_price' && text === 'mine!')
      claimants.set(item.id, (claimants.get(item.id) ?? new Set()).add(fromId))
  }
  for (const [id, viewers] of claimants) {
    const item = items.get(id)
    if (item === undefined) continue
    expect(item.claims, `claims won on item ${id}`).to.be.within(
      Math.min(item.stock, viewers.size),
      item.stock,
    )
  }
}
