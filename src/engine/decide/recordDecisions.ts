import type { ItemDecision, ItemMachineEvent } from '../../../machines/auctionItem/index.ts'
import { toMajor, type Minor } from '../../../machines/money.ts'
import type { StoredComment } from '../../persistence/inbox.ts'
import { bidNew, isoTime } from '../../protocol/frames.ts'
import type { Ids } from '../../runtime/ids.ts'
import type { Batch } from '../Batch.ts'
import { renderReply } from '../desk/replyTemplates.ts'
import type { KnownViewer, TenantDesk } from '../desk/TenantDesk.ts'
import type { RunningItem } from '../RunningItem.ts'

/** The comment that made an item decide, and who wrote it. */
export interface Cause {
  comment: StoredComment
  viewer: KnownViewer
}

/** Where an item stands and what it was told. */
export interface Told {
  batch: Batch
  ids: Ids
  desk: TenantDesk
  item: RunningItem
  event: ItemMachineEvent
  /** Last inbox position decided before it. */
  position: number
}

/** Decisions that rows of their own tell; all others change the item's row or its deadline. */
const LEAVES_ROW: ReadonlySet<ItemDecision['type']> = new Set(['bidAccepted', 'claimWaitlisted', 'ignored'])

/** Lets an item decide an event and turns each decision into rows, real-time events and outbound deliveries. */
export function tellItem(told: Told, cause?: Cause): ItemDecision[] {
  const { item, event, batch, desk } = told
  const decisions = item.send(event)
  for (const decision of decisions) {
    record(told, decision, cause)
    if (!LEAVES_ROW.has(decision.type)) batch.moved.add(item)
  }
  const closed = decisions.find((decision) => decision.type === 'closed')
  if (cause === undefined) logEvent(told, event, decisions)
  else {
    const extended = decisions.find((decision) => decision.type === 'extended')
    if (extended !== undefined) logEvent(told, { type: 'antiSnipe', at: event.at }, [extended])
  }
  if (closed !== undefined) desk.items.delete(item.identity.id)
  return decisions
}

function logEvent(told: Told, event: { type: string; at: number }, decisions: readonly ItemDecision[]): void {
  const { item, batch, position } = told
  batch.changes.itemEvents.push({
    itemId: item.identity.id,
    sequence: item.nextSequence++,
    tenantId: item.identity.tenantId,
    position,
    type: event.type,
    data: { event: { ...event }, decisions: [...decisions] },
    at: event.at,
  })
}

function record(told: Told, decision: ItemDecision, cause: Cause | undefined): void {
  switch (decision.type) {
    case 'bidAccepted':
      return recordBid(told, decision, required(cause))
    case 'claimAccepted':
      return recordClaim(told, decision, required(cause))
    case 'claimWaitlisted':
      return recordWaitlisted(told, decision, required(cause))
    case 'ignored':
      return recordIgnored(told, decision, required(cause))
    case 'countdownStarted':
      return told.batch.announce(
        told.desk,
        'auction.countdown',
        { id: told.item.identity.id, endsAt: isoTime(decision.endsAt) },
        told.event.at,
      )
    case 'extended':
      return told.batch.announce(
        told.desk,
        'auction.extended',
        {
          id: told.item.identity.id,
          timeLimitSeconds: decision.timeLimitSeconds,
          endsAt: isoTime(decision.endsAt),
        },
        told.event.at,
      )
    case 'stockChanged':
      if (told.item.context.mode === 'fixed_price') announceStock(told, decision.remaining)
      return
    case 'rulesChanged':
      return
    case 'closed':
      return recordClose(told, decision)
  }
}

function required(cause: Cause | undefined): Cause {
  if (cause === undefined) throw new Error('An item decided on a comment that nobody wrote')
  return cause
}

type Accepted = Extract<ItemDecision, { type: 'bidAccepted' | 'claimAccepted' | 'claimWaitlisted' }>

function addBid(told: Told, decision: Accepted, cause: Cause, status: 'pending' | 'won' | 'lost'): void {
  const { comment, viewer } = cause
  told.batch.changes.bids.push({
    id: decision.bidId,
    tenantId: comment.tenantId,
    itemId: told.item.identity.id,
    userId: viewer.id,
    username: comment.username,
    commentId: comment.commentId,
    bidType: decision.type === 'bidAccepted' ? 'bid' : 'claim',
    amount: decision.amount,
    status,
    isMatched: viewer.isMatched,
    commentedAt: comment.commentedAt,
    at: told.event.at,
    partition: comment.partition,
    position: comment.position,
  })
}

function recordIgnored(told: Told, decision: Extract<ItemDecision, { type: 'ignored' }>, cause: Cause): void {
  const { partition, position, tenantId } = cause.comment
  const { sessionId, id: itemId } = told.item.identity
  const { reason, amount, price } = decision
  const userId = cause.viewer.id
  const at = told.event.at
  told.batch.changes.ignored.push({
    partition,
    position,
    tenantId,
    sessionId,
    itemId,
    userId,
    reason,
    amount,
    price,
    at,
  })
}

function recordBid(told: Told, decision: Extract<ItemDecision, { type: 'bidAccepted' }>, cause: Cause): void {
  addBid(told, decision, cause, 'pending')
  announceBid(told, decision, cause)
  reply(told, cause, 'bidAccepted', decision.amount)
}

