import type { Clock } from '../runtime/clock.ts'

/** Timers longer than this overflow Node's 32-bit delay and fire at once; longer waits go in steps. */
const STEP_MS_MAX = 2 ** 31 - 1

interface Deadline {
  at: number
  tenantId: string
  itemId: string
}

/**
 * The next deadline of every running item, behind one timer: a binary heap over absolute times.
 * A deadline that was moved stays in the heap and is passed over when its turn comes.
 */
export class Deadlines {
  private readonly heap: Deadline[] = []
  private readonly armed = new Map<string, number>()
  private timer: NodeJS.Timeout | undefined
  private readonly clock: Clock
  private readonly onDue: (due: readonly Deadline[]) => void

  constructor(clock: Clock, onDue: (due: readonly Deadline[]) => void) {
    this.clock = clock
    this.onDue = onDue
  }

  /** Sets, moves or (with null) removes an item's deadline. */
  set(tenantId: string, itemId: string, at: number | null): void {
    if (at === null) {
      this.armed.delete(itemId)
      return
    }
    if (this.armed.get(itemId) === at) return
    this.armed.set(itemId, at)
    this.push({ at, tenantId, itemId })
    if (this.heap[0]?.itemId === itemId) this.arm()
  }

  clear(): void {
    clearTimeout(this.timer)
    this.heap.length = 0
    this.armed.clear()
  }

  private arm(): void {
    clearTimeout(this.timer)
    const next = this.heap[0]
    if (next === undefined) return
    const delay = Math.min(Math.max(0, next.at - this.clock.now()), STEP_MS_MAX)
    this.timer = setTimeout(() => {
      this.fire()
    }, delay)
  }

  private fire(): void {
    const now = this.clock.now()
    const due: Deadline[] = []
    for (let next = this.heap[0]; next !== undefined && next.at <= now; next = this.heap[0]) {
      this.pop()
      if (this.armed.get(next.itemId) !== next.at) continue
      this.armed.delete(next.itemId)
      due.push(next)
    }
    if (due.length > 0) this.onDue(due)
    this.arm()
  }

  private push(deadline: Deadline): void {
    let index = this.heap.push(deadline) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      const above = this.heap[parent]
      if (above === undefined || above.at <= deadline.at) break
      this.heap[index] = above
      index = parent
    }
    this.heap[index] = deadline
  }

  private pop(): void {
    const last = this.heap.pop()
    if (last === undefined || this.heap.length === 0) return
    let index = 0
    for (;;) {
      const left = 2 * index + 1
      const leftAt = this.heap[left]?.at ?? Infinity
      const rightAt = this.heap[left + 1]?.at ?? Infinity
      const child = rightAt < leftAt ? left + 1 : left
      const below = this.heap[child]
      if (below === undefined || below.at >= last.at) break
      this.heap[index] = below
      index = child
    }
    this.heap[index] = last
  }
}
