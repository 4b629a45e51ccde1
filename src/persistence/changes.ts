import type { Minor } from '../../machines/money.ts'
import type { DeliveryStatus } from './entities/Delivery.ts'

/** Rows that one batch of decisions adds or alters. Times are ms, amounts minor units; `commit` writes them at once. */
export interface NewViewer {
  id: string
  tenantId: string
  socialUsername: string
  socialUserId: string
  displayName: string
  at: number
}

export interface NewItem {
  id: string
  tenantId: string
  liveSessionId: string
  productId: string
  mode: 'auction' | 'fixed_price'
  startingPrice: Minor
  minBidIncrement: Minor | null
  stockQuantity: number
  activatedAt: number
  openedAtPosition: number
}

/** An item's state after the batch; written over its row. Its bids tell the price until it closes. */
export interface ItemState {
  id: string
  finalPrice: Minor | null
  timeLimitSeconds: number | null
  endsAt: number | null
  status: 'active' | 'countdown' | 'sold' | 'cancelled'
  outcome: 'won' | 'claimed' | 'no_bids' | null
  closedAt: number | null
  winnerUserId: string | null
  claimsAccepted: number
  stockQuantity: number
  extensions: number
  closedAtPosition: number | null
}

export interface NewBid {
  id: string
  tenantId: string
  itemId: string
  userId: string
  username: string
  commentId: string
  bidType: 'bid' | 'claim'
  amount: Minor
  status: 'pending' | 'won' | 'lost'
  isMatched: boolean
  commentedAt: number
  at: number
  partition: number
  position: number
}

/** A comment without effect. One that had an effect is told by its bid. */
export interface IgnoredComment {
  partition: number
  position: number
  tenantId: string
  sessionId: string | null
  itemId: string | null
  userId: string | null
  reason: string
  amount: Minor | null
  /** The item's price just before. */
  price: Minor | null
  at: number
}

export interface NewCartEvent {
  id: string
  tenantId: string
  bidId: string
  userId: string
  itemId: string
  at: number
}

/** The close of an auction: its pending bids become won or lost. */
export interface BidSettlement {
  itemId: string
  winningBidId: string
  at: number
}

export interface NewItemEvent {
  itemId: string
  sequence: number
  tenantId: string
  position: number
  type: string
  data: { event: Record<string, unknown>; decisions: object[] }
  at: number
}

export interface NewDelivery {
  id: string
  tenantId: string
  kind: 'webhook' | 'reply'
  type: string
  orderingKey: string
  priority: number
  payload: object
  commentPosition: number | null
  status: DeliveryStatus
  at: number
}

export interface ProductSale {
  id: string
  /** Added to soldQuantity. */
  sold: number
  /** True while an item offers it; false lets the status follow what is left. */
  offered: boolean
}

export interface SessionState {
  id: string
  status: 'live' | 'ended'
  at: number
  position: number
}

/** A stretch of a tenant's events, as the log keeps them. */
export interface NewTenantEvents {
  tenantId: string
  firstId: number
  lastId: number
  /** Of the last comment told of in them or before. */
  position: number
  frames: readonly string[]
}

/** All that one batch changes, gathered while deciding and written in one transaction. */
export class Changes {
  readonly viewers: NewViewer[] = []
  readonly items: NewItem[] = []
  readonly itemStates = new Map<string, ItemState>()
  readonly bids: NewBid[] = []
  readonly ignored: IgnoredComment[] = []
  readonly cartEvents: NewCartEvent[] = []
  readonly settlements: BidSettlement[] = []
  readonly itemEvents: NewItemEvent[] = []
  readonly deliveries: NewDelivery[] = []
  readonly products = new Map<string, ProductSale>()
  readonly sessions: SessionState[] = []
  readonly tenantEvents: NewTenantEvents[] = []
  /** Last position decided, by partition. */
  readonly positions = new Map<number, number>()
  /** Of these, the partitions all of whose events stand in rows of the log with this batch. */
  readonly logged: number[] = []

  /** A batch without comments of a partition still writes under that partition's fence. */
  touch(partition: number): void {
    if (!this.positions.has(partition)) this.positions.set(partition, 0)
  }

  /** Adds to what a product sold in this batch and says whether it is still offered. */
  productSale(id: string, sold: number, offered: boolean): void {
    const before = this.products.get(id)
    this.products.set(id, { id, sold: (before?.sold ?? 0) + sold, offered })
  }
}
