import { signal } from '@preact/signals'
import type { Comment } from '../../../protocol/resources.ts'
import type { ServerClock } from './ServerClock.ts'

const WINDOW_MS = 60_000
const BUCKET_MS = 1_000

/** How many comments came in the last minute, and how long ago the last one did. */
export class CommentRate {
  readonly perMinute = signal(0)
  /** Service's clock, ms; null while none came. */
  readonly lastAt = signal<number | null>(null)
  readonly #clock: ServerClock
  readonly #buckets = new Map<number, number>()
  readonly #timer: ReturnType<typeof setInterval>

  constructor(clock: ServerClock) {
    this.#clock = clock
    this.#timer = setInterval(() => this.#roll(), BUCKET_MS)
  }

  count(): void {
    const now = this.#clock.now()
    this.#add(now)
    this.lastAt.value = now
  }

  /** Takes over what was recorded before the page opened. */
  seed(comments: readonly Comment[]): void {
    this.#buckets.clear()
    for (const comment of comments) this.#add(Date.parse(comment.receivedAt))
    this.lastAt.value = comments.reduce<number | null>(
      (last, comment) => Math.max(last ?? 0, Date.parse(comment.receivedAt)),
      null,
    )
    this.#roll()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #add(at: number): void {
    const bucket = Math.floor(at / BUCKET_MS)
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + 1)
  }

  #roll(): void {
    const oldest = Math.floor((this.#clock.now() - WINDOW_MS) / BUCKET_MS)
    let sum = 0
    for (const [bucket, count] of this.#buckets) {
      if (bucket <= oldest) this.#buckets.delete(bucket)
      else sum += count
    }
    this.perMinute.value = sum
  }
}
