import { signal } from '@preact/signals'
import type { ServerEvent } from '../../../protocol/events.ts'
import type { AuctionItem, Bid } from '../../../protocol/resources.ts'
import { applyEvent, runningItem, type RunningItem } from '../live/RunningItem.ts'
import { currency } from '../words/format.ts'

/** What the overlay's own address answers with: only what viewers may see. */
export interface OverlayView {
  currency: string
  item: AuctionItem | null
  bids: Bid[]
}

const ENDED_SHOWN_MS = 8_000

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
      void this.read().catch(() => undefined)
    } else if (event.type === 'auction.ended') {
      if (item?.id !== event.data.id) return
      const { productName, winnerSocialUsername: winner = null, finalPrice: price } = event.data
      this.item.value = null
      this.ended.value = { productName, winner, price }
      this.#timer = setTimeout(() => (this.ended.value = null), ENDED_SHOWN_MS)
    } else if (item !== null) {
      this.item.value = applyEvent(item, event)
    }
  }

  #show(view: OverlayView, meanwhile: readonly ServerEvent[]): void {
    currency.value = view.currency
    const { item } = view
    const hasEnded = meanwhile.some(({ type, data }) => type === 'auction.ended' && data.id === item?.id)
    this.item.value =
      item === null || hasEnded ? null : meanwhile.reduce(applyEvent, runningItem(item, view.bids))
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
