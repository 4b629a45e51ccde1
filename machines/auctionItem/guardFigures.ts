import { amountText, DEFAULT_INCREMENT } from '../money.ts'
import type { auctionItemWords } from './auctionItemWords.ts'
import type { ItemContext } from './context.ts'
import type { BidEvent, ClaimEvent, ItemMachineEvent } from './events.ts'
import { antiSnipeSeconds, bidRefusal, claimRefusal, countdownAt } from './rules.ts'

type GuardName = keyof (typeof auctionItemWords)['guards']

/**
 * The figures behind a guard's answer, e.g. `140 < 150 + 10`: what a seller can be shown who asks why. For an event that
 * the guard is not about, an empty text.
 */
export function guardFigures(guard: string, item: ItemContext, event: ItemMachineEvent): string {
  return Object.hasOwn(FIGURES, guard) ? FIGURES[guard as GuardName](item, event) : ''
}

const FIGURES: Record<GuardName, (item: ItemContext, event: ItemMachineEvent) => string> = {
  wasCountingDown: () => '',
  isBidRefused: (item, event) => (event.type === 'bid' ? bidFigures(item, event) : ''),
  isLastMoment: (item, event) => lastMoment(item, event.at),
  isClaimRefused: (item, event) => (event.type === 'claim' ? claimFigures(item, event) : ''),
  isStockExhausted: (item) => `${String(item.claimsAccepted)} of ${String(item.stockQuantity)} claimed`,
  isTimeUp: (item, event) => (item.endsAt === null ? 'no timer runs' : left(item.endsAt, event.at)),
  isCountdownDue: (item, event) => {
    const begins = countdownAt(item)
    if (begins === null || item.endsAt === null) return 'no timer runs'
    const due = event.at >= begins ? '≤' : '>'
    return `${left(item.endsAt, event.at)} ${due} ${seconds(item.endsAt - begins)}`
  },
  hasWinner: ({ mode, lead }) => {
    if (mode !== 'auction') return 'a fixed price has no winner'
    return lead === null ? 'nobody has bid' : `@${lead.username} leads with ${amountText(lead.amount)}`
  },
  hasPendingBids: ({ bidsPending }) => `${String(bidsPending)} pending`,
}

const NOT_MATCHED = 'only viewers with an email or a customer number count'

function bidFigures(item: ItemContext, bid: BidEvent): string {
  const [amount, price] = [amountText(bid.amount), amountText(item.price)]
  const lowest = `${price} + ${amountText(item.increment ?? DEFAULT_INCREMENT)}`
  switch (bidRefusal(item, bid)) {
    case 'bid_on_fixed_price':
      return 'the price is fixed'
    case 'viewer_not_matched':
      return NOT_MATCHED
    case 'bid_too_high':
      return `${amount} > ${price} × ${String(item.rules.maxBidFactor)}`
    case 'bid_too_low':
      return `${amount} < ${lowest}`
    default:
      return `${amount} ≥ ${lowest}`
  }
}

function claimFigures(item: ItemContext, claim: ClaimEvent): string {
  switch (claimRefusal(item, claim)) {
    case 'claim_on_auction':
      return 'it is an auction'
    case 'viewer_not_matched':
      return NOT_MATCHED
    case 'already_claimed':
      return `@${claim.username} has claimed one`
    default:
      return item.claimants.has(claim.userId) ? 'a second claim, for the waiting list' : 'a first claim'
  }
}

function lastMoment(item: ItemContext, at: number): string {
  const { windowSeconds, extendSeconds, extensionsMax } = item.rules.antiSnipe
  if (windowSeconds <= 0) return 'anti-snipe is off'
  if (item.endsAt === null) return 'no timer runs'
  if (item.extensions >= extensionsMax)
    return `${String(item.extensions)} of ${String(extensionsMax)} extensions used`
  const window = `${String(windowSeconds)} s`
  if (item.endsAt - at > windowSeconds * 1_000) return `${left(item.endsAt, at)} > ${window}`
  if (antiSnipeSeconds(item, at) > 0) return `${left(item.endsAt, at)} ≤ ${window}`
  return `${left(item.endsAt, at)} ≥ ${String(extendSeconds)} s that it would leave`
}

const left = (endsAt: number, at: number): string => `${seconds(Math.max(0, endsAt - at))} left`

const seconds = (millis: number): string => `${String(Math.round(millis / 100) / 10)} s`
