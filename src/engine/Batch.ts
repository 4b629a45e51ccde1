import { Changes } from '../persistence/changes.ts'
import type { EventData, EventType } from '../protocol/events.ts'
import { frameJson } from '../protocol/frames.ts'
import type { TenantDesk } from './desk/TenantDesk.ts'
import type { Frame } from './Engine.ts'
import type { CommandEntry, CommandResult, Entry } from './entry.ts'
import type { RunningItem } from './RunningItem.ts'

/** What deciding one batch has gathered: rows to store, then frames to announce, then answers to give. */
export class Batch {
  /** Stored with the batch, so that a commit whose answer was lost can be recognised. */
  readonly id: string
  readonly entries: readonly Entry[]
  readonly changes = new Changes()
  readonly answers: { entry: CommandEntry; result: CommandResult }[] = []
  /** Items of which more may have changed than a bid beside the others: their rows and deadlines follow. */
  readonly moved = new Set<RunningItem>()
  private readonly announced = new Map<TenantDesk, Frame[]>()

  constructor(id: string, entries: readonly Entry[]) {
    this.id = id
    this.entries = entries
  }

  /**
   * Stages a real-time event of a tenant, sent after the batch is stored. `position` is that of the comment or bid whose
   * own row tells the event.
   */
  announce<T extends EventType>(
    desk: TenantDesk,
    type: T,
    data: EventData[T],
    at: number,
    position?: number,
  ): void {
    const id = desk.log.lastId + 1
    const json = frameJson(id, type, at, data)
    if (position === undefined) desk.log.add(json)
    else desk.log.tell(type, position)
    const frame = { id, type, json }
    const frames = this.announced.get(desk)
    if (frames === undefined) this.announced.set(desk, [frame])
    else frames.push(frame)
  }

  /** The tenants that events were staged for. */
  told(): Iterable<TenantDesk> {
    return this.announced.keys()
  }

  /** The events of each tenant, in order. */
  *frames(): Iterable<[tenantId: string, frames: readonly Frame[]]> {
    for (const [{ tenantId }, frames] of this.announced) yield [tenantId, frames]
  }

  answer(entry: CommandEntry, result: CommandResult): void {
    this.answers.push({ entry, result })
  }

  /** How many of its comments came to what: `bid_accepted`, `claim_accepted`, `waitlisted`, or the reason ignored. */
  outcomes(): Map<string, number> {
    const counts = new Map<string, number>()
    const count = (outcome: string): void => void counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    for (const { bidType, status } of this.changes.bids) {
      count(bidType === 'bid' ? 'bid_accepted' : status === 'lost' ? 'waitlisted' : 'claim_accepted')
    }
    for (const { reason } of this.changes.ignored) count(reason)
    return counts
  }
}
