import { signal, type ReadonlySignal } from '@preact/signals'

export interface Toast {
  number: number
  text: string
  tone: 'plain' | 'error'
  undo?: () => void
}

const SHOWN_MS = 6_000

const list = signal<readonly Toast[]>([])
let number = 0

export const toasts: ReadonlySignal<readonly Toast[]> = list

/** Says something that needs no answer; `undo` offers the way back for as long as it is shown. */
export function say(text: string, options: { tone?: Toast['tone']; undo?: () => void } = {}): void {
  const toast: Toast = { number: ++number, text, tone: options.tone ?? 'plain' }
  if (options.undo !== undefined) toast.undo = options.undo
  list.value = [...list.value.slice(-2), toast]
  setTimeout(() => dismiss(toast.number), SHOWN_MS)
}

export const dismiss = (toastNumber: number): void => {
  list.value = list.value.filter((toast) => toast.number !== toastNumber)
}
