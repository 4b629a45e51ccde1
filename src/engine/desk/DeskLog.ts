import type { NewTenantEvents } from '../../persistence/changes.ts'
import { logLine } from '../../persistence/eventLog.ts'
import type { EventType } from '../../protocol/events.ts'

/** As many events as make a row by themselves, so that readers get the log in pieces they can hold. */
const EVENTS_MAX = 2_000

/** Never written to: what is empty has no array of its own. */
const NONE: never[] = []

/** The end of a tenant's event log: what no row of it holds yet. */
export class DeskLog {
  /** Id of the tenant's newest event. */
  lastId: number
  /** Id of the newest event that a row of the log holds. */
  private loggedId: number
  /** Of the last comment told of. */
  private position: number
  /**
   * The first of the events, which rows of comments and bids tell as well: a number for each comment, its position doubled,
   * and one more when it became a bid. With many tenants the collector moves what each bid leaves, so it leaves no texts.
   */
  private told: number[] = NONE
  /** The events behind them, from the first that no other row tells. */
  private lines: string[] = NONE

  /** @param position of the last comment told of up to `lastId` */
  constructor(lastId = 0, position = 0) {
    this.lastId = lastId
    this.loggedId = lastId
    this.position = position
  }

  /** Adds an event that a row of its own tells as well: a comment's, or that of the bid that its comment became. */
  tell(type: EventType, position: number): void {
    this.lastId++
    this.position = position
    if (this.lines.length > 0) this.lines.push(logLine(type, position))
    else if (type === 'bid.new') this.told[this.told.length - 1] = position * 2 + 1
    else if (this.told.length > 0) this.told.push(position * 2)
    // Most have one comment to tell of when they are written down; an array that is pushed to has room for 17.
    else this.told = [position * 2]
  }

  /** Adds an event that nothing but the log tells. */
  add(line: string): void {
    this.lastId++
    if (this.lines.length > 0) this.lines.push(line)
    else this.lines = [line]
  }

  get isEmpty(): boolean {
    return this.lastId === this.loggedId
  }

  /** Whether the events have to stand in a row with the batch that is being decided. */
  get isDue(): boolean {
    return this.lines.length > 0 || this.lastId - this.loggedId >= EVENTS_MAX
  }

  /** The events as a row, after which none are left. */
  take(tenantId: string): NewTenantEvents {
    const { loggedId, lastId, position, lines } = this
    const frames: string[] = []
    for (const told of this.told) {
      const of = Math.floor(told / 2)
      frames.push(logLine('comment.new', of))
      if (told % 2 === 1) frames.push(logLine('bid.new', of))
    }
    frames.push(...lines)
    this.loggedId = lastId
    this.told = NONE
    this.lines = NONE
    return { tenantId, firstId: loggedId + 1, lastId, position, frames }
  }
}
