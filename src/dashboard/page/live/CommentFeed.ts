import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { EventData } from '../../../protocol/events.ts'
import type { Comment } from '../../../protocol/resources.ts'
import { LookAlikes } from './LookAlikes.ts'

/** How a comment was read, as far as it is known. */
export interface Mark {
  outcome: 'bid_accepted' | 'claim_accepted' | 'waitlisted' | 'ignored'
  reason: string | null
  amount: number | null
}

export interface FeedEntry {
  /** Rises by one an entry; the key of its row. */
  number: number
  username: string
  text: string
  timestamp: string
  mark: Mark | null
  /** A viewer who took part and whose name this one resembles. */
  alike: string | null
}

export type FeedFilter = 'all' | 'bids' | 'claims' | 'questions'

const KEPT_MAX = 5_000
/** Trimmed in steps, so that trimming costs nothing an entry. */
const TRIM_STEP = 500
/** How far back an accepted bid looks for its comment. */
const UNMARKED_SEARCH_MAX = 1_500

const QUESTION = /[?？؟;⸮՞፧]/u

/**
 * The comments of the show in the one order the service gave them. Bounded, and announced to the page at most ten
 * times a second however fast they come.
 */
export class CommentFeed {
  #entries: FeedEntry[] = []
  #number = 0
  /** Entries up to this number have their outcome, or will never get one. */
  #settled = 0
  readonly #lookAlikes = new LookAlikes()
  #isScheduled = false
  readonly #schedule: (flush: () => void) => void
  readonly #version = signal(0)
  readonly filter = signal<FeedFilter>('all')
  /** Entries that pass the filter, oldest first. */
  readonly shown: ReadonlySignal<readonly FeedEntry[]> = computed(() => {
    const filter = this.filter.value
    if (this.#version.value === 0) return []
    return filter === 'all' ? this.#entries.slice() : this.#entries.filter((entry) => passes(entry, filter))
  })

  constructor(schedule: (flush: () => void) => void = atNextFrame()) {
    this.#schedule = schedule
  }

  get total(): number {
    return this.#number
  }

  append(comment: EventData['comment.new']): void {
    const { socialUsername: username, text, timestamp } = comment
    const alike = this.#lookAlikes.of(username)
    this.#entries.push({ number: ++this.#number, username, text, timestamp, mark: null, alike })
    if (this.#entries.length > KEPT_MAX + TRIM_STEP) this.#entries = this.#entries.slice(-KEPT_MAX)
    this.#changed()
  }

  /** Marks the comment of an accepted bid or claim: the latest unmarked one of that viewer. */
  accept(bid: EventData['bid.new']): void {
    this.#lookAlikes.took(bid.socialUsername)
    const outcome = bid.bidType === 'bid' ? 'bid_accepted' : 'claim_accepted'
    const at = this.#findUnmarked((entry) => entry.username === bid.socialUsername)
    this.#mark(at, { outcome, reason: null, amount: bid.amount })
  }

  /**
   * Lays recorded outcomes over the comments they belong to, those up to the number `upTo`. What they leave without an
   * outcome gets none: it was said under another show.
   */
  explain(comments: readonly Comment[], upTo: number): void {
    const waiting = marksByKey(comments)
    for (let index = this.#entries.length - 1; index >= 0; index--) {
      const entry = this.#entries[index]
      if (entry === undefined || entry.number <= this.#settled) break
      const mark = waiting.get(keyOf(entry))?.shift()
      if (mark !== undefined && entry.mark === null) this.#mark(index, mark)
    }
    this.#settled = Math.max(this.#settled, upTo)
  }

  /**
   * Puts the recorded comments of a session in place of all: `comments` newest first, read after the entry `since`.
   * Entries that came while they were read stay, unless they are among them.
   */
  reset(comments: readonly Comment[], since = this.#number): void {
    for (const comment of comments) {
      if (comment.outcome === 'bid_accepted' || comment.outcome === 'claim_accepted') {
        this.#lookAlikes.took(comment.socialUsername)
      }
    }
    const recorded = marksByKey(comments)
    const came = this.#entries.filter(
      (entry) => entry.number > since && recorded.get(keyOf(entry))?.shift() === undefined,
    )
    const read = [...comments].reverse().map((comment) => ({
      number: ++this.#number,
      username: comment.socialUsername,
      text: comment.text,
      timestamp: comment.timestamp,
      mark: markOf(comment),
      alike: this.#lookAlikes.of(comment.socialUsername),
    }))
    this.#entries = [...read, ...came.map((entry) => ({ ...entry, number: ++this.#number }))]
    this.#changed()
  }

  /** How many of the latest entries reach back to the oldest one that waits for its outcome; 0 when none does. */
  get unexplained(): number {
    let count = 0
    for (let index = this.#entries.length - 1; index >= 0; index--) {
      const entry = this.#entries[index]
      if (entry === undefined || entry.number <= this.#settled) break
      if (entry.mark === null) count = this.#entries.length - index
    }
    return count
  }

  #findUnmarked(matches: (entry: FeedEntry) => boolean): number {
    const first = Math.max(0, this.#entries.length - UNMARKED_SEARCH_MAX)
    for (let index = this.#entries.length - 1; index >= first; index--) {
      const entry = this.#entries[index]
      if (entry?.mark === null && matches(entry)) return index
    }
    return -1
  }

  /** Replaces the entry, so that a row redraws exactly when its entry changed. */
  #mark(index: number, mark: Mark): void {
    const entry = this.#entries[index]
    if (entry === undefined) return
    this.#entries[index] = { ...entry, mark }
    this.#changed()
  }

  #changed(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#schedule(() => {
      this.#isScheduled = false
      this.#version.value++
    })
  }
}

