import { effect } from '@preact/signals'
import type { LiveSession, Product } from '../../../protocol/resources.ts'
import { service } from '../app/page.ts'
import { changeTenant, tenant, type Prepared } from '../app/tenant.ts'
import type { Show } from '../live/Show.ts'
import { t } from '../words/words.ts'

const STORAGE_KEY = 'live-commerce.practice'

/** Whether the service has a stand-in crowd at hand. */
export const isPracticeAvailable = async (): Promise<boolean> =>
  (await service.get<{ available: boolean }>('/practice')).available

/** Opens a live show with something in the row; returns its id. The crowd comes when the first item starts. */
export async function startPractice(products: readonly Product[]): Promise<string> {
  const session = await service.post<LiveSession>('/sessions', { title: t('home.practice') })
  await service.post(`/sessions/${session.id}/start`)
  if ((tenant.value?.settings.prepared ?? []).length === 0) {
    await changeTenant({ settings: { prepared: practiceItems(products) } })
  }
  sessionStorage.setItem(STORAGE_KEY, session.id)
  return session.id
}

/** In a practice show, calls the crowd in whenever an item starts; returns the way to stop that. */
export function bringCrowd(show: Show, sessionId: string): () => void {
  if (sessionStorage.getItem(STORAGE_KEY) !== sessionId) return () => undefined
  let called: string | null = null
  return effect(() => {
    const item = show.item.value
    if (item === null || item.id === called) return
    called = item.id
    const price = Math.ceil(item.price)
    service.post('/practice', { mode: item.mode, price }).catch(() => undefined)
  })
}

function practiceItems(products: readonly Product[]): Prepared[] {
  return products.slice(0, 4).map((product, index) => ({
    productId: product.id,
    mode: index % 2 === 0 ? 'auction' : 'fixed_price',
    price: 20,
    increment: null,
    seconds: 45,
  }))
}
