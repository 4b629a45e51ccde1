import { signal } from '@preact/signals'

const BASE = '/dashboard'

const current = signal(location.pathname)

/** The screen that the address names, such as `/products`; `/` for the start. */
export const screenPath = (): string => current.value.slice(BASE.length).replace(/\/$/, '') || '/'

export const href = (screen: string): string => (screen === '/' ? BASE : BASE + screen)

/** Opens a screen; `replace` leaves no way back to the one before. */
export function go(screen: string, { replace = false }: { replace?: boolean } = {}): void {
  const target = href(screen)
  if (target === location.pathname && location.search === '') return
  if (replace) history.replaceState(null, '', target)
  else history.pushState(null, '', target)
  current.value = location.pathname
  scrollTo(0, 0)
}

/** Lets ordinary links inside the page open screens without loading it anew. */
export function startRouter(): void {
  addEventListener('popstate', () => (current.value = location.pathname))
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.origin !== location.origin) return
    if (link.pathname !== BASE && !link.pathname.startsWith(`${BASE}/`)) return
    event.preventDefault()
    go(link.pathname.slice(BASE.length) || '/')
  })
}
