import type { AuctionItem, Bid } from '../../../protocol/resources.ts'
import type { EventData, ServerEvent } from '../../../protocol/events.ts'

/** One bid or claim as the page lists it. */
export interface Taker {
  username: string
  amount: number
}

/** The item on offer now, as the control room and the overlay show it. Amounts in major units. */
export interface RunningItem {
  id: string
  productId: string
  productName: string
  imageUrl: string
  mode: AuctionItem['mode']
  startingPrice: number
  price: number
  increment: number
  /** Who leads; null while nobody does. */
  leader: string | null
  /** Service's clock, ms; null without a timer. */
  endsAt: number | null
  timeLimitSeconds: number | null
  isCountdown: boolean
  stock: number
  claimed: number
  /** Who has one: a viewer gets one of an item at most, so nobody is counted twice. */
  claimants: ReadonlySet<string>
  /** Newest first, a handful. */
  takers: Taker[]
  /** Viewers who claimed after the stock was gone, first come first. */
  waitlist: string[]
  bidCount: number
}

const TAKERS_SHOWN = 8
const DEFAULT_INCREMENT = 10

/** The running item from its resource and its bids, newest first. */
export function runningItem(item: AuctionItem, bids: readonly Bid[]): RunningItem {
  const taken = bids.filter((bid) => bid.status !== 'lost')
  const isAuction = item.mode === 'auction'
  return {
    id: item.id,
    productId: item.productId,
    productName: item.product?.name ?? '',
    imageUrl: item.product?.imageUrl ?? '',
    mode: item.mode,
    startingPrice: item.startingPrice,
    price: item.currentPrice,
    increment: item.minBidIncrement ?? DEFAULT_INCREMENT,
    leader: isAuction ? (taken[0]?.socialUsername ?? null) : null,
    endsAt: item.endsAt === null ? null : Date.parse(item.endsAt),
    timeLimitSeconds: item.timeLimitSeconds,
    isCountdown: item.status === 'countdown',
    stock: item.product?.stockQuantity ?? 0,
    claimed: item.claimsAccepted,
    claimants: new Set(isAuction ? [] : taken.map((bid) => bid.socialUsername)),
    takers: taken.slice(0, TAKERS_SHOWN).map((bid) => ({ username: bid.socialUsername, amount: bid.amount })),
    waitlist: isAuction ? [] : waitlistOf(bids),
    bidCount: taken.length,
  }
}

/** The claims beyond the stock, in the order they came; `bids` newest first. */
export const waitlistOf = (bids: readonly Bid[]): string[] => [
  ...new Set(
    bids
      .filter((bid) => bid.bidType === 'claim' && bid.status === 'lost')
      .map((bid) => bid.socialUsername)
      .reverse(),
  ),
]

/** The item after an event; the very same object when the event is not about it. An ended item is the caller's to clear. */
export function applyEvent(item: RunningItem, event: ServerEvent): RunningItem {
  switch (event.type) {
    case 'bid.new':
      return event.data.productName === item.productName ? taken(item, event.data) : item
    case 'stock.updated':
      if (event.data.productId !== item.productId || item.mode !== 'fixed_price') return item
      // The service counts; a raised stock shows as more remaining for the same claims.
      return { ...item, stock: Math.max(item.claimed + event.data.remaining, item.claimed) }
    case 'auction.countdown':
      return event.data.id === item.id
        ? { ...item, isCountdown: true, endsAt: Date.parse(event.data.endsAt) }
        : item
    case 'auction.extended': {
      const { id, endsAt, timeLimitSeconds } = event.data
      return id === item.id ? { ...item, endsAt: Date.parse(endsAt), timeLimitSeconds } : item
    }
    // Started and ended items are the caller's to read; the rest is not about items.
    case 'auction.started':
    case 'auction.ended':
    case 'cart.added':
    case 'comment.new':
    case 'social.connected':
    case 'social.disconnected':
    case 'social.needs_reconnect':
    case 'webhook.paused':
      return item
    default:
      // A type that a later version of the service added.
      return item
  }
}

/** Such events name a product, which more than one item may be offering. */
export const namesNoItem = ({ type }: ServerEvent): boolean => type === 'bid.new' || type === 'stock.updated'

function taken(item: RunningItem, bid: EventData['bid.new']): RunningItem {
  const { socialUsername: username, amount } = bid
  const takers = [{ username, amount }, ...item.takers].slice(0, TAKERS_SHOWN)
  // What was read over REST may already hold this claim or bid.
  if (bid.bidType === 'claim') {
    if (item.claimants.has(username)) return item
    const claimants = new Set(item.claimants).add(username)
    return { ...item, takers, claimants, claimed: item.claimed + 1, bidCount: item.bidCount + 1 }
  }
  if (amount <= item.price && item.leader !== null) return item
  return { ...item, takers, price: amount, leader: username, bidCount: item.bidCount + 1 }
}

export const isRunning = (item: AuctionItem): boolean =>
  item.status === 'active' || item.status === 'countdown'
