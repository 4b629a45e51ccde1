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

/** The item as the stream shows it: read once by the overlay's key, then kept by its events. */
export class OverlayState {
  readonly item = signal<RunningItem | null>(null)
  /** The winner of the item that has just closed, for a few seconds. */
  readonly ended = signal<{ productName: string; winner: string | null; price: number } | null>(null)
  readonly isRevoked = signal(false)
  readonly #key: string
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(key: string) {
    this.#key = key
  }

  async read(): Promise<void> {
    const response = await fetch(`/api/v1/overlay/${encodeURIComponent(this.#key)}`)
    if (response.status === 404) this.isRevoked.value = true
    if (!response.ok) return
    const { data } = (await response.json()) as { data: OverlayView }
    currency.value = data.currency
    this.item.value = data.item === null ? null : runningItem(data.item, data.bids)
  }

  apply(event: ServerEvent): void {
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
}
