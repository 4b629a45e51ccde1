import { signal, type ReadonlySignal } from '@preact/signals'

const ARMED_MS = 2_500

const armed = signal<string | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

/** The act that waits for its second press; null while none does. */
export const armedAct: ReadonlySignal<string | null> = armed

/**
 * First press arms an act, a second one within two and a half seconds carries it out: a slip of the hand ends no item.
 * Buttons and keys share it, so that they can be mixed.
 */
export function press(act: string, carryOut: () => void): void {
  clearTimeout(timer)
  if (armed.value === act) {
    armed.value = null
    return carryOut()
  }
  armed.value = act
  timer = setTimeout(disarm, ARMED_MS)
}

export function disarm(): void {
  clearTimeout(timer)
  armed.value = null
}
