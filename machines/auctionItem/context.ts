import type { Minor } from '../money.ts'
import type { PersistentSet } from './persistentSet.ts'

export type Mode = 'auction' | 'fixed_price'
export type Status = 'active' | 'countdown' | 'sold' | 'cancelled'
export type Outcome = 'won' | 'claimed' | 'no_bids'

/** What the tenant's settings say about items; may change while an item runs. */
export interface ItemRules {
  /** How long before the end the item counts down, s. */
  countdownSeconds: number
  /** A bid in the last `windowSeconds` (0: off) pushes the end to `extendSeconds` from now, `extensionsMax` times. */
  antiSnipe: { windowSeconds: number; extendSeconds: number; extensionsMax: number }
  /** A bid above this many times the current price is a slip of the finger; null: no bound. */
  maxBidFactor: number | null
  /** Only viewers with an email or externalUserId may bid or claim. */
  requireMatchedViewer: boolean
}

export const DEFAULT_RULES: ItemRules = {
  countdownSeconds: 10,
  antiSnipe: { windowSeconds: 0, extendSeconds: 10, extensionsMax: 20 },
  maxBidFactor: null,
  requireMatchedViewer: false,
}

/** The bid that would win if the item closed now. */
export interface Lead {
  bidId: string
  userId: string
  username: string
  amount: Minor
}

/** All that deciding needs; nothing that storing or telling needs. */
export interface ItemContext {
  readonly itemId: string
  readonly mode: Mode
  readonly price: Minor
  /** Null: the contract's default of 10. */
  readonly increment: Minor | null
  readonly timeLimitSeconds: number | null
  /** ms since the epoch; null without a timer. */
  readonly endsAt: number | null
  readonly rules: ItemRules
  /** How often anti-snipe has moved the end. */
  readonly extensions: number
  readonly stockQuantity: number
  readonly claimsAccepted: number
  readonly claimants: PersistentSet<string>
  /** Bids with status pending. */
  readonly bidsPending: number
  readonly lead: Lead | null
}

/** How an item starts or is rebuilt: from the activation, or from its rows. */
export interface ItemInput extends Omit<ItemContext, 'claimants'> {
  status: 'active' | 'countdown'
  claimants: Iterable<string>
}
