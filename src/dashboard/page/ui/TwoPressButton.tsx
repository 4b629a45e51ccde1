import type { ComponentChildren } from 'preact'
import { armedAct, press } from './twoPress.ts'

interface Props {
  /** Name of the act, shared with its key. */
  act: string
  onConfirm: () => void
  /** Said in place of the label once armed. */
  confirm: string
  class?: string
  disabled?: boolean
  keys?: string
  children: ComponentChildren
}

export function TwoPressButton({
  act,
  onConfirm,
  confirm,
  disabled = false,
  keys,
  children,
  ...rest
}: Props) {
  const isArmed = armedAct.value === act
  return (
    <button
      type="button"
      class={`button two-press ${rest.class ?? ''}`}
      data-armed={isArmed}
      disabled={disabled}
      onClick={() => press(act, onConfirm)}
    >
      <span class="two-press-labels">
        <span aria-hidden={isArmed}>{children}</span>
        <span aria-hidden={!isArmed}>{confirm}</span>
      </span>
      {keys !== undefined && <kbd aria-hidden="true">{keys}</kbd>}
    </button>
  )
}
