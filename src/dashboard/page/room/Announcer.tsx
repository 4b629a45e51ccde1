import { useEffect, useState } from 'preact/hooks'
import { effect } from '@preact/signals'
import type { Show } from '../live/Show.ts'
import { money } from '../words/format.ts'
import { t } from '../words/words.ts'
import { soldText } from './Idle.tsx'

const PAUSE_MS = 4_000

/**
 * Says the course of the item to a screen reader: who leads and who won. Changes that come quickly are said once, as
 * the last of them stands, so that the voice never runs behind the show.
 */
export function Announcer({ show }: { show: Show }) {
  const [text, setText] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let saidAt = -Infinity
    const stop = effect(() => {
      const next = describe(show)
      clearTimeout(timer)
      const wait = Math.max(0, saidAt + PAUSE_MS - performance.now())
      timer = setTimeout(() => {
        saidAt = performance.now()
        setText(next)
      }, wait)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [show])
  return (
    <p class="visually-hidden" role="status">
      {text}
    </p>
  )
}

function describe(show: Show): string {
  const item = show.item.value
  const ended = show.justEnded.value
  if (item === null) return ended === null ? '' : `${ended.productName}: ${soldText(ended)}`
  if (item.mode === 'fixed_price') {
    return `${item.productName}: ${t('room.claimed', { claimed: item.claimed, stock: item.stock })}`
  }
  const lead = item.leader === null ? t('room.noLeader') : `@${item.leader}`
  return `${item.productName}: ${money(item.price)}, ${lead}`
}
