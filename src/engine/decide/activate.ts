import { toMajor } from '../../../machines/money.ts'
import type { ItemInput } from '../../../machines/auctionItem/index.ts'
import { AppError } from '../../runtime/errors.ts'
import type { ActivateCommand } from '../Engine.ts'
import { RunningItem } from '../RunningItem.ts'
import type { CommandMoment } from './decideCommand.ts'
import type { Deciding } from './decideComment.ts'
import type { Facts } from './facts.ts'
import { tellShop } from './recordDecisions.ts'

/**
 * Puts a product on offer, after the contract's checks in the contract's order. Returns the item's id.
 * @throws AppError session_not_live, product_not_found or auction_running
 */
export function activate(
  deciding: Deciding,
  command: ActivateCommand,
  facts: Facts,
  { at, position }: CommandMoment,
): string {
  const { desk, batch, ids } = deciding
  const { session, product } = facts
  if (session?.status !== 'live') throw new AppError('session_not_live')
  if (product === undefined || product.status === 'archived') throw new AppError('product_not_found')
  if (desk.itemInSession(session.id) !== undefined) throw new AppError('auction_running')

  const { tenantId, mode, startingPrice, timeLimitSeconds } = command
  const minBidIncrement = command.minBidIncrement ?? product.minBidIncrement
  const id = ids.next()
  const input: ItemInput = {
    itemId: id,
    status: 'active',
    mode,
    price: startingPrice,
    increment: minBidIncrement,
    timeLimitSeconds,
    endsAt: timeLimitSeconds === null ? null : at + timeLimitSeconds * 1_000,
    rules: desk.profile.rules,
    extensions: 0,
    stockQuantity: product.stockQuantity,
    claimsAccepted: 0,
    claimants: [],
    bidsPending: 0,
    lead: null,
  }
  const identity = {
    id,
    tenantId,
    sessionId: session.id,
    productId: product.id,
    productName: product.name,
    activatedAt: at,
  }
  const item = new RunningItem(identity, input, 2)
  desk.add(item)
  batch.moved.add(item)
  batch.changes.items.push({
    id,
    tenantId,
    liveSessionId: session.id,
    productId: product.id,
    mode,
    startingPrice,
    minBidIncrement,
    stockQuantity: product.stockQuantity,
    activatedAt: at,
    openedAtPosition: position,
  })
  batch.changes.itemEvents.push({
    itemId: id,
    sequence: 1,
    tenantId,
    position,
    type: 'activate',
    data: { event: { type: 'activate', at, input }, decisions: [] },
    at,
  })
  batch.changes.productSale(product.id, 0, true)
  const told = {
    id,
    productName: product.name,
    mode,
    startingPrice: toMajor(startingPrice),
    timeLimitSeconds,
  }
  batch.announce(desk, 'auction.started', told, at)
  const event = { type: 'tick', at } as const
  const { productName, ...rest } = told
  tellShop({ batch, ids, desk, item, event }, 'auction.started', { ...rest, productName })
  return id
}
