import type { Holding } from '../persistence/fence.ts'
import type { Inbox, StoredComment } from '../persistence/inbox.ts'
import type { Clock } from '../runtime/clock.ts'
import { AppError } from '../runtime/errors.ts'
import type { IncomingComment } from './Engine.ts'
import type { CommandEntry, Entry, TickEntry } from './entry.ts'
import type { Mailbox } from './Mailbox.ts'
import { partitionOf } from './partitionOf.ts'

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
  private holding: Holding | undefined
  private busy: Promise<void> | undefined
  private paused = true
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
    if (this.closed || this.paused || this.backlog + comments.length > this.options.backlogMax) {
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
    this.paused = false
    this.work()
  }

  /** Stops appending; resolves when no append is in flight. Comments still waiting are refused, commands stay. */
  async pause(): Promise<void> {
    this.paused = true
    await this.busy
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
    while (this.busy !== undefined) await this.busy
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

  private work(): void {
    if (this.busy !== undefined || this.paused || this.waiting.length === 0) return
    this.busy = this.drain().finally(() => {
      this.busy = undefined
      this.work()
    })
  }

  private async drain(): Promise<void> {
    const { holding } = this
    if (holding === undefined) return
    // One turn of the event loop lets every request that is being read now into the same append.
    await new Promise((resolve) => setImmediate(resolve))
    let last = Promise.resolve()
    while (!this.paused && this.waiting.length > 0) {
      const before = last
      last = this.append(this.takeBatch(), holding, before)
      // What fills an append by itself need not wait for the answer to the one before it; less gathers meanwhile.
      await (this.waitingComments < this.options.appendCommentsMax ? last : before)
    }
    await last
  }

  /** Sends an append at once; what it brings is seen to behind the one before it. */
  private append(batch: readonly Waiting[], holding: Holding, before: Promise<void>): Promise<void> {
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
    return before.then(async () => {
      const seeTo = await outcome
      seeTo()
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
    this.paused = true
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
