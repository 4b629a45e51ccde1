import { createActor } from 'xstate'
import { supervisorMachine } from '../../machines/supervisor/index.ts'
import { commit } from '../persistence/commit.ts'
import { FencedError, takeOver, type Holding } from '../persistence/fence.ts'
import { AppError } from '../runtime/errors.ts'
import type { Batch } from './Batch.ts'
import { Deadlines } from './Deadlines.ts'
import { decideBatch, UndecidableError } from './decide/decideBatch.ts'
import { readFacts } from './decide/facts.ts'
import { Desks } from './Desks.ts'
import type { EngineStatus } from './Engine.ts'
import { tenantOf, type CommandEntry, type Entry } from './entry.ts'
import { followUps } from './followUps.ts'
import type { HostOptions } from './HostOptions.ts'
import { isTransient } from './isTransient.ts'
import { readUndecided } from './readUndecided.ts'
import type { RunningItem } from './RunningItem.ts'
import { Suspects } from './Suspects.ts'

const RETRY_MS_MIN = 100
const RETRY_MS_MAX = 2_000

/**
 * The only place that decides, commits and announces. While one batch commits the next is gathered and decided, so
 * the busier it is the bigger its batches get. When anything fails it forgets all it knows, reads the database again
 * and feeds what was acknowledged once more: one way back, whatever went wrong.
 */
export class PartitionHost {
  private readonly options: HostOptions
  private readonly desks: Desks
  private readonly deadlines: Deadlines
  private holding: Holding | undefined
  /** Last position decided. */
  private position = 0
  /** Says what may be done now; see its chart. */
  private readonly supervisor = createActor(supervisorMachine).start()
  private inFlight: Promise<void> = Promise.resolve()
  private committing: Batch | undefined
  /** Entries taken from the mailbox that no commit has in hand yet. */
  private taken: readonly Entry[] = []
  /** Commands kept over failed tries to recover. */
  private readonly waitingCommands: CommandEntry[] = []
  /** Batches of one are taken while this is above 0, to find the entry that a commit fails on. */
  private singles = 0
  private readonly suspects = new Suspects()
  private running: Promise<void> | undefined
  private readonly started = Promise.withResolvers<undefined>()

  constructor(options: HostOptions) {
    this.options = options
    this.desks = new Desks(options.sql, options.viewerKey, options.ids)
    this.deadlines = new Deadlines(options.clock, (due) => {
      for (const { tenantId, itemId, at } of due) options.intake.let({ kind: 'tick', tenantId, itemId, at })
    })
  }

  /** Takes the work over and decides from then on. Rejects when the first takeover fails. */
  async start(): Promise<void> {
    this.running = this.loop()
    await this.started.promise
  }

  /** Asks for a rebuild from the database; the loop sees to it. */
  crash(error: unknown): void {
    if (error instanceof FencedError) return this.fence(error)
    if (this.hasFailed()) return
    this.options.log.warn({ err: error }, 'engine: storage failed, rebuilding from the database')
    this.supervisor.send({ type: 'storageFailed' })
    this.options.mailbox.wake()
  }

  /** Decides what is in the mailbox, commits, and stops. */
  async stop(): Promise<void> {
    this.supervisor.send({ type: 'stopRequested' })
    this.options.mailbox.wake()
    await this.running
    this.supervisor.send({ type: 'drained' })
    this.deadlines.clear()
    this.desks.clear()
  }

  status(): EngineStatus {
    return { state: this.state, backlog: this.options.intake.backlog, runningItems: this.desks.runningItems }
  }

  /** For observers such as the inspector: told of every running item, of each once it is in memory. Null ends it. */
  watchItems(onItem: ((item: RunningItem) => void) | null): void {
    this.desks.watch(onItem)
  }

  private get state(): EngineStatus['state'] {
    return this.supervisor.getSnapshot().value
  }

