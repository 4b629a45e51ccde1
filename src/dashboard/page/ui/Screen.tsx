import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../words/words.ts'

interface Props {
  title: string
  lead?: string | undefined
  action?: ComponentChildren
  children: ComponentChildren
}

/** A screen with its heading, which takes the focus when the screen opens, so that it is read out. */
export function Screen({ title, lead, action, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`
  }, [title])
  return (
    <section class="screen">
      <header class="screen-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p class="lead">{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}
