import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Page } from '../../../protocol/resources.ts'
import { service } from '../app/page.ts'

/** A list of the service, read page by page; `change` shows an edit without reading all again. */
export function useList<T extends { id: string }>(path: string) {
  const [items, setItems] = useState<readonly T[] | null>(null)
  const [cursor, setCursor] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)

  const wanted = useRef(path)
  wanted.current = path

  const load = useCallback(
    async (after: string | null) => {
      const join = path.includes('?') ? '&' : '?'
      try {
        const page = await service.get<Page<T>>(after === null ? path : `${path}${join}cursor=${after}`)
        // Another list was asked for meanwhile.
        if (wanted.current !== path) return
        setItems((before) => (after === null ? page.items : [...(before ?? []), ...page.items]))
        setCursor(page.nextCursor)
        setError(null)
      } catch (failure) {
        setError(failure)
      }
    },
    [path],
  )
  useEffect(() => void load(null), [load])

  return {
    items,
    error,
    reload: (): void => void load(null),
    more: cursor === null ? null : (): void => void load(cursor),
    change: (id: string, to: T) =>
      setItems((before) => before?.map((item) => (item.id === id ? to : item)) ?? null),
    add: (item: T) => setItems((before) => [item, ...(before ?? [])]),
    remove: (id: string) => setItems((before) => before?.filter((item) => item.id !== id) ?? null),
  }
}

export type List<T extends { id: string }> = ReturnType<typeof useList<T>>