  private async loop(): Promise<void> {
    try {
      await this.recover(false)
      this.started.resolve(undefined)
    } catch (error) {
      this.started.reject(error)
      return
    }
    const { mailbox } = this.options
    while (this.state !== 'stopped') {
      if (this.hasFailed()) {
        if (!(await this.rebuild())) return
        continue
      }
      if (mailbox.size === 0) {
        if (this.state !== 'draining') await mailbox.filled()
        else if (await this.isDrained()) return
        continue
      }
      try {
        await this.step()
      } catch (error) {
        this.blame(error)
      }
    }
    await this.inFlight
  }

  /** The last commit may fail as well, and is then seen to like any other. */
  private async isDrained(): Promise<boolean> {
    await this.inFlight
    return this.state === 'draining' && this.options.mailbox.size === 0
  }

  /** Takes, prepares and decides one batch, then commits it behind the one before. */
  private async step(): Promise<void> {
    const { mailbox, sql, ids, viewerKey, batchEntriesMax } = this.options
    const entries = mailbox.take(this.singles > 0 ? 1 : batchEntriesMax)
    this.taken = entries
    const head = entries[0]
    const command = head?.kind === 'command' && !head.cancelled ? head.command : undefined
    // Rows a command is judged by must hold everything before it.
    if (command !== undefined || this.singles > 0) await this.inFlight
    if (this.hasFailed()) return
    if (this.desks.isCrowded) {
      // What is not committed yet must not be forgotten.
      await this.inFlight
      this.desks.trim()
    }
    const facts = command === undefined ? {} : await readFacts(sql, command)
    const desks = await this.desks.prepare(entries)
    if (this.hasFailed()) return
    const { position } = this
    const { unlogged } = this.desks
    const setAside = this.suspects.comments
    const batch = decideBatch({ entries, desks, facts, setAside, position, unlogged, ids, viewerKey })
    for (const entry of entries) if (entry.kind === 'comment') this.position = entry.comment.position
    await this.inFlight
    if (this.hasFailed()) return
    this.taken = []
    this.committing = batch
    for (const { entry } of batch.answers) entry.committing = true
    this.inFlight = this.commit(batch)
    // Deciding holds the event loop: without a turn of it first, the commit would only be sent after the next batch.
    await new Promise((resolve) => setImmediate(resolve))
    if (this.singles > 0) {
      await this.inFlight
      if (!this.hasFailed()) this.singles--
    }
  }

  /** Asked anew after every wait: anything may have failed meanwhile. */
  private hasFailed(): boolean {
    return this.state === 'rebuilding' || this.state === 'stopped'
  }

  private async commit(batch: Batch): Promise<void> {
    const start = performance.now()
    try {
      if (this.holding === undefined) throw new Error('Nothing is held')
      await commit(this.options.sql, this.holding, batch.id, batch.changes)
    } catch (error) {
      this.blame(error, batch)
      return
    }
    this.committing = undefined
    this.supervisor.send({ type: 'committed' })
    this.options.onCommit?.({
      messages: batch.entries.length,
      durationMs: performance.now() - start,
      outcomes: batch.outcomes(),
    })
    this.announce(batch)
  }

  /** Commit, then announce, then reply: nobody hears of what is not stored. */
  private announce(batch: Batch): void {
    const { events } = this.options
    for (const [tenantId, frames] of batch.frames()) events.publish(tenantId, frames)
    for (const { entry, result } of batch.answers) entry.settle(result)
    for (const item of batch.moved) this.arm(item)
    if (batch.changes.deliveries.length > 0) this.options.wakeOutbox()
  }

  /** Finds out what failed: the fence, the storage, or one entry that cannot be decided or stored. */
  private blame(error: unknown, batch?: Batch): void {
    if (error instanceof FencedError) return this.fence(error)
    const entries = batch?.entries ?? this.taken
    if (error instanceof UndecidableError) this.countFailure(error.entry, error.cause)
    else if (!isTransient(error)) {
      const [only] = entries
      if (entries.length === 1 && only !== undefined) this.countFailure(only, error)
      else this.singles = Math.max(this.singles, entries.length + this.taken.length)
    }
    this.crash(error)
  }