function recordClaim(
  told: Told,
  decision: Extract<ItemDecision, { type: 'claimAccepted' }>,
  cause: Cause,
): void {
  const { batch, desk, ids, item, event } = told
  const { amount } = decision
  const { tenantId, productId, productName } = item.identity
  const cartEventId = ids.next()
  addBid(told, decision, cause, 'won')
  batch.changes.cartEvents.push({
    id: cartEventId,
    tenantId,
    bidId: decision.bidId,
    userId: decision.userId,
    itemId: item.identity.id,
    at: event.at,
  })
  batch.changes.productSale(productId, 1, true)
  const socialUsername = decision.username
  batch.announce(desk, 'cart.added', { socialUsername, productName, amount: toMajor(amount) }, event.at)
  announceBid(told, decision, cause)
  announceStock(told, decision.remaining)
  tellShop(told, 'cart.created', {
    id: cartEventId,
    auctionItemId: item.identity.id,
    bidId: decision.bidId,
    productId,
    productName,
    amount: toMajor(amount),
    currency: desk.profile.currency,
    user: {
      id: decision.userId,
      socialUsername,
      displayName: cause.viewer.displayName,
      email: cause.viewer.email,
      externalUserId: cause.viewer.externalUserId,
    },
  })
  reply(told, cause, 'claimAccepted', amount)
}

function recordWaitlisted(
  told: Told,
  decision: Extract<ItemDecision, { type: 'claimWaitlisted' }>,
  cause: Cause,
): void {
  addBid(told, decision, cause, 'lost')
  reply(told, cause, 'stockExhausted', decision.amount)
}

function recordClose(told: Told, decision: Extract<ItemDecision, { type: 'closed' }>): void {
  const { batch, desk, item, event } = told
  const { id, productId, productName } = item.identity
  if (decision.winner !== null) {
    batch.changes.settlements.push({ itemId: id, winningBidId: decision.winner.bidId, at: event.at })
  }
  batch.changes.productSale(productId, decision.winner === null ? 0 : 1, desk.offers(productId, id))
  const data = {
    id,
    productName,
    ...(decision.winner === null ? {} : { winnerSocialUsername: decision.winner.username }),
    finalPrice: toMajor(decision.finalPrice),
  }
  batch.changes.itemStates.set(id, {
    ...itemState(item),
    finalPrice: decision.finalPrice,
    status: decision.status,
    outcome: decision.outcome,
    closedAt: event.at,
    winnerUserId: decision.winner?.userId ?? null,
    closedAtPosition: told.position,
  })
  batch.announce(desk, 'auction.ended', data, event.at)
  tellShop(told, 'auction.ended', data)
}

/** The running item's row as its machine now has it. */
export function itemState(item: RunningItem) {
  const { context, status } = item
  return {
    id: item.identity.id,
    finalPrice: null,
    timeLimitSeconds: context.timeLimitSeconds,
    endsAt: context.endsAt,
    status,
    outcome: null,
    closedAt: null,
    winnerUserId: null,
    claimsAccepted: context.claimsAccepted,
    stockQuantity: context.stockQuantity,
    extensions: context.extensions,
    closedAtPosition: null,
  }
}

function announceBid({ batch, desk, item, event }: Told, decision: Accepted, cause: Cause): void {
  const bidType = decision.type === 'bidAccepted' ? 'bid' : 'claim'
  const { username, amount } = decision
  const data = bidNew({ username, amount, bidType, productName: item.identity.productName })
  batch.announce(desk, 'bid.new', data, event.at, cause.comment.position)
}

const announceStock = (told: Told, remaining: number): void => {
  const { productId } = told.item.identity
  told.batch.announce(told.desk, 'stock.updated', { productId, remaining }, told.event.at)
}

/** Records a webhook to the tenant's shop, when it has an address. */
export function tellShop(told: Omit<Told, 'position'>, type: string, data: object): void {
  const { batch, desk, ids, item, event } = told
  if (!desk.profile.tellsShop) return
  batch.changes.deliveries.push({
    id: ids.next(),
    tenantId: desk.tenantId,
    kind: 'webhook',
    type,
    orderingKey: item.identity.id,
    priority: 0,
    payload: { type, timestamp: isoTime(event.at), data },
    commentPosition: null,
    status: 'pending',
    at: event.at,
  })
}

const REPLY_TYPES = {
  bidAccepted: 'bid_accepted',
  claimAccepted: 'claim_accepted',
  stockExhausted: 'stock_exhausted',
} as const

/** Records the answer to a viewer, when the tenant's account can post one. */
function reply(told: Told, cause: Cause, type: keyof typeof REPLY_TYPES, amount: Minor): void {
  const { batch, desk, ids, item, event } = told
  const templates = desk.profile.replies
  if (templates === null) return
  const { username, commentId, position } = cause.comment
  const { currency } = desk.profile
  const message = renderReply(templates[type], {
    username,
    amount,
    currency,
    product: item.identity.productName,
  })
  batch.changes.deliveries.push({
    id: ids.next(),
    tenantId: desk.tenantId,
    kind: 'reply',
    type: REPLY_TYPES[type],
    orderingKey: item.identity.id,
    priority: type === 'stockExhausted' ? 1 : 0,
    payload: { commentId, message, sessionId: item.identity.sessionId },
    commentPosition: position,
    status: 'pending',
    at: event.at,
  })
}
