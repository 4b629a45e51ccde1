import { useEffect, useRef, useState } from 'preact/hooks'
import { service } from '../app/page.ts'

/** Resources that rows refer to by id, each fetched once; absent until it came or when it cannot be had. */
export function useNames<T>(ids: readonly string[], pathOf: (id: string) => string): ReadonlyMap<string, T> {
  const [known, setKnown] = useState<ReadonlyMap<string, T>>(new Map())
  const asked = useRef(new Set<string>())
  const key = ids.join()
  useEffect(() => {
    for (const id of ids) {
      if (asked.current.has(id)) continue
      asked.current.add(id)
      service.get<T>(pathOf(id)).then(
        (resource) => setKnown((before) => new Map(before).set(id, resource)),
        () => undefined,
      )
    }
    // The ids as one text: a new array of the same ids asks for nothing.
  }, [key])
  return known
}
