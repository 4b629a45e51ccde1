import { createEngine, type RunningEngine } from '../../../src/engine/createEngine.ts'
import { createEventBus } from '../../../src/engine/eventBus.ts'
import type { Column } from '../../../src/persistence/columns.ts'
import type { Statement } from '../../../src/persistence/prepared.ts'
import type { Sql } from '../../../src/persistence/sql.ts'
import type { Clock } from '../../../src/runtime/clock.ts'
import { AppError } from '../../../src/runtime/errors.ts'
import { createIds } from '../../../src/runtime/ids.ts'
import { createRandom, type Random } from '../../../src/simulator/random.ts'
import type { Acknowledged, Answered, Committed, Heard } from '../checkers/Evidence.ts'
import { SimulatedConnection, type Call, type Fate, type Switchboard } from './SimulatedConnection.ts'
import { SimulatedTime } from './SimulatedTime.ts'

/** How often a call of the database meets each fate but `works`. */
export type Faults = (call: number, what: string) => Fate

const TURNS_MAX = 5_000
const LIVES_MAX = 200

/** A process of the service as far as it decides: an engine over its own connection. */
export interface Life {
  connection: SimulatedConnection
  clock: Clock
  /** Undefined until it has taken over. */
  engine?: RunningEngine
  isOver: boolean
}

/**
 * Runs engines over one database, one thing at a time: which call of the database comes next, when time passes and
 * what fails is drawn from the seed alone, so that a seed always tells the same story.
 */
export class Simulation implements Switchboard {
  readonly time = new SimulatedTime()
  readonly random: Random
  readonly lives: Life[] = []
  readonly acknowledged: Acknowledged[] = []
  readonly answered: Answered[] = []
  readonly heard: Heard[] = []
  readonly committed: Committed[] = []
  /** What nobody expected: errors that are no refusal of the contract. */
  readonly surprises: string[] = []
  /** Calls of the database so far. */
  calls = 0
  /** Whether the present is spared from faults. */
  isCalm = false
  private readonly sql: Sql
  private readonly faults: Faults
  private readonly waiting: Call[] = []
  private asked = 0

  constructor(seed: string, sql: Sql, faults: Faults) {
    this.random = createRandom(seed)
    this.sql = sql
    this.faults = faults
  }

  /** The process that the world talks to: the newest. Undefined when there is none, or it has not taken over yet. */
  get engine(): RunningEngine | undefined {
    return this.isAlive ? this.lives.at(-1)?.engine : undefined
  }

  /** Whether there is a process that decides, or will once it has read the rows. */
  get isAlive(): boolean {
    const life = this.lives.at(-1)
    return life !== undefined && !life.isOver && !life.connection.isDead
  }

  /** Starts a process; others may go on beside it until they notice. */
  start(): void {
    if (this.lives.length >= LIVES_MAX) throw new Error('The service cannot keep a process running')
    const clock = this.time.clock()
    const connection = new SimulatedConnection(this.sql, this)
    const life: Life = { connection, clock, isOver: false }
    this.lives.push(life)
    const events = createEventBus()
    events.subscribe((tenantId, frames) => {
      for (const frame of frames) this.heard.push({ tenantId, frame, at: this.furthestTime() })
    })
    const ignore = (): void => undefined
    createEngine({
      database: { sql: connection },
      events,
      clock,
      ids: createIds(clock),
      log: { info: ignore, warn: ignore, error: ignore },
      owner: `process ${String(this.lives.length)}`,
      backlogMax: 1_000,
      appendCommentsMax: this.random.pick([1, 3, 1_000]),
      batchEntriesMax: this.random.pick([1, 3, 1_000]),
      commandTimeoutMs: 15_000,
      matchByPlatformId: false,
      wakeOutbox: ignore,
      onFenced: () => (life.isOver = true),
    }).then(
      (engine) => (life.engine = engine),
      () => (life.isOver = true),
    )
  }

  /**
   * Of the clocks of all processes the one that is furthest: a comment that one of them stamped after a deadline ends the
   * item, also where the next process's clock was set back behind it.
   */
  private furthestTime(): number {
    return Math.max(...this.lives.map(({ clock }) => clock.now()))
  }

