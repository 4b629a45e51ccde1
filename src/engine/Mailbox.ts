import type { Entry } from './entry.ts'

/** Dropping what was taken moves what is left, so it happens now and then while much is left. */
const TAKEN_KEPT_MAX = 4_096

/** The one order: what is taken from it is decided in the order it was put in. */
export class Mailbox {
  private entries: Entry[] = []
  private head = 0
  private waiting: (() => void) | undefined

  get size(): number {
    return this.entries.length - this.head
  }

  put(entries: readonly Entry[]): void {
    for (const entry of entries) this.entries.push(entry)
    this.waiting?.()
  }

  /** Resolves when there is something to take, or when {@link wake} is called. */
  filled(): Promise<void> {
    if (this.size > 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.waiting = () => {
        this.waiting = undefined
        resolve()
      }
    })
  }

  wake(): void {
    this.waiting?.()
  }

  /**
   * The next batch: up to `max` entries, of which only the first may be a command. A command may need rows read for
   * it, and these must be read after everything before it is stored.
   */
  take(max: number): Entry[] {
    const from = this.head
    let to = Math.min(from + max, this.entries.length)
    for (let index = from + 1; index < to; index++) {
      if (this.entries[index]?.kind === 'command') to = index
    }
    const batch = this.entries.slice(from, to)
    this.head = to
    // What was taken must not be kept: what dies young costs the collector nothing.
    if (this.head === this.entries.length || this.head > TAKEN_KEPT_MAX) {
      this.entries = this.entries.slice(this.head)
      this.head = 0
    }
    return batch
  }

  /** Empties the mailbox and returns what was in it. */
  drain(): Entry[] {
    const rest = this.entries.slice(this.head)
    this.entries = []
    this.head = 0
    return rest
  }
}
