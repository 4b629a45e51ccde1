/**
 * Resources as the REST interface shows them. Amounts are numbers in major units, times RFC 3339 UTC texts with
 * milliseconds, ids UUIDs. Shared by the edge, the typed client, the dashboard and the simulator.
 */
import type { ItemStatus, Mode } from './events.ts'

export interface Page<T> {
  items: T[]
  nextCursor: string | null
}

export interface ErrorBody {
  status: number
  code: string
  message: string
  details?: Record<string, string[]>
}

export interface TokenPair {
  accessToken: string
  refreshToken: string
  tokenType: 'Bearer'
  /** Seconds. */
  expiresIn: number
}

export interface Product {
  id: string
  tenantId: string
  name: string
  imageUrl: string
  stockQuantity: number
  soldQuantity: number
  minBidIncrement: number | null
  status: 'available' | 'active' | 'sold_out' | 'archived'
  createdAt: string
  updatedAt: string
}

export interface LiveSession {
  id: string
  tenantId: string
  title: string
  status: 'scheduled' | 'live' | 'ended'
  socialMediaId: string | null
  startedAt: string | null
  endedAt: string | null
  createdAt: string
  updatedAt: string
}

export interface AuctionItem {
  id: string
  liveSessionId: string
  productId: string
  mode: Mode
  startingPrice: number
  currentPrice: number
  minBidIncrement: number | null
  timeLimitSeconds: number | null
  status: ItemStatus
  /** Null while it runs. */
  outcome: 'won' | 'claimed' | 'no_bids' | null
  endsAt: string | null
  activatedAt: string
  closedAt: string | null
  winnerUserId: string | null
  claimsAccepted: number
  product?: { name: string; imageUrl?: string; stockQuantity?: number }
}

/** How many deliveries of one kind stand where. */
export interface Sending {
  pending: number
  delivered: number
  failed: number
  cancelled: number
}

/** A closed item as a session's results list it. */
export interface SessionResult {
  /** The item's id. */
  id: string
  productId: string
  productName: string
  mode: Mode
  outcome: 'won' | 'claimed' | 'no_bids'
  finalPrice: number
  bidsAccepted: number
  claimsAccepted: number
  winnerSocialUsername: string | null
  closedAt: string
  /** What the shop was told of it. */
  webhooks: Sending
  /** What its viewers were answered. */
  replies: Sending
}

export interface Bid {
  id: string
  auctionItemId: string
  userId: string
  socialUsername: string
  socialCommentId: string
  bidType: 'bid' | 'claim'
  amount: number
  status: 'pending' | 'won' | 'lost'
  isMatched: boolean
  commentTimestamp: string
  processedAt: string | null
  createdAt: string
  user?: { socialUsername: string; displayName: string; trustScore: number }
}

export interface Viewer {
  id: string
  tenantId: string
  socialUsername: string
  socialUserId: string
  socialAuthMethod: string
  displayName: string
  isBlocked: boolean
  email: string | null
  externalUserId: string | null
  trustScore: number
  createdAt: string
  updatedAt: string
}

export interface CartEvent {
  id: string
  tenantId: string
  bidId: string
  userId: string
  auctionItemId: string
  status: 'pending' | 'completed' | 'cancelled'
  createdAt: string
  updatedAt: string
}

export type CommentOutcome = 'bid_accepted' | 'claim_accepted' | 'waitlisted' | 'ignored'

/** An inbound comment and what became of it; `outcome` is null until it is decided. */
export interface Comment {
  /** The platform's id of the comment. */
  id: string
  socialUsername: string
  displayName: string
  text: string
  /** When the viewer wrote it; equal to `timestamp` of its `comment.new`. */
  timestamp: string
  receivedAt: string
  userId: string | null
  auctionItemId: string | null
  outcome: CommentOutcome | null
  /** Why it was ignored. */
  reason: string | null
  amount: number | null
}

export interface Delivery {
  id: string
  kind: 'webhook' | 'reply'
  type: string
  status: 'pending' | 'delivered' | 'failed' | 'cancelled'
  attempts: number
  nextAttemptAt: string | null
  lastStatus: number | null
  lastError: string | null
  durationMs: number | null
  createdAt: string
  deliveredAt: string | null
}

/** One try of a delivery, as the shop's developer reads it. */
export interface DeliveryTry {
  /** From 1. */
  number: number
  at: string
  url: string | null
  requestHeaders: Record<string, string>
  responseStatus: number | null
  /** First part of the answer's body. */
  responseBody: string | null
  error: string | null
  durationMs: number
}

export interface DeliveryDetail extends Delivery {
  /** The body that is sent. */
  payload: Record<string, unknown>
  tries: DeliveryTry[]
}
