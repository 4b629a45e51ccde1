import { Changes, type NewTenantEvents } from '../persistence/changes.ts'
import type { EventData, EventType } from '../protocol/events.ts'
import { frameJson } from '../protocol/frames.ts'
import type { TenantDesk } from './desk/TenantDesk.ts'
import type { Frame } from './Engine.ts'
import type { CommandEntry, CommandResult, Entry } from './entry.ts'
import type { RunningItem } from './RunningItem.ts'

/** A tenant's events as they are sent and as they are stored. */
interface Announced {
  frames: Frame[]
  stored: NewTenantEvents
}

/** What deciding one batch has gathered: rows to store, then frames to announce, then answers to give. */
export class Batch {
  /** Stored with the batch, so that a commit whose answer was lost can be recognised. */
  readonly id: string
  readonly entries: readonly Entry[]
  readonly changes = new Changes()
  readonly answers: { entry: CommandEntry; result: CommandResult }[] = []
  /** Items of which more may have changed than a bid beside the others: their rows and deadlines follow. */
  readonly moved = new Set<RunningItem>()
  private readonly announced = new Map<string, Announced>()

  constructor(id: string, entries: readonly Entry[]) {
    this.id = id
    this.entries = entries
  }

  /**
   * Stages a real-time event of a tenant: stored with the batch, sent after it. `logged` is the log's short form of
   * an event that a row of its own holds.
   */
  announce<T extends EventType>(
    desk: TenantDesk,
    type: T,
    data: EventData[T],
    at: number,
    logged?: string,
  ): void {
    const id = ++desk.lastEventId
    const json = frameJson(id, type, at, data)
    const before = this.announced.get(desk.tenantId)
    if (before === undefined) {
      const stored = { tenantId: desk.tenantId, firstId: id, lastId: id, frames: [logged ?? json] }
      this.changes.tenantEvents.push(stored)
      this.announced.set(desk.tenantId, { frames: [{ id, type, json }], stored })
      return
    }
    before.frames.push({ id, type, json })
    before.stored.frames.push(logged ?? json)
    before.stored.lastId = id
  }

  /** The events of each tenant, in order. */
  *frames(): Iterable<[tenantId: string, frames: readonly Frame[]]> {
    for (const [tenantId, { frames }] of this.announced) yield [tenantId, frames]
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