  private countFailure(entry: Entry, cause: unknown): void {
    const { log } = this.options
    if (entry.kind === 'command') {
      log.error({ err: cause, command: entry.command.type }, 'engine: a command failed')
      entry.cancelled = true
      entry.settle({ ok: false, error: new AppError('internal_error', { cause }) })
      return
    }
    if (!this.suspects.blame(entry)) return
    const { kind } = entry
    log.error(
      { err: cause, kind, tenantId: tenantOf(entry) },
      'engine: fails again and again and is set aside',
    )
  }

  private fence(error: FencedError): void {
    if (this.state === 'stopped') return
    this.supervisor.send({ type: 'fenced' })
    this.refuseWaiting(error)
    this.options.onFenced(error)
  }

  /** Answers whoever waits: nothing more is decided here. */
  private refuseWaiting(cause: unknown): void {
    const { intake, mailbox } = this.options
    mailbox.wake()
    for (const entry of [
      ...(this.committing?.entries ?? []),
      ...this.waitingCommands,
      ...this.taken,
      ...mailbox.drain(),
    ]) {
      if (entry.kind === 'command') entry.settle({ ok: false, error: new AppError('overloaded', { cause }) })
    }
    void intake.giveUp(cause)
  }

  /** Rebuilds until it works; false when another owner has taken over meanwhile, or when shutting down it does not. */
  private async rebuild(): Promise<boolean> {
    for (;;) {
      const { failures } = this.supervisor.getSnapshot().context
      const retryInMs = Math.min(RETRY_MS_MIN * 2 ** (failures - 1), RETRY_MS_MAX)
      // The first rebuild comes at once; one that did not help is not tried again in a hurry.
      if (failures > 1) await new Promise((resolve) => setTimeout(resolve, retryInMs))
      try {
        await this.recover(true)
        return true
      } catch (error) {
        if (error instanceof FencedError) {
          this.fence(error)
          return false
        }
        this.options.log.warn({ err: error, retryInMs }, 'engine: the database does not answer')
        this.supervisor.send({ type: 'rebuildFailed' })
        if (this.state !== 'stopped') continue
        this.refuseWaiting(error)
        return false
      }
    }
  }

  private async recover(renewing: boolean): Promise<void> {
    const { sql, inbox, intake, mailbox, clock, owner, log } = this.options
    await intake.pause()
    await this.inFlight
    const holding = await takeOver(sql, owner, renewing)
    const last = await inbox.lastPosition()
    this.settleCommitting(holding)
    this.deadlines.clear()
    this.desks.clear()
    this.waitingCommands.push(...[...this.taken, ...mailbox.drain()].filter(isCommand))
    this.taken = []
    const entries = await readUndecided(inbox, holding, this.waitingCommands)
    await this.desks.loadBusy()
    this.waitingCommands.length = 0
    this.holding = holding
    this.position = Math.max(0, ...holding.positions)
    this.supervisor.send({ type: 'takenOver' })
    mailbox.put(entries)
    mailbox.put(followUps(this.desks.all.values(), { at: clock.now(), afterPosition: last }))
    intake.open(holding, last)
    for (const desk of this.desks.all.values()) for (const item of desk.items.values()) this.arm(item)
    if (entries.length > 0)
      log.info({ entries: entries.length }, 'engine: deciding what was acknowledged before')
  }

  /** A commit whose answer was lost either happened, and is announced now, or did not, and is decided again. */
  private settleCommitting(holding: Holding): void {
    const batch = this.committing
    this.committing = undefined
    if (batch === undefined) return
    const [partition] = batch.changes.positions.keys()
    if (partition !== undefined && holding.lastBatches[partition] === batch.id) return this.announce(batch)
    for (const { entry } of batch.answers) entry.committing = false
    this.waitingCommands.unshift(...batch.entries.filter(isCommand))
  }

  private arm(item: RunningItem): void {
    const { tenantId, id } = item.identity
    if (!this.suspects.items.has(id)) this.deadlines.set(tenantId, id, item.deadline)
  }
}

const isCommand = (entry: Entry): entry is CommandEntry => entry.kind === 'command'
