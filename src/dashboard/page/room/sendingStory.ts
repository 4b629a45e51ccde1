import type { Sending } from '../../../protocol/resources.ts'
import { t, tn } from '../words/words.ts'

/** How far the deliveries of one kind came, in a few words. */
export interface Story {
  state: 'done' | 'waiting' | 'failed'
  text: string
}

const lostOf = ({ failed, cancelled }: Sending): number => failed + cancelled

/** Whether the shop was told of an item; null when it has no address, so that there is nothing to tell. */
export function shopStory(sending: Sending): Story | null {
  if (lostOf(sending) > 0) return { state: 'failed', text: t('told.shopFailed') }
  if (sending.pending > 0) return { state: 'waiting', text: t('told.shopWaiting') }
  return sending.delivered > 0 ? { state: 'done', text: t('told.shop') } : null
}

/** Whether the viewers of an item were answered; null when nobody was to be. */
export function repliesStory(sending: Sending): Story | null {
  const lost = lostOf(sending)
  if (lost > 0) return { state: 'failed', text: tn('told.repliesFailed', lost) }
  if (sending.pending > 0) return { state: 'waiting', text: tn('told.repliesWaiting', sending.pending) }
  return sending.delivered > 0 ? { state: 'done', text: tn('told.replies', sending.delivered) } : null
}
