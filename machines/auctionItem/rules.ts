import { addMinor, DEFAULT_INCREMENT, type Minor } from '../money.ts'
import type { ItemContext } from './context.ts'
import type { ItemRefusal } from './decisions.ts'
import type { BidEvent, ClaimEvent } from './events.ts'

/** The smallest amount that the next bid may have. */
export const lowestBid = (item: Pick<ItemContext, 'price' | 'increment'>): Minor =>
  addMinor(item.price, item.increment ?? DEFAULT_INCREMENT)

/** Why a bid does not count, or null when it does. */
export function bidRefusal(item: ItemContext, bid: BidEvent): ItemRefusal | null {
  if (item.mode !== 'auction') return 'bid_on_fixed_price'
  if (item.rules.requireMatchedViewer && !bid.matched) return 'viewer_not_matched'
  if (bid.amount <= item.price || bid.amount < lowestBid(item)) return 'bid_too_low'
  if (isSlip(item, bid.amount)) return 'bid_too_high'
  return null
}

/** From a price of 0 there is no factor to judge by. */
const isSlip = (item: ItemContext, amount: Minor): boolean =>
  item.rules.maxBidFactor !== null && item.price > 0 && amount > item.price * item.rules.maxBidFactor

/** Why a claim does not count at all, or null when it is accepted or put on the waitlist. */
export function claimRefusal(item: ItemContext, claim: ClaimEvent): ItemRefusal | null {
  if (item.mode !== 'fixed_price') return 'claim_on_auction'
  if (item.rules.requireMatchedViewer && !claim.matched) return 'viewer_not_matched'
  // Stock comes before the repeated claim, as the contract orders it: a late repeat joins the waitlist.
  if (!isStockExhausted(item) && item.claimants.has(claim.userId)) return 'already_claimed'
  return null
}

export const isStockExhausted = (item: ItemContext): boolean => item.claimsAccepted >= item.stockQuantity

export const remainingStock = (stockQuantity: number, claimsAccepted: number): number =>
  Math.max(0, stockQuantity - claimsAccepted)

/** When the countdown begins, ms: `countdownSeconds` before the end, at most half the time limit. */
export function countdownAt(item: Pick<ItemContext, 'endsAt' | 'timeLimitSeconds' | 'rules'>): number | null {
  if (item.endsAt === null) return null
  const leadSeconds = Math.min(item.rules.countdownSeconds, (item.timeLimitSeconds ?? 0) / 2)
  return item.endsAt - Math.round(leadSeconds * 1_000)
}

/**
 * Whole seconds that a bid accepted at `at` adds to the clock; 0 outside the window, without a timer, or once the
 * extensions are used up. Whole, so that `endsAt` stays `activatedAt + timeLimitSeconds`.
 */
export function antiSnipeSeconds(item: ItemContext, at: number): number {
  const { windowSeconds, extendSeconds, extensionsMax } = item.rules.antiSnipe
  if (item.endsAt === null || windowSeconds <= 0 || item.extensions >= extensionsMax) return 0
  if (item.endsAt - at > windowSeconds * 1_000) return 0
  return Math.max(0, Math.ceil((at + extendSeconds * 1_000 - item.endsAt) / 1_000))
}
