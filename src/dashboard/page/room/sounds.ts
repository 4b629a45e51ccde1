import { effect, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { RunningItem } from '../live/RunningItem.ts'
import type { Show } from '../live/Show.ts'

const STORAGE_KEY = 'live-commerce.sounds'

/** Off until the seller switches them on. */
export const soundsOn = signal(localStorage.getItem(STORAGE_KEY) === 'on')

let audio: AudioContext | undefined

export function toggleSounds(): void {
  soundsOn.value = !soundsOn.value
  localStorage.setItem(STORAGE_KEY, soundsOn.value ? 'on' : 'off')
  if (soundsOn.value) play([660])
}

/** One sound for a new leader, one for a sale. */
export function useSounds(show: Show): void {
  useEffect(() => {
    let before: RunningItem | null = null
    let endedId: string | null = null
    return effect(() => {
      const item = show.item.value
      const ended = show.justEnded.value
      // An item that the page has only now read has no new leader, however many bids it had.
      const isNewLeader = item?.id === before?.id && item?.leader !== before?.leader
      if (isNewLeader && item?.leader !== null) play([660])
      if (ended !== null && ended.id !== endedId && ended.outcome !== 'no_bids') play([523, 659, 784])
      before = item
      endedId = ended?.id ?? null
    })
  }, [show])
}

function play(tones: readonly number[]): void {
  if (!soundsOn.peek()) return
  const context = (audio ??= new AudioContext())
  tones.forEach((frequency, index) => {
    tone(context, frequency, index * 0.12)
  })
}

function tone(context: AudioContext, frequency: number, delay: number): void {
  const start = context.currentTime + delay
  const oscillator = new OscillatorNode(context, { frequency, type: 'sine' })
  const volume = new GainNode(context, { gain: 0 })
  volume.gain.linearRampToValueAtTime(0.15, start + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3)
  oscillator.connect(volume).connect(context.destination)
  oscillator.start(start)
  oscillator.stop(start + 0.32)
}
