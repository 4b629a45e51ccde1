import type { NewTenantEvents } from '../../persistence/changes.ts'

/** As many lines as make a row by themselves, so that readers get the log in pieces they can hold. */
const LINES_MAX = 2_000

/** The end of a tenant's event log: what no row of it holds yet. */
export class DeskLog {
  /** Id of the tenant's newest event. */
  lastId: number
  private position: number
  private lines: string[]
  /** Whether rows of comments and bids tell all of these lines, in the same order. */
  private isTold = true

  /** @param position of the last comment told of up to the end of `lines` */
  constructor(lastId = 0, position = 0, lines: string[] = []) {
    this.lastId = lastId
    this.position = position
    this.lines = lines
  }

  /** Adds an event; `position` is that of the comment or bid whose row tells it as well. Returns its id. */
  add(line: string, position?: number): number {
    this.lines.push(line)
    if (position === undefined) this.isTold = false
    else this.position = position
    return ++this.lastId
  }

  get isEmpty(): boolean {
    return this.lines.length === 0
  }

  /** Whether the lines have to stand in a row with the batch that is being decided. */
  get isDue(): boolean {
    return !this.isTold || this.lines.length >= LINES_MAX
  }

  /** The lines as a row, after which none are left. */
  take(tenantId: string): NewTenantEvents {
    const { lines: frames, lastId, position } = this
    this.lines = []
    this.isTold = true
    return { tenantId, firstId: lastId - frames.length + 1, lastId, position, frames }
  }
}
