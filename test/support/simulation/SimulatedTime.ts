import type { Clock } from '../../../src/runtime/clock.ts'

/** The longest delay that Node takes; a longer one would fire at once. */
const DELAY_MS_MAX = 2 ** 31 - 1

interface Timer {
  at: number
  run: () => void
  /** Nothing of simulated time keeps a process alive. */
  unref(): Timer
}

/**
 * Time that only moves when told to. While installed, `setTimeout` of the whole process waits for it, so that retries,
 * time limits and deadlines happen at their simulated moment and take no real time.
 */
export class SimulatedTime {
  /** Ms since the simulation began; never goes back. */
  elapsed = 0
  private wall = Date.UTC(2026, 0, 1, 12)
  private readonly timers = new Set<Timer>()
  private readonly real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout }

  install(): void {
    const set = (run: () => void, delay = 0): Timer => {
      if (delay > DELAY_MS_MAX) throw new RangeError(`Node fires a timer of ${String(delay)} ms at once`)
      const timer: Timer = { at: this.elapsed + Math.max(0, delay), run, unref: () => timer }
      this.timers.add(timer)
      return timer
    }
    const clear = (timer: Timer | NodeJS.Timeout | undefined): void => {
      // One that was set before the installation is real.
      if (!this.timers.delete(timer as Timer)) this.real.clearTimeout(timer as NodeJS.Timeout | undefined)
    }
    globalThis.setTimeout = set as unknown as typeof setTimeout
    globalThis.clearTimeout = clear as unknown as typeof clearTimeout
  }

  uninstall(): void {
    globalThis.setTimeout = this.real.setTimeout
    globalThis.clearTimeout = this.real.clearTimeout
    this.timers.clear()
  }

  /** The clock of a process that starts now: it reads the wall once and then counts, as the service's own does. */
  clock(): Clock {
    const wallAtStart = this.wall
    const elapsedAtStart = this.elapsed
    return { now: () => wallAtStart + this.elapsed - elapsedAtStart }
  }

  /** What a clock that starts now would read. */
  get now(): number {
    return this.wall
  }

  /** Steps the wall clock, forward or back, as an operator or NTP does. */
  jumpWall(ms: number): void {
    this.wall += ms
  }

  /** Ms until the next timer is due; undefined when none is set. */
  get untilNext(): number | undefined {
    let next: number | undefined
    for (const { at } of this.timers) if (next === undefined || at < next) next = at
    return next === undefined ? undefined : Math.max(0, next - this.elapsed)
  }

  /** Lets time pass; each timer runs at its moment, and `between` lets what it set off come to rest. */
  async advance(ms: number, between: () => Promise<void>): Promise<void> {
    const until = this.elapsed + ms
    for (;;) {
      const due = [...this.timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (due === undefined) break
      this.move(due.at)
      this.timers.delete(due)
      due.run()
      await between()
    }
    this.move(until)
  }

  private move(to: number): void {
    this.wall += Math.max(0, to - this.elapsed)
    this.elapsed = Math.max(this.elapsed, to)
  }
}