/** At most so often is the list drawn anew: faster is no easier to read and leaves no time for anything else. */
const DRAW_EVERY_MS = 100

/** The next frame, or the first after the last drawing has stood long enough. A hidden page draws none: a timer stands in. */
function atNextFrame(): (flush: () => void) => void {
  let drawnAt = -Infinity
  return (flush) => {
    const draw = (): void => {
      drawnAt = performance.now()
      flush()
    }
    const wait = drawnAt + DRAW_EVERY_MS - performance.now()
    if (document.visibilityState !== 'visible') setTimeout(draw, DRAW_EVERY_MS)
    else if (wait <= 0) requestAnimationFrame(draw)
    else setTimeout(() => requestAnimationFrame(draw), wait)
  }
}

const keyOf = ({ username, text, timestamp }: Pick<FeedEntry, 'username' | 'text' | 'timestamp'>): string =>
  `${username}\u0000${text}\u0000${timestamp}`

const markOf = ({ outcome, reason, amount }: Comment): Mark | null =>
  outcome === null ? null : { outcome, reason, amount }

/** Recorded outcomes by the words of their comment, twins in the order given; those not decided yet count as none. */
function marksByKey(comments: readonly Comment[]): Map<string, Mark[]> {
  const marks = new Map<string, Mark[]>()
  for (const comment of comments) {
    const mark = markOf(comment)
    if (mark === null) continue
    const key = keyOf({ ...comment, username: comment.socialUsername })
    const twins = marks.get(key)
    if (twins === undefined) marks.set(key, [mark])
    else twins.push(mark)
  }
  return marks
}

function passes(entry: FeedEntry, filter: Exclude<FeedFilter, 'all'>): boolean {
  switch (filter) {
    case 'questions':
      return QUESTION.test(entry.text)
    case 'bids':
      return entry.mark?.outcome === 'bid_accepted' || (entry.mark?.reason?.startsWith('bid_') ?? false)
    case 'claims':
      return (
        entry.mark?.outcome === 'claim_accepted' ||
        entry.mark?.outcome === 'waitlisted' ||
        entry.mark?.reason === 'already_claimed' ||
        entry.mark?.reason === 'claim_on_auction'
      )
  }
}
