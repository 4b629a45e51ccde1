import {
  amount,
  anything,
  choice,
  count,
  fields,
  flag,
  listOf,
  maybe,
  orNull,
  timestamp,
  uuid,
  words,
} from './fields.ts'

/** Response shapes of the resources; the wire types of `src/protocol/resources.ts` in struct form. */
export const productShape = fields({
  id: uuid(),
  tenantId: uuid(),
  name: words(),
  imageUrl: words(),
  stockQuantity: count(),
  soldQuantity: count(),
  minBidIncrement: orNull(amount()),
  status: choice('available', 'active', 'sold_out', 'archived'),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

export const sessionShape = fields({
  id: uuid(),
  tenantId: uuid(),
  title: words(),
  status: choice('scheduled', 'live', 'ended'),
  socialMediaId: orNull(words()),
  startedAt: orNull(timestamp()),
  endedAt: orNull(timestamp()),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

const item = {
  id: uuid(),
  liveSessionId: uuid(),
  productId: uuid(),
  mode: choice('auction', 'fixed_price'),
  startingPrice: amount(),
  currentPrice: amount(),
  minBidIncrement: orNull(amount()),
  timeLimitSeconds: orNull(count()),
  status: choice('active', 'countdown', 'sold', 'cancelled'),
  outcome: orNull(choice('won', 'claimed', 'no_bids')),
  endsAt: orNull(timestamp()),
  activatedAt: timestamp(),
  closedAt: orNull(timestamp()),
  winnerUserId: orNull(uuid()),
  claimsAccepted: count(),
}

const bid = {
  id: uuid(),
  auctionItemId: uuid(),
  userId: uuid(),
  socialUsername: words(),
  socialCommentId: words(),
  bidType: choice('bid', 'claim'),
  amount: amount(),
  status: choice('pending', 'won', 'lost'),
  isMatched: flag(),
  commentTimestamp: timestamp(),
  processedAt: orNull(timestamp()),
  createdAt: timestamp(),
}

export const bidShape = fields(bid)
export const itemShape = fields(item)
export const listedItemShape = fields({
  ...item,
  product: fields({ name: words(), imageUrl: words(), stockQuantity: count() }),
})
export const closedItemShape = fields({ ...item, product: fields({ name: words() }), bids: listOf(bidShape) })
export const bidWithUserShape = fields({
  ...bid,
  user: fields({ socialUsername: words(), displayName: words(), trustScore: count() }),
})

const sending = () => fields({ pending: count(), delivered: count(), failed: count(), cancelled: count() })

export const sessionResultShape = fields({
  id: uuid(),
  productId: uuid(),
  productName: words(),
  mode: choice('auction', 'fixed_price'),
  outcome: choice('won', 'claimed', 'no_bids'),
  finalPrice: amount(),
  bidsAccepted: count(),
  claimsAccepted: count(),
  winnerSocialUsername: orNull(words()),
  closedAt: timestamp(),
  webhooks: sending(),
  replies: sending(),
})

const viewer = {
  id: uuid(),
  tenantId: uuid(),
  socialUsername: words(),
  socialUserId: words(),
  socialAuthMethod: words(),
  displayName: words(),
  isBlocked: flag(),
  email: orNull(words()),
  externalUserId: orNull(words()),
  trustScore: count(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
}

export const viewerShape = fields(viewer)
/** Beside each viewer of the list: another viewer's name that looks the same. */
export const listedViewerShape = fields({ ...viewer, lookAlikeOf: orNull(words()) })

export const cartEventShape = fields({
  id: uuid(),
  tenantId: uuid(),
  bidId: uuid(),
  userId: uuid(),
  auctionItemId: uuid(),
  status: choice('pending', 'completed', 'cancelled'),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

export const commentShape = fields({
  id: words(),
  socialUsername: words(),
  displayName: words(),
  text: words(),
  timestamp: timestamp(),
  receivedAt: timestamp(),
  userId: orNull(uuid()),
  auctionItemId: orNull(uuid()),
  outcome: orNull(choice('bid_accepted', 'claim_accepted', 'waitlisted', 'ignored')),
  reason: orNull(words()),
  amount: orNull(amount()),
  price: orNull(amount()),
})

export const itemEventShape = fields({
  at: timestamp(),
  type: words(),
  data: anything(),
  comment: maybe(commentShape),
})

export const tokenPair = {
  accessToken: words(),
  refreshToken: words(),
  tokenType: choice('Bearer'),
  expiresIn: count(),
}

export const meShape = fields({
  id: uuid(),
  name: words(),
  slug: words(),
  email: words(),
  apiKey: words(),
  webhookUrl: orNull(words()),
  webhookPausedAt: orNull(timestamp()),
  domain: orNull(words()),
  socialAccountId: orNull(words()),
  socialPageId: orNull(words()),
  socialUsername: orNull(words()),
  socialStatus: choice('disconnected', 'connected', 'needs_reconnect'),
  socialTokenExpiresAt: orNull(timestamp()),
  plan: words(),
  settings: anything(),
  isActive: flag(),
  createdAt: timestamp(),
})

export const tenantShape = fields({
  id: uuid(),
  name: words(),
  slug: words(),
  email: words(),
  domain: orNull(words()),
  webhookUrl: orNull(words()),
  settings: anything(),
  updatedAt: timestamp(),
})
