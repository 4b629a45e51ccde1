import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { LanguageChoice } from '../settings/LanguageChoice.tsx'
import { t } from '../words/words.ts'

/** The page before anybody is signed in. */
export function Door({
  title,
  lead,
  children,
}: {
  title: string
  lead: string
  children: ComponentChildren
}) {
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`
  }, [title])
  return (
    <main class="door">
      <div class="door-sheet">
        <span class="door-mark" aria-hidden="true" />
        <h1>{title}</h1>
        <p class="lead">{lead}</p>
        {children}
      </div>
      <LanguageChoice />
    </main>
  )
}
