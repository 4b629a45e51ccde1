import { isDeepStrictEqual } from 'node:util'
import type { ItemMachineEvent } from '../../../machines/auctionItem/index.ts'
import { nextSession } from '../../../machines/liveSession/index.ts'
import { AppError } from '../../runtime/errors.ts'
import { tenantProfile } from '../desk/TenantProfile.ts'
import type { Command } from '../entry.ts'
import type { RunningItem } from '../RunningItem.ts'
import { activate } from './activate.ts'
import { catchUp } from './catchUp.ts'
import type { Deciding } from './decideComment.ts'
import type { Facts } from './facts.ts'
import { tellItem } from './recordDecisions.ts'

export interface CommandMoment {
  /** Arrival, ms. */
  at: number
  /** Last inbox position decided before it. */
  position: number
}

/**
 * Carries a command out on the desk; returns the new item's id for an activation.
 * @throws AppError when the contract refuses it; then nothing has changed
 */
export function decideCommand(
  deciding: Deciding,
  command: Command,
  facts: Facts,
  moment: CommandMoment,
): string | undefined {
  const { desk, batch } = deciding
  catchUp(deciding, moment.at, moment.position)
  switch (command.type) {
    case 'activate':
      return activate(deciding, command, facts, moment)
    case 'close':
      tell(
        deciding,
        runningItem(deciding, command.itemId),
        { type: 'close', at: moment.at, by: 'seller' },
        moment,
      )
      return undefined
    case 'extend':
      tell(
        deciding,
        runningItem(deciding, command.itemId),
        { type: 'extend', at: moment.at, seconds: command.seconds },
        moment,
      )
      return undefined
    case 'startSession':
      startSession(deciding, facts, moment)
      return undefined
    case 'endSession':
      endSession(deciding, facts, moment)
      return undefined
    case 'productChanged':
      followProduct(deciding, facts, moment)
      return undefined
    case 'tenantChanged':
      followTenant(deciding, facts, moment)
      return undefined
    case 'sessionChanged': {
      const session = desk.sessions.get(command.sessionId)
      if (session !== undefined && facts.session !== undefined) session.mediaId = facts.session.mediaId
      return undefined
    }
    case 'viewerChanged':
      // Forgotten before the batch was prepared, so that comments behind the change find the viewer read anew.
      return undefined
    case 'announce':
      batch.announce(desk, command.event.type, command.event.data, moment.at)
      return undefined
  }
}

function tell(
  deciding: Deciding,
  item: RunningItem,
  event: ItemMachineEvent,
  { position }: CommandMoment,
): void {
  const { batch, ids, desk } = deciding
  tellItem({ batch, ids, desk, item, event, position })
}

function runningItem({ desk }: Deciding, itemId: string): RunningItem {
  const item = desk.items.get(itemId)
  if (item === undefined) throw new AppError('auction_not_found')
  return item
}

function startSession({ batch, desk }: Deciding, { session }: Facts, { at, position }: CommandMoment): void {
  if (session === undefined) throw new AppError('session_not_found')
  const status = nextSession(session.status, { type: 'start' })
  if (status !== 'live') throw new AppError('session_not_startable')
  desk.sessions.set(session.id, { id: session.id, mediaId: session.mediaId, startedAt: at })
  batch.changes.sessions.push({ id: session.id, status, at, position })
}

function endSession(deciding: Deciding, { session }: Facts, moment: CommandMoment): void {
  const { batch, desk } = deciding
  const { at, position } = moment
  if (session === undefined) throw new AppError('session_not_found')
  const status = nextSession(session.status, { type: 'end' })
  if (status !== 'ended') throw new AppError('session_not_endable')
  const item = desk.itemInSession(session.id)
  if (item !== undefined) tell(deciding, item, { type: 'close', at, by: 'session_end' }, moment)
  desk.sessions.delete(session.id)
  batch.changes.sessions.push({ id: session.id, status, at, position })
}

function followProduct(deciding: Deciding, { product }: Facts, moment: CommandMoment): void {
  if (product === undefined) return
  const { stockQuantity } = product
  for (const item of deciding.desk.items.values()) {
    if (item.identity.productId !== product.id) continue
    item.identity.productName = product.name
    if (item.context.stockQuantity === stockQuantity) continue
    tell(deciding, item, { type: 'stock', at: moment.at, stockQuantity }, moment)
  }
}

function followTenant(deciding: Deciding, { tenant }: Facts, moment: CommandMoment): void {
  const { desk } = deciding
  if (tenant === undefined) return
  desk.profile = tenantProfile(tenant)
  const { rules } = desk.profile
  for (const item of desk.items.values()) {
    if (isDeepStrictEqual(item.context.rules, rules)) continue
    tell(deciding, item, { type: 'rules', at: moment.at, rules }, moment)
  }
  // A longer countdown may be due at once.
  catchUp(deciding, moment.at, moment.position)
}
