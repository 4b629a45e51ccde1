import { computed, signal } from '@preact/signals'
import { changeTenant, tenant, type Prepared } from '../app/tenant.ts'
import { attempt } from '../ui/errorText.ts'

export const PREPARED_MAX = 40

/** The row of items that come next. It is kept with the shop, so that it is there on every device. */
export class Queue {
  readonly items = computed<readonly Prepared[]>(() => tenant.value?.settings.prepared ?? [])
  readonly #chosen = signal(0)
  /** Index of the item that starts next. */
  readonly chosen = computed(() => Math.min(this.#chosen.value, Math.max(0, this.items.value.length - 1)))

  get next(): Prepared | undefined {
    return this.items.value[this.chosen.value]
  }

  choose(index: number): void {
    if (index < this.items.value.length) this.#chosen.value = index
  }

  add(item: Prepared): Promise<boolean> {
    return this.#store([...this.items.value, item].slice(0, PREPARED_MAX))
  }

  /** Takes an item out and returns the way to put it back where it was. */
  remove(item: Prepared): () => void {
    const before = this.items.value
    void this.#store(before.filter((other) => other !== item))
    return () => void this.#store(before)
  }

  /** Shown at once; put back when the service does not take it. */
  #store(items: readonly Prepared[]): Promise<boolean> {
    const shop = tenant.value
    if (shop === null) return Promise.resolve(false)
    tenant.value = { ...shop, settings: { ...shop.settings, prepared: [...items] } }
    return attempt(async () => {
      try {
        await changeTenant({ settings: { prepared: [...items] } })
      } catch (error) {
        tenant.value = shop
        throw error
      }
    })
  }
}
