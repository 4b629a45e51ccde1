import type { ItemMachineEvent } from '../../../machines/auctionItem/index.ts'
import type { StoredComment } from '../../persistence/inbox.ts'
import { commentNew } from '../../protocol/frames.ts'
import type { Ids } from '../../runtime/ids.ts'
import type { Batch } from '../Batch.ts'
import type { KnownViewer, TenantDesk } from '../desk/TenantDesk.ts'
import type { ViewerKey } from '../desk/viewerKey.ts'
import { catchUp } from './catchUp.ts'
import { tellItem } from './recordDecisions.ts'

export interface Deciding {
  batch: Batch
  ids: Ids
  desk: TenantDesk
  viewerKey: ViewerKey
}

/**
 * Announces one comment, reads it and lets the item it is about decide. Leaves exactly one outcome. A comment that is
 * set aside is announced as well, and nothing else that may have failed is tried again.
 */
export function decideComment(deciding: Deciding, comment: StoredComment, isSetAside: boolean): void {
  const { batch, desk, ids } = deciding
  const { receivedAt: at, position } = comment
  batch.announce(desk, 'comment.new', commentNew(comment), at, position)
  if (isSetAside) return ignore(deciding, comment, 'set_aside')
  catchUp(deciding, at, position - 1)

  const item = desk.itemFor(comment.mediaId)
  if (item === undefined) return ignore(deciding, comment, 'no_active_item')
  const viewer = knownViewer(deciding, comment)
  const about = { itemId: item.identity.id, sessionId: item.identity.sessionId, userId: viewer.id }
  if (viewer.isBlocked) return ignore(deciding, comment, 'blocked', about)

  const reading = desk.profile.read(comment.text, item.context.mode)
  if (reading.kind === 'chatter') return ignore(deciding, comment, reading.reason, about)
  const who = {
    at,
    bidId: ids.next(),
    userId: viewer.id,
    username: comment.username,
    matched: viewer.isMatched,
  }
  const event: ItemMachineEvent =
    reading.kind === 'claim' ? { type: 'claim', ...who } : { type: 'bid', amount: reading.amount, ...who }
  tellItem({ batch, ids, desk, item, event, position }, { comment, viewer })
}

/** Leaves a comment without effect, and says why. */
function ignore(
  { batch, desk }: Pick<Deciding, 'batch' | 'desk'>,
  comment: StoredComment,
  reason: string,
  about?: { itemId: string; sessionId: string; userId: string },
): void {
  const { partition, position, tenantId } = comment
  batch.changes.ignored.push({
    partition,
    position,
    tenantId,
    sessionId: about?.sessionId ?? desk.sessionFor(comment.mediaId)?.id ?? null,
    itemId: about?.itemId ?? null,
    userId: about?.userId ?? null,
    reason,
    amount: null,
    price: null,
    at: comment.receivedAt,
  })
}

/** The viewer who wrote a comment; a new one is added with the batch. */
function knownViewer({ batch, desk, ids, viewerKey }: Deciding, comment: StoredComment): KnownViewer {
  const key = viewerKey(comment)
  const known = desk.viewer(key)
  if (known !== undefined) return known
  const viewer: KnownViewer = {
    id: ids.next(),
    isBlocked: false,
    isMatched: false,
    displayName: comment.displayName,
    email: null,
    externalUserId: null,
  }
  desk.learnViewer(key, viewer)
  batch.changes.viewers.push({
    id: viewer.id,
    tenantId: desk.tenantId,
    socialUsername: comment.username,
    socialUserId: comment.fromId,
    displayName: comment.displayName,
    at: comment.receivedAt,
  })
  return viewer
}
