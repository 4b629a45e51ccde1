import { toMajor, type Minor } from '../../../../machines/money.ts'
import type {
  AuctionItem as AuctionItemRow,
  Bid as BidRow,
  CartEvent as CartEventRow,
  LiveSession as LiveSessionRow,
  Product as ProductRow,
  Tenant,
  Viewer as ViewerRow,
} from '../../../persistence/entities/index.ts'
import type {
  AuctionItem,
  Bid,
  CartEvent,
  LiveSession,
  Product,
  Viewer,
} from '../../../protocol/resources.ts'

/** Rows as the interface shows them: amounts in major units, times as texts, nothing that must not be seen. */
const time = (value: Date | string): string => new Date(value).toISOString()
const timeOrNull = (value: Date | string | null | undefined): string | null =>
  value == null ? null : time(value)
const majorOrNull = (amount: Minor | null | undefined): number | null =>
  amount == null ? null : toMajor(amount)

export const presentProduct = (row: ProductRow): Product => ({
  id: row.id,
  tenantId: row.tenantId,
  name: row.name,
  imageUrl: row.imageUrl,
  stockQuantity: row.stockQuantity,
  soldQuantity: row.soldQuantity,
  minBidIncrement: majorOrNull(row.minBidIncrement),
  status: row.status,
  createdAt: time(row.createdAt),
  updatedAt: time(row.updatedAt),
})

export const presentSession = (row: LiveSessionRow): LiveSession => ({
  id: row.id,
  tenantId: row.tenantId,
  title: row.title,
  status: row.status,
  socialMediaId: row.socialMediaId ?? null,
  startedAt: timeOrNull(row.startedAt),
  endedAt: timeOrNull(row.endedAt),
  createdAt: time(row.createdAt),
  updatedAt: time(row.updatedAt),
})

export const presentItem = (row: AuctionItemRow): AuctionItem => ({
  id: row.id,
  liveSessionId: row.liveSessionId,
  productId: row.productId,
  mode: row.mode,
  startingPrice: toMajor(row.startingPrice),
  currentPrice: toMajor(row.currentPrice),
  minBidIncrement: majorOrNull(row.minBidIncrement),
  timeLimitSeconds: row.timeLimitSeconds ?? null,
  status: row.status,
  outcome: row.outcome ?? null,
  endsAt: timeOrNull(row.endsAt),
  activatedAt: time(row.activatedAt),
  closedAt: timeOrNull(row.closedAt),
  winnerUserId: row.winnerUserId ?? null,
  claimsAccepted: row.claimsAccepted,
})

export const presentBid = (row: BidRow): Bid => ({
  id: row.id,
  auctionItemId: row.auctionItemId,
  userId: row.userId,
  socialUsername: row.socialUsername,
  socialCommentId: row.socialCommentId,
  bidType: row.bidType,
  amount: toMajor(row.amount),
  status: row.status,
  isMatched: row.isMatched,
  commentTimestamp: time(row.commentTimestamp),
  processedAt: timeOrNull(row.processedAt),
  createdAt: time(row.createdAt),
})

export const presentViewer = (row: ViewerRow): Viewer => ({
  id: row.id,
  tenantId: row.tenantId,
  socialUsername: row.socialUsername,
  socialUserId: row.socialUserId,
  socialAuthMethod: row.socialAuthMethod,
  displayName: row.displayName,
  isBlocked: row.isBlocked,
  email: row.email ?? null,
  externalUserId: row.externalUserId ?? null,
  trustScore: row.trustScore,
  createdAt: time(row.createdAt),
  updatedAt: time(row.updatedAt),
})

export const presentCartEvent = (row: CartEventRow): CartEvent => ({
  id: row.id,
  tenantId: row.tenantId,
  bidId: row.bidId,
  userId: row.userId,
  auctionItemId: row.auctionItemId,
  status: row.status,
  createdAt: time(row.createdAt),
  updatedAt: time(row.updatedAt),
})

/** The tenant as `GET /auth/me` shows it. */
export const presentMe = (row: Tenant) => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  email: row.email,
  apiKey: row.apiKey,
  webhookUrl: row.webhookUrl ?? null,
  webhookPausedAt: timeOrNull(row.webhookPausedAt),
  domain: row.domain ?? null,
  socialAccountId: row.socialAccountId ?? null,
  socialPageId: row.socialPageId ?? null,
  socialUsername: row.socialUsername ?? null,
  socialStatus: row.socialStatus,
  socialTokenExpiresAt: timeOrNull(row.socialTokenExpiresAt),
  plan: row.plan,
  settings: row.settings,
  isActive: row.isActive,
  createdAt: time(row.createdAt),
})

/** The tenant as `PUT /tenant` shows it. */
export const presentTenant = (row: Tenant) => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  email: row.email,
  domain: row.domain ?? null,
  webhookUrl: row.webhookUrl ?? null,
  settings: row.settings,
  updatedAt: time(row.updatedAt),
})
