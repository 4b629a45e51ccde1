import { AuctionItem } from './AuctionItem.ts'
import { Bid, bidsOf } from './Bid.ts'
import { CartEvent } from './CartEvent.ts'
import { CommentOutcome } from './CommentOutcome.ts'
import { Delivery } from './Delivery.ts'
import { DeliveryAttempt } from './DeliveryAttempt.ts'
import { IdempotentRequest } from './IdempotentRequest.ts'
import { InboxComment } from './InboxComment.ts'
import { ItemEvent } from './ItemEvent.ts'
import { LiveSession } from './LiveSession.ts'
import { Partition } from './Partition.ts'
import { Product } from './Product.ts'
import { RefreshToken } from './RefreshToken.ts'
import { Tenant } from './Tenant.ts'
import { TenantEvents } from './TenantEvents.ts'
import { Viewer } from './Viewer.ts'

/** Every entity of the service, as the ORM wants them listed. */
export const entities = [
  Tenant,
  RefreshToken,
  LiveSession,
  Product,
  Viewer,
  AuctionItem,
  Bid,
  CartEvent,
  InboxComment,
  CommentOutcome,
  ItemEvent,
  Delivery,
  DeliveryAttempt,
  Partition,
  TenantEvents,
  IdempotentRequest,
]

export {
  AuctionItem,
  Bid,
  bidsOf,
  CartEvent,
  CommentOutcome,
  Delivery,
  DeliveryAttempt,
  IdempotentRequest,
  InboxComment,
  ItemEvent,
  LiveSession,
  Partition,
  Product,
  RefreshToken,
  Tenant,
  TenantEvents,
  Viewer,
}
export type { TenantSettings } from './TenantSettings.ts'
