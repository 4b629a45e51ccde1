import { signal } from '@preact/signals'
import type { ServerEvent } from '../../../protocol/events.ts'
import type { AuctionItem, Bid } from '../../../protocol/resources.ts'
import { applyEvent, namesNoItem, runningItem, type RunningItem } from '../live/RunningItem.ts'
import { currency } from '../words/format.ts'

/** What the overlay's own address answers with: only what viewers may see. */
export interface OverlayView {
  currency: string
  item: AuctionItem | null
  /** Another item of the same product name runs as well, whose bids look the same among the events. */
  isNameShared: boolean
  bids: Bid[]
}

const ENDED_SHOWN_MS = 8_000
const REREAD_EVERY_MS = 300

/** Reads what the key shows; null once it is revoked. @throws when there is no answer to be had */
export type ReadOverlay = () => Promise<OverlayView | null>

/** The item as the stream shows it: read by the overlay's key when it starts, then kept by its events. */
export class OverlayState {
  readonly item = signal<RunningItem | null>(null)
  /** The winner of the item that has just closed, for a few seconds. */
  readonly ended = signal<{ productName: string; winner: string | null; price: number } | null>(null)
  readonly isRevoked = signal(false)
  readonly #read: ReadOverlay
  /** Events that came while the item is being read; null while it is not. */
  #meanwhile: ServerEvent[] | null = null
  #isNameShared = false
  #rereadTimer: ReturnType<typeof setTimeout> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(read: ReadOverlay) {
    this.#read = read
  }

  /** Reads the item; what happened meanwhile is laid over it. */
  async read(): Promise<void> {
    const meanwhile: ServerEvent[] = (this.#meanwhile = [])
    try {
      const view = await this.#read()
      // A reading that began later knows better.
      if (this.#meanwhile !== meanwhile) return
      if (view === null) this.isRevoked.value = true
      else this.#show(view, meanwhile)
    } finally {
      if (this.#meanwhile === meanwhile) this.#meanwhile = null
    }
  }

  apply(event: ServerEvent): void {
    this.#meanwhile?.push(event)
    const item = this.item.value
    if (event.type === 'auction.started') {
      clearTimeout(this.#timer)
      this.ended.value = null
      this.#readQuietly()
    } else if (event.type === 'auction.ended') {
      if (item?.id !== event.data.id) return
      const { productName, winnerSocialUsername: winner = null, finalPrice: price } = event.data
      this.item.value = null
      this.ended.value = { productName, winner, price }
      this.#timer = setTimeout(() => {
        this.ended.value = null
        // Another show may still have something on offer.
        this.#readQuietly()
      }, ENDED_SHOWN_MS)
    } else if (item !== null) {
      const next = applyEvent(item, event)
      if (next === item) return
      if (this.#isNameShared && namesNoItem(event)) this.#rereadSoon()
      else this.item.value = next
    }
  }

  #rereadSoon(): void {
    if (this.#rereadTimer !== undefined) return
    this.#rereadTimer = setTimeout(() => {
      this.#rereadTimer = undefined
      this.#readQuietly()
    }, REREAD_EVERY_MS)
  }

  #readQuietly(): void {
    void this.read().catch(() => undefined)
  }

  #show(view: OverlayView, meanwhile: readonly ServerEvent[]): void {
    currency.value = view.currency
    const { item, isNameShared } = view
    this.#isNameShared = isNameShared
    const hasEnded = meanwhile.some(({ type, data }) => type === 'auction.ended' && data.id === item?.id)
    const about = meanwhile.filter((event) => !isNameShared || !namesNoItem(event))
    if (about.length < meanwhile.length) this.#rereadSoon()
    this.item.value =
      item === null || hasEnded ? null : about.reduce(applyEvent, runningItem(item, view.bids))
  }
}

/** The public address that answers to the key alone. */
export const overlayReader =
  (key: string): ReadOverlay =>
  async () => {
    const response = await fetch(`/api/v1/overlay/${encodeURIComponent(key)}`)
    if (response.status === 404) return null
    if (!response.ok) throw new Error(`The service answered ${String(response.status)}`)
    return ((await response.json()) as { data: OverlayView }).data
  }
