import { computed, signal } from '@preact/signals'
import type { ServerEvent } from '../../../protocol/events.ts'
import type { Comment, LiveSession, Page, SessionResult } from '../../../protocol/resources.ts'
import type { Reader } from '../app/Service.ts'
import { CommentFeed } from './CommentFeed.ts'
import { CommentRate } from './CommentRate.ts'
import { ItemOnOffer } from './ItemOnOffer.ts'
import { Outcomes } from './Outcomes.ts'
import type { RunningItem } from './RunningItem.ts'
import type { ServerClock } from './ServerClock.ts'
import { SessionResults } from './SessionResults.ts'

const COMMENTS_READ = 100

/**
 * All that the control room shows of one session: read once over REST, then kept by events in the order the service
 * gives them. Whenever the two could disagree, the state is read anew.
 */
export class Show {
  readonly session = signal<LiveSession | null>(null)
  /** The last item that closed while this page watched; what the page celebrates. */
  readonly justEnded = signal<SessionResult | null>(null)
  readonly feed: CommentFeed
  readonly rate: CommentRate
  readonly failure = signal<unknown>(null)
  readonly #sessionId: string
  readonly #service: Reader
  readonly #results: SessionResults
  readonly #onOffer: ItemOnOffer
  readonly #outcomes: Outcomes
  /** What this session came to so far: accepted bids, carts, pieces sold and their sum. */
  readonly sums = computed(() => sumsOf(this.results.value, this.item.value))
  #reading: Promise<void> | null = null
  #isStale = false

  constructor(sessionId: string, service: Reader, clock: ServerClock, feed = new CommentFeed()) {
    this.#sessionId = sessionId
    this.#service = service
    this.feed = feed
    this.rate = new CommentRate(clock)
    this.#results = new SessionResults(sessionId, service)
    this.#onOffer = new ItemOnOffer(sessionId, service, (error) => (this.failure.value = error))
    this.#outcomes = new Outcomes(sessionId, service, feed)
  }

  get item(): ItemOnOffer['current'] {
    return this.#onOffer.current
  }

  get results(): SessionResults['list'] {
    return this.#results.list
  }

  stop(): void {
    this.#onOffer.stop()
    this.#outcomes.stop()
    this.#results.stop()
    this.rate.stop()
  }

  /** Reads the whole state; calls that come meanwhile lead to one more reading, not to many at once. */
  async read(): Promise<void> {
    this.#isStale = true
    this.#reading ??= this.#readUntilFresh().finally(() => (this.#reading = null))
    return this.#reading
  }

  apply(event: ServerEvent): void {
    switch (event.type) {
      case 'comment.new':
        this.feed.append(event.data)
        this.rate.count()
        return this.#outcomes.readSoon()
      case 'bid.new':
        this.feed.accept(event.data)
        break
      case 'auction.ended':
        // Until the new result is read, the one before must not stand in its place.
        if (this.item.value?.id === event.data.id) this.justEnded.value = null
        void this.#ended(event.data.id)
        break
      default:
      // Carts follow from the claims, and the account's state has a place of its own.
    }
    this.#onOffer.apply(event)
  }

  async #readUntilFresh(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false
      try {
        await this.#readAll()
        this.failure.value = null
      } catch (error) {
        this.failure.value = error
      }
    }
  }

  async #readAll(): Promise<void> {
    const path = `/sessions/${this.#sessionId}`
    const newest = this.feed.total
    const [session, comments] = await Promise.all([
      this.#service.get<LiveSession>(path),
      this.#service.get<Page<Comment>>(`${path}/comments?limit=${String(COMMENTS_READ)}`),
      this.#results.read(),
      this.#onOffer.find(),
    ])
    if (this.justEnded.value?.id !== this.results.value[0]?.id) this.justEnded.value = null
    this.feed.reset(comments.items, newest)
    this.rate.seed(comments.items)
    this.session.value = session
  }

  async #ended(id: string): Promise<void> {
    try {
      const ended = await this.#results.ended(id)
      if (ended !== undefined && this.item.value === null) this.justEnded.value = ended
    } catch (error) {
      this.failure.value = error
    }
  }
}

function sumsOf(results: readonly SessionResult[], running: RunningItem | null) {
  const sums = { bids: 0, carts: 0, pieces: 0, total: 0 }
  const add = (bids: number, carts: number, pieces: number, price: number): void => {
    sums.bids += bids
    sums.carts += carts
    sums.pieces += pieces
    sums.total += pieces * price
  }
  for (const { mode, bidsAccepted, claimsAccepted, winnerSocialUsername, finalPrice } of results) {
    const pieces = mode === 'fixed_price' ? claimsAccepted : winnerSocialUsername === null ? 0 : 1
    add(bidsAccepted, claimsAccepted, pieces, finalPrice)
  }
  if (running?.mode === 'auction') add(running.bidCount, 0, 0, 0)
  if (running?.mode === 'fixed_price') add(0, running.claimed, running.claimed, running.price)
  return sums
}
