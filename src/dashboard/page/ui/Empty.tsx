import type { ComponentChildren } from 'preact'

/** An empty place that says what to do next. */
export function Empty({
  title,
  why,
  children,
}: {
  title: string
  why: string
  children?: ComponentChildren
}) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      <p>{why}</p>
      {children}
    </div>
  )
}
