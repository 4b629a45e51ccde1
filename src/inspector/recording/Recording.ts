import type {
  ItemDecision,
  ItemInput,
  ItemMachineEvent,
  ItemRules,
  Mode,
  Outcome,
  Status,
} from '../../../machines/auctionItem/index.ts'
import type { Minor } from '../../../machines/money.ts'

export const RECORDING_FORMAT = 'live-commerce-auctions/item-recording'
export const RECORDING_VERSION = 1
/** A recording of more events than this is neither made nor taken in: it is one document, held in memory whole. */
export const RECORDED_EVENTS_MAX = 100_000

/**
 * Everything that one item was told, and what was decided: enough to decide it all again, anywhere. Amounts are minor
 * units, times ms since the epoch. It holds no secret, no token and no address or telephone number of anybody.
 */
export interface Recording {
  format: typeof RECORDING_FORMAT
  version: typeof RECORDING_VERSION
  item: { id: string; mode: Mode; startingPrice: Minor; increment: Minor | null }
  product: { id: string; name: string }
  /** How the shop's amounts are shown, and the rules when the item was activated; later changes are events. */
  settings: { currency: string; locale: string; rules: ItemRules }
  /** When the item was activated. */
  startedAt: number
  /** In the order of decision; the first is the activation. */
  events: RecordedEvent[]
  /** How the item's row stands, as the database says. */
  ending: RecordedEnding
}

export type RecordedEvent = RecordedComment | RecordedCommand

/** What a viewer wrote while the item was on offer. */
export interface RecordedComment {
  kind: 'comment'
  at: number
  username: string
  /** As written; addresses of electronic mail and telephone numbers are blacked out. */
  text: string
  /** What the item was told; null when the comment never reached it, because it was chatter or its viewer blocked. */
  event: Extract<ItemMachineEvent, { type: 'bid' | 'claim' }> | null
  stored: {
    outcome: 'bid_accepted' | 'claim_accepted' | 'waitlisted' | 'ignored'
    /** Why it was ignored; null otherwise. */
    reason: string | null
    amount: Minor | null
    /** The item's price just before, where it is stored: with what was ignored. */
    price: Minor | null
    /** Status of the row of its bid; null when it has none. */
    bid: 'pending' | 'won' | 'lost' | null
  }
}

/** The activation, a command of the seller, a timer, a change of stock or rules. */
export interface RecordedCommand {
  kind: 'command'
  at: number
  event: RecordedActivation | Exclude<ItemMachineEvent, { type: 'bid' | 'claim' }>
  stored: { decisions: ItemDecision[] }
}

export interface RecordedActivation {
  type: 'activate'
  at: number
  input: Omit<ItemInput, 'claimants'> & { claimants: string[] }
}

export interface RecordedEnding {
  status: Status
  outcome: Outcome | null
  price: Minor
  timeLimitSeconds: number | null
  endsAt: number | null
  closedAt: number | null
  winnerUserId: string | null
  claimsAccepted: number
  stockQuantity: number
  extensions: number
  /** How many bids and claims are stored for it. */
  bids: number
}
