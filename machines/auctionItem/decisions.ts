import type { Minor } from '../money.ts'
import type { Lead, Outcome } from './context.ts'

/** Why an item ignored a bid or claim: a closed list. */
export type ItemRefusal =
  | 'claim_on_auction'
  | 'bid_on_fixed_price'
  | 'bid_too_low'
  | 'bid_too_high'
  | 'already_claimed'
  | 'viewer_not_matched'

/** What an item's machine decided: facts in the past tense, emitted in order, stored before anyone hears of them. */
export type ItemDecision =
  | { type: 'bidAccepted'; bidId: string; userId: string; username: string; amount: Minor; price: Minor }
  | {
      type: 'claimAccepted'
      bidId: string
      userId: string
      username: string
      amount: Minor
      remaining: number
    }
  | { type: 'claimWaitlisted'; bidId: string; userId: string; username: string; amount: Minor }
  | { type: 'ignored'; reason: ItemRefusal; amount: Minor | null; price: Minor }
  | { type: 'countdownStarted'; endsAt: number }
  | {
      type: 'extended'
      by: 'seller' | 'anti_snipe'
      seconds: number
      timeLimitSeconds: number
      endsAt: number
    }
  | { type: 'stockChanged'; stockQuantity: number; remaining: number }
  | { type: 'rulesChanged' }
  | {
      type: 'closed'
      status: 'sold' | 'cancelled'
      outcome: Outcome
      winner: Lead | null
      finalPrice: Minor
      claimsAccepted: number
      by: 'seller' | 'session_end' | 'timer'
    }
