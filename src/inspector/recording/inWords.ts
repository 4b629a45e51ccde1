import type { ItemDecision, ItemMachineEvent } from '../../../machines/auctionItem/index.ts'
import { REASON_TEXT, type ChatterReason } from '../../../machines/comments/index.ts'
import { amountText } from '../../../machines/money.ts'
import type { RecordedActivation, RecordedEvent } from './Recording.ts'
import type { AskedGuard } from './Step.ts'

/** Who did what, as it was: a comment by its own text. */
export const recordedInWords = (recorded: RecordedEvent): string =>
  recorded.kind === 'comment' ? `@${recorded.username} “${recorded.text}”` : eventInWords(recorded.event)

export function eventInWords(event: ItemMachineEvent | RecordedActivation): string {
  switch (event.type) {
    case 'activate':
      return `the seller offers it ${event.input.mode === 'auction' ? 'by auction from' : 'for'} ${amountText(event.input.price)}`
    case 'bid':
      return `@${event.username} bids ${amountText(event.amount)}`
    case 'claim':
      return `@${event.username} claims`
    case 'extend':
      return `the seller extends by ${String(event.seconds)} s`
    case 'close':
      return event.by === 'seller' ? 'the seller closes' : 'the session ends'
    case 'tick':
      return 'the clock'
    case 'stock':
      return `the stock becomes ${String(event.stockQuantity)}`
    case 'rules':
      return 'the shop changes its rules'
  }
}

/** Why a comment never reached the item. */
export const ignoredInWords = (reason: string): string =>
  Object.hasOwn(REASON_TEXT, reason) ? `${reason}: ${REASON_TEXT[reason as ChatterReason]}` : reason

/** What was decided and why; the figures are those of the guards that were asked. */
export function decisionInWords(decision: ItemDecision, guards: readonly AskedGuard[]): string {
  const figures = (name: string): string => {
    const because = guards.find((guard) => guard.name === name)?.because ?? ''
    return because === '' ? '' : `: ${because}`
  }
  switch (decision.type) {
    case 'bidAccepted':
      return `bid_accepted${figures('isBidRefused')}`
    case 'ignored':
      return `${decision.reason}${figures(decision.amount === null ? 'isClaimRefused' : 'isBidRefused')}`
    case 'claimAccepted':
      return `claim_accepted: ${String(decision.remaining)} left`
    case 'claimWaitlisted':
      return `waitlisted${figures('isStockExhausted')}`
    case 'countdownStarted':
      return `countdown until ${clock(decision.endsAt)}`
    case 'extended':
      return `${String(decision.seconds)} s more${decision.by === 'anti_snipe' ? ' (anti-snipe)' : ''}, until ${clock(decision.endsAt)}`
    case 'stockChanged':
      return `stock ${String(decision.stockQuantity)}, ${String(decision.remaining)} left`
    case 'rulesChanged':
      return 'rules changed'
    case 'closed':
      return closedInWords(decision)
  }
}

function closedInWords(closed: Extract<ItemDecision, { type: 'closed' }>): string {
  const { winner, status, claimsAccepted, finalPrice } = closed
  if (winner !== null) return `${status} to @${winner.username} at ${amountText(finalPrice)}`
  return claimsAccepted > 0
    ? `${status}: ${String(claimsAccepted)} claimed at ${amountText(finalPrice)}`
    : `${status}: nobody bid`
}

const clock = (millis: number): string => new Date(millis).toISOString().slice(11, 23)
