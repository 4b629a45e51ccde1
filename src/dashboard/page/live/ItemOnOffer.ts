import { signal } from '@preact/signals'
import type { ServerEvent } from '../../../protocol/events.ts'
import type { AuctionItem, Bid, Page } from '../../../protocol/resources.ts'
import type { Reader } from '../app/Service.ts'
import {
  applyEvent,
  isRunning,
  namesNoItem,
  runningItem,
  waitlistOf,
  type RunningItem,
} from './RunningItem.ts'

const WAITLIST_EVERY_MS = 2_000
const REREAD_EVERY_MS = 300

/**
 * The item that one session has on offer: read over REST when it starts, then kept by events. Events of a bid name the
 * product and no item; while another session offers one of the same name, each of them has the item read anew instead.
 */
export class ItemOnOffer {
  readonly current = signal<RunningItem | null>(null)
  /** Names on offer in other sessions of the shop, or not yet known to be in this one, by item. */
  readonly #elsewhere = new Map<string, string>()
  readonly #sessionId: string
  readonly #service: Reader
  readonly #onFailure: (error: unknown) => void
  /** Events that came while an item is being read; null when none is. */
  #meanwhile: ServerEvent[] | null = null
  #rereadTimer: ReturnType<typeof setTimeout> | undefined
  #waitlistTimer: ReturnType<typeof setTimeout> | undefined

  constructor(sessionId: string, service: Reader, onFailure: (error: unknown) => void) {
    this.#sessionId = sessionId
    this.#service = service
    this.#onFailure = onFailure
  }

  stop(): void {
    clearTimeout(this.#rereadTimer)
    clearTimeout(this.#waitlistTimer)
  }

  /** Finds what is on offer, here and elsewhere. @throws RequestError */
  async find(): Promise<void> {
    const statuses = ['active', 'countdown'] as const
    const pages = await Promise.all(
      statuses.map((status) => this.#service.get<Page<AuctionItem>>(`/auctions?status=${status}&limit=100`)),
    )
    const running = pages.flatMap(({ items }) => items)
    const isHere = (item: AuctionItem): boolean => item.liveSessionId === this.#sessionId
    this.#elsewhere.clear()
    for (const item of running) if (!isHere(item)) this.#elsewhere.set(item.id, item.product?.name ?? '')
    const here = running.find(isHere)
    if (here === undefined) this.current.value = null
    else await this.#read(here.id)
  }

  apply(event: ServerEvent): void {
    this.#meanwhile?.push(event)
    const item = this.current.value
    if (event.type === 'auction.started') {
      this.#elsewhere.set(event.data.id, event.data.productName)
      void this.#read(event.data.id).catch(this.#onFailure)
    } else if (event.type === 'auction.ended') {
      this.#elsewhere.delete(event.data.id)
      if (item?.id === event.data.id) this.current.value = null
    } else if (item !== null) {
      const next = applyEvent(item, event)
      if (next === item) return
      if (namesNoItem(event) && this.#isOfferedElsewhere(item)) this.#rereadSoon(item.id)
      else this.current.value = next
    }
  }

  #isOfferedElsewhere(item: RunningItem): boolean {
    return [...this.#elsewhere.values()].some((name) => name === item.productName)
  }

  /** Reads an item; shows it when it runs in this session. What happened meanwhile is laid over it. */
  async #read(id: string): Promise<void> {
    const meanwhile: ServerEvent[] = (this.#meanwhile = [])
    try {
      const [item, bids] = await Promise.all([
        this.#service.get<AuctionItem>(`/auctions/${id}`),
        this.#service.get<Bid[]>(`/auctions/${id}/bids`),
      ])
      if (item.liveSessionId !== this.#sessionId) return
      this.#elsewhere.delete(id)
      const hasEnded = meanwhile.some((event) => event.type === 'auction.ended' && event.data.id === id)
      // A reading that began later knows better.
      if (!isRunning(item) || hasEnded || this.#meanwhile !== meanwhile) return
      const read = runningItem(item, bids)
      // Those that may be about another item have it read once more instead.
      const isShared = this.#isOfferedElsewhere(read)
      this.current.value = meanwhile
        .filter((event) => !isShared || !namesNoItem(event))
        .reduce(applyEvent, read)
      this.#followWaitlist()
    } finally {
      if (this.#meanwhile === meanwhile) this.#meanwhile = null
    }
  }

  #rereadSoon(id: string): void {
    this.#rereadTimer ??= setTimeout(() => {
      this.#rereadTimer = undefined
      if (this.current.value?.id === id) this.#read(id).catch(this.#onFailure)
    }, REREAD_EVERY_MS)
  }

  /** Asks for those who claimed after the stock was gone; there is no event for them. */
  #followWaitlist(): void {
    clearTimeout(this.#waitlistTimer)
    this.#waitlistTimer = setTimeout(() => {
      const item = this.current.value
      if (item?.mode !== 'fixed_price') return
      const again = (): void => this.#followWaitlist()
      if (item.claimed < item.stock) again()
      else this.#readWaitlist(item.id).then(again, again)
    }, WAITLIST_EVERY_MS)
  }

  async #readWaitlist(id: string): Promise<void> {
    const bids = await this.#service.get<Bid[]>(`/auctions/${id}/bids`)
    const item = this.current.value
    if (item?.id === id) this.current.value = { ...item, waitlist: waitlistOf(bids) }
  }
}
