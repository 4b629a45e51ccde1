import { signal, type ReadonlySignal } from '@preact/signals'

export interface Toast {
  number: number
  text: string
  tone: 'plain' | 'error'
  undo?: () => void
}

const SHOWN_MS = 6_000

const list = signal<readonly Toast[]>([])
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let number = 0

export const toasts: ReadonlySignal<readonly Toast[]> = list

/**
 * Says something that needs no answer; `undo` offers the way back for as long as it is shown. The same said again takes
 * the place of the first: two alike would look like two things that happened. A way back is never taken away by that.
 */
export function say(text: string, options: { tone?: Toast['tone']; undo?: () => void } = {}): void {
  const toast: Toast = { number: ++number, text, tone: options.tone ?? 'plain' }
  if (options.undo !== undefined) toast.undo = options.undo
  const others = list.value.filter((other) => !isSame(other, toast))
  list.value = [...others.slice(-2), toast]
  release(toast.number)
}

/** Keeps a toast for as long as a hand is on it: what is about to be pressed must not vanish. */
export function hold(toastNumber: number): void {
  clearTimeout(timers.get(toastNumber))
}

/** Lets it go in its time, counted anew. */
export function release(toastNumber: number): void {
  hold(toastNumber)
  timers.set(
    toastNumber,
    setTimeout(() => dismiss(toastNumber), SHOWN_MS),
  )
}

export function dismiss(toastNumber: number): void {
  hold(toastNumber)
  timers.delete(toastNumber)
  list.value = list.value.filter((toast) => toast.number !== toastNumber)
}

const isSame = (one: Toast, other: Toast): boolean =>
  one.text === other.text && one.tone === other.tone && one.undo === undefined && other.undo === undefined
