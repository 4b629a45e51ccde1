import type { Holding } from '../persistence/fence.ts'
import type { Inbox, StoredComment } from '../persistence/inbox.ts'
import type { Clock } from '../runtime/clock.ts'
import { AppError } from '../runtime/errors.ts'
import type { IncomingComment } from './Engine.ts'
import type { CommandEntry, Entry, TickEntry } from './entry.ts'
import type { Mailbox } from './Mailbox.ts'
import { partitionOf } from '../persistence/partitionOf.ts'

/**
 * Comments that need not wait for more. The requests of a flood are read for many milliseconds at a stretch, in which
 * the database would have nothing to do; smaller appends would cost it more than they gain.
 */
const APPEND_COMMENTS_MIN = 50
/** One that the database works at and one that it finds when it has done. */
const APPENDS_UNDER_WAY_MAX = 2

interface Group {
  comments: StoredComment[]
  resolve(): void
  reject(error: Error): void
}

type Waiting = { group: Group } | { entry: CommandEntry | TickEntry }

export interface IntakeOptions {
  inbox: Inbox
  mailbox: Mailbox
  clock: Clock
  /** Comments and commands waiting to be stored or decided before the door answers 503. */
  backlogMax: number
  /** Comments in one append. */
  appendCommentsMax: number
  /** Called when an append failed: whether it was stored is unknown, so the engine must rebuild from the database. */
  onFailure(error: unknown): void
}

/**
 * The one door into the engine, first come first served. Comments are stored durably, many requests in one statement,
 * and only then handed to the mailbox and acknowledged; commands and timers keep their place among them.
 */
export class Intake {
  private waiting: Waiting[] = []
  private waitingComments = 0
  private lastPosition = 0
  private handedOn = 0
  /** Undefined while nothing may be stored. */
  private holding: Holding | undefined
  /** Appends sent and not seen to, and when the last of them will be. */
  private underWay = 0
  private appends: Promise<void> = Promise.resolve()
  /** The end of this turn of the event loop, when an append waits for it. */
  private turn: Promise<void> | undefined
  private closed = false
  private readonly options: IntakeOptions

  constructor(options: IntakeOptions) {
    this.options = options
  }

  /** Acknowledged or waiting, not decided yet. */
  get backlog(): number {
    return this.waitingComments + this.waiting.length + this.options.mailbox.size
  }

  /**
   * Stores comments in the order given. Resolves once they are durable and in the mailbox, or were known already.
   * @throws AppError `overloaded` past the bound, while the storage is away, or when shutting down
   */
  takeIn(comments: readonly IncomingComment[]): Promise<void> {
    if (comments.length === 0) return Promise.resolve()
    if (
      this.closed ||
      this.holding === undefined ||
      this.backlog + comments.length > this.options.backlogMax
    ) {
      return Promise.reject(new AppError('overloaded'))
    }
    const receivedAt = this.options.clock.now()
    const stored = comments.map((comment) => this.address(comment, receivedAt))
    return new Promise((resolve, reject) => {
      this.waitingComments += stored.length
      this.enter({ group: { comments: stored, resolve, reject } })
    })
  }

  /** Lets a command or timer in, behind everything that came before it. */
  let(entry: CommandEntry | TickEntry): void {
    this.enter({ entry })
  }

  /** Whether a further command would exceed the bound. */
  get isFull(): boolean {
    return this.closed || this.backlog >= this.options.backlogMax
  }

  /** Starts (again) after a takeover, under its epochs; `last` is the highest position ever given. */
  open(holding: Holding, last: number): void {
    this.holding = holding
    this.lastPosition = Math.max(this.lastPosition, last)
    this.handedOn = Math.max(this.handedOn, last)
    this.work()
  }

  /** Stops appending; resolves when no append is in flight. Comments still waiting are refused, commands stay. */
  async pause(): Promise<void> {
    this.holding = undefined
    await this.appends
    const commands: Waiting[] = []
    for (const one of this.waiting) {
      if ('group' in one) one.group.reject(new AppError('overloaded'))
      else commands.push(one)
    }
    this.waiting = commands
    this.waitingComments = 0
  }

