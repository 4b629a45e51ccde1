import type { ComponentChildren } from 'preact'
import { Icon } from '../ui/Icon.tsx'

interface Props {
  done: boolean
  title: string
  why: string
  children?: ComponentChildren
}

export function Step({ done, title, why, children }: Props) {
  return (
    <li class="step" data-done={done}>
      <span class="step-mark" aria-hidden="true">
        {done && <Icon name="check" />}
      </span>
      <div class="step-text">
        <h2>{title}</h2>
        <p>{why}</p>
      </div>
      <div class="step-act">{children}</div>
    </li>
  )
}
