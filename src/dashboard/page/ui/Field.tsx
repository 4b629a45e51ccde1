import type { ComponentChildren, JSX, TargetedEvent } from 'preact'
import { useId } from 'preact/hooks'

interface Props {
  label: string
  name: string
  hint?: string | undefined
  /** What is wrong with it, in the page's words or the service's. */
  error?: string | undefined
  type?: 'text' | 'email' | 'password' | 'number' | 'url'
  inputMode?: 'decimal' | 'email' | 'numeric'
  autocomplete?: string
  placeholder?: string
  defaultValue?: string
  value?: string
  min?: string
  max?: string
  step?: string
  maxLength?: number
  required?: boolean
  onInput?: (event: TargetedEvent<HTMLInputElement>) => void
  onChange?: (event: TargetedEvent<HTMLInputElement>) => void
}

/** A labelled input whose hint and error are read out with it. */
export function Field({ label, hint, error, type = 'text', ...input }: Props) {
  const id = useId()
  const notes = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`]
    .join(' ')
    .trim()
  // The typings tie each input type to its own roles; a type that is chosen at run time fits none of them exactly.
  const attributes = {
    id,
    type,
    'aria-describedby': notes === '' ? undefined : notes,
    'aria-invalid': error !== undefined,
    ...input,
  } as JSX.IntrinsicElements['input']
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input {...attributes} />
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

/** A label around any other control. */
export function Labelled({
  label,
  children,
  hint,
}: {
  label: string
  hint?: string
  children: ComponentChildren
}) {
  return (
    <label class="field">
      <span class="label">{label}</span>
      {children}
      {hint !== undefined && <span class="hint">{hint}</span>}
    </label>
  )
}