  /** Takes nothing in any more; resolves when everything that waited is stored and in the mailbox. */
  async close(): Promise<void> {
    this.closed = true
    while (this.turn !== undefined || this.underWay > 0) await (this.turn ?? this.appends)
  }

  /** Takes nothing in any more and refuses everything that waits: another process decides from now on. */
  async giveUp(cause: unknown): Promise<void> {
    this.closed = true
    await this.pause()
    const waiting = this.waiting.splice(0).flatMap((one) => ('entry' in one ? [one.entry] : []))
    for (const entry of [...this.options.mailbox.drain(), ...waiting]) {
      if (entry.kind === 'command') entry.settle({ ok: false, error: new AppError('overloaded', { cause }) })
    }
  }

  private address(comment: IncomingComment, receivedAt: number): StoredComment {
    return {
      ...comment,
      partition: partitionOf(comment.tenantId),
      position: ++this.lastPosition,
      receivedAt,
    }
  }

  private enter(one: Waiting): void {
    this.waiting.push(one)
    this.work()
  }

  /** Sends what is enough for an append at once, and less than that when nothing is under way. */
  private work(): void {
    if (this.holding === undefined || this.waiting.length === 0) return
    const enough = Math.min(APPEND_COMMENTS_MIN, this.options.appendCommentsMax)
    while (this.waitingComments >= enough && this.underWay < APPENDS_UNDER_WAY_MAX) {
      this.append(this.holding)
    }
    if (this.waiting.length > 0 && this.underWay === 0) this.turn ??= this.endTurn()
  }

  /** One turn of the event loop lets every request that is being read now into the same append. */
  private async endTurn(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    this.turn = undefined
    if (this.holding !== undefined && this.waiting.length > 0 && this.underWay === 0)
      this.append(this.holding)
  }

  /** Sends the next append; what it brings is seen to behind the one before it. */
  private append(holding: Holding): void {
    const batch = this.takeBatch()
    const comments = batch.flatMap((one) => ('group' in one ? one.group.comments : []))
    this.waitingComments -= comments.length
    const appending = comments.length === 0 ? NOTHING : this.options.inbox.append(comments, holding)
    const outcome = appending.then(
      (stored) => () => {
        this.handOn(batch, stored)
      },
      (error: unknown) => () => {
        this.refuse(batch, error)
      },
    )
    this.underWay++
    this.appends = this.appends.then(async () => {
      const seeTo = await outcome
      this.underWay--
      seeTo()
      this.work()
    })
  }

  private takeBatch(): Waiting[] {
    let comments = 0
    let count = 0
    for (const one of this.waiting) {
      comments += 'group' in one ? one.group.comments.length : 0
      if (count > 0 && comments > this.options.appendCommentsMax) break
      count++
    }
    return this.waiting.splice(0, count)
  }

  private handOn(batch: readonly Waiting[], stored: ReadonlySet<number>): void {
    const entries: Entry[] = []
    for (const one of batch) {
      if ('entry' in one) {
        entries.push(this.placed(one.entry))
        continue
      }
      for (const comment of one.group.comments) {
        if (!stored.has(comment.position)) continue
        entries.push({ kind: 'comment', comment })
        this.handedOn = comment.position
      }
    }
    this.options.mailbox.put(entries)
    for (const one of batch) if ('group' in one) one.group.resolve()
  }

  /** Comments may come again; commands keep their place, which the engine gives them after it is rebuilt. */
  private refuse(batch: readonly Waiting[], error: unknown): void {
    this.holding = undefined
    const entries: Entry[] = []
    for (const one of batch) {
      if ('group' in one) one.group.reject(new AppError('overloaded', { cause: error }))
      else entries.push(this.placed(one.entry))
    }
    this.options.mailbox.put(entries)
    this.options.onFailure(error)
  }

  private placed(entry: CommandEntry | TickEntry): CommandEntry | TickEntry {
    if (entry.kind === 'command') entry.afterPosition = this.handedOn
    return entry
  }
}

const NOTHING: Promise<ReadonlySet<number>> = Promise.resolve(new Set())