  /** The process dies as by kill -9. */
  crash(): void {
    this.lives.at(-1)?.connection.die()
  }

  /** Lets the world ask something. Counts until it is answered; `answered` hears of success alone. */
  ask(
    work: (engine: RunningEngine) => Promise<unknown>,
    answered: (value: unknown) => void,
    refused: () => void,
  ): void {
    const life = this.lives.at(-1)
    const engine = this.engine
    if (life === undefined || engine === undefined) return refused()
    this.asked++
    let isOpen = true
    const settle = (say: () => void): void => {
      if (!isOpen) return
      isOpen = false
      this.asked--
      say()
    }
    life.connection.onDeath(() => {
      settle(refused)
    })
    work(engine).then(
      (value) => {
        settle(() => {
          answered(value)
        })
      },
      (error: unknown) => {
        settle(() => {
          if (!(error instanceof AppError) || error.code === 'internal_error')
            this.surprises.push(describe(error))
          refused()
        })
      },
    )
  }

  /** One turn: a call of the database runs, or time passes. */
  async turn(): Promise<void> {
    await this.rest()
    const last = this.lives.at(-1)
    if (last === undefined || last.isOver || last.connection.isDead) this.start()
    else if (this.waiting.length > 0 && (this.isCalm || this.random.chance(0.85))) await this.runCall()
    else await this.passTime()
  }

  /** Turns until nothing is under way: everything asked is answered, everything acknowledged decided. */
  async quiet(): Promise<void> {
    for (let turns = 0; turns < TURNS_MAX; turns++) {
      await this.rest()
      const status = this.engine?.status()
      const isIdle = status?.state === 'running' && status.backlog === 0 && this.time.untilNext !== 0
      if (isIdle && this.asked === 0 && this.waiting.length === 0) return
      await this.turn()
    }
    throw new Error('It does not come to rest')
  }

  /** Time passes without anything being asked; deadlines are met. */
  async pass(ms: number): Promise<void> {
    await this.time.advance(ms, () => this.quiet())
    await this.quiet()
  }

  // The switchboard, as connections see it.
  wait(call: Call): void {
    this.waiting.push(call)
  }
  fate(what: string): Fate {
    this.calls++
    return this.isCalm ? 'works' : this.faults(this.calls, what)
  }
  died(connection: SimulatedConnection): void {
    const calls = this.waiting.filter((call) => call.connection === connection)
    // A statement that was on its way may take effect after its process died; a conversation cannot go on.
    for (const call of calls) {
      const isLost = call.what === 'transaction' || this.random.chance(0.5)
      if (isLost) this.waiting.splice(this.waiting.indexOf(call), 1)
    }
  }
  committedBatch(fence: Statement | undefined): void {
    const [ids, epochs, , batchId] = (fence?.values ?? []) as [Column, Column, Column, string]
    const [epochOf, partitions] = [numbersIn(epochs), numbersIn(ids)]
    this.committed.push({
      batchId,
      epochs: new Map(partitions.map((id, index) => [id, epochOf[index] ?? 0])),
    })
  }

  private async runCall(): Promise<void> {
    const index = this.isCalm ? 0 : this.random.int(this.waiting.length)
    const [call] = this.waiting.splice(index, 1)
    await call?.run()
    await this.rest()
  }

  private async passTime(): Promise<void> {
    const next = this.time.untilNext
    const ms = next !== undefined && this.random.chance(0.7) ? next : this.random.int(3_000)
    await this.time.advance(ms, () => this.rest())
  }

  /** Whatever can go on without the database and without time, goes on. */
  private async rest(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
}

/** The numbers of a column: behind its header of 20 bytes each with its length in bytes before it. */
function numbersIn(column: Column): number[] {
  const numbers: number[] = []
  for (let at = 20; at < column.length;) {
    const bytes = column.readInt32BE(at)
    numbers.push(bytes === 8 ? Number(column.readBigInt64BE(at + 4)) : column.readIntBE(at + 4, bytes))
    at += 4 + bytes
  }
  return numbers
}

/** An error with what caused it. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? String(error) : `${String(error)}, because of ${describe(error.cause)}`
}
