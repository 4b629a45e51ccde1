import { signal } from '@preact/signals'
import { service } from '../app/page.ts'
import type { Prepared } from '../app/tenant.ts'
import type { Show } from '../live/Show.ts'
import type { Activation } from '../../../client/index.ts'
import type { AuctionItem, LiveSession } from '../../../protocol/resources.ts'
import { attempt } from '../ui/errorText.ts'
import { disarm, press } from '../ui/twoPress.ts'
import type { Queue } from './Queue.ts'

export const EXTEND_SECONDS = 15

type Act = 'goLive' | 'end' | 'extend' | 'close' | 'start'

/**
 * What the seller can do in the room, by button or key. Acts are carried out one after the other, in the order of the
 * presses. One that is already under way is not doubled, except for more time: every press of that counts.
 */
export class RoomActions {
  readonly #underWay = signal<ReadonlySet<Act>>(new Set())
  #last: Promise<unknown> = Promise.resolve()
  readonly #show: Show
  readonly #queue: Queue

  constructor(show: Show, queue: Queue) {
    this.#show = show
    this.#queue = queue
  }

  isUnderWay(act: Act): boolean {
    return this.#underWay.value.has(act)
  }

  get canStart(): boolean {
    const isLive = this.#show.session.value?.status === 'live'
    return (
      isLive && this.#show.item.value === null && this.#queue.next !== undefined && !this.isUnderWay('start')
    )
  }

  goLive = (): Promise<void> => this.#act('goLive', () => this.#changeSession('start'))

  end = (): Promise<void> => this.#act('end', () => this.#changeSession('end'))

  extend = (): Promise<void> =>
    this.#act('extend', async () => {
      const item = this.#show.item.value
      if (item !== null)
        await service.put<AuctionItem>(`/auctions/${item.id}/extend`, { seconds: EXTEND_SECONDS })
    })

  close = (): Promise<void> =>
    this.#act('close', async () => {
      const item = this.#show.item.value
      if (item !== null) await service.put<AuctionItem>(`/auctions/${item.id}/close`)
    })

  startNext = (): Promise<void> =>
    this.#act('start', async () => {
      const next = this.#queue.next
      const session = this.#show.session.value
      if (next === undefined || session === null) return
      await service.post<AuctionItem>('/auctions/activate', activation(session.id, next))
      this.#queue.remove(next)
    })

  pressClose = (): void => {
    if (this.#show.item.value !== null) press('close', () => void this.close())
  }

  pressStart = (): void => {
    if (this.canStart) press('start', () => void this.startNext())
  }

  choose = (index: number): void => {
    disarm()
    this.#queue.choose(index)
  }

  async #changeSession(act: 'start' | 'end'): Promise<void> {
    const id = this.#show.session.value?.id
    if (id === undefined) return
    this.#show.session.value = await service.post<LiveSession>(`/sessions/${id}/${act}`)
  }

  async #act(act: Act, work: () => Promise<void>): Promise<void> {
    if (act !== 'extend' && this.isUnderWay(act)) return
    this.#underWay.value = new Set([...this.#underWay.value, act])
    const done = this.#last.then(() => attempt(work))
    this.#last = done
    await done
    this.#underWay.value = new Set([...this.#underWay.value].filter((other) => other !== act))
  }
}

const activation = (
  liveSessionId: string,
  { productId, mode, price, increment, seconds }: Prepared,
): Activation => ({
  productId,
  liveSessionId,
  mode,
  startingPrice: price,
  ...(increment === null ? {} : { minBidIncrement: increment }),
  ...(seconds === null ? {} : { timeLimitSeconds: seconds }),
})
