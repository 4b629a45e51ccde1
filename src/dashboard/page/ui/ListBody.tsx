import type { ComponentChildren } from 'preact'
import { t } from '../words/words.ts'
import { FormError } from './FormError.tsx'
import type { List } from './useList.ts'

interface Props<T extends { id: string }> {
  list: List<T>
  empty: ComponentChildren
  row: (item: T) => ComponentChildren
  label: string
}

/** The rows of a list, or what stands in their place: waiting, nothing yet, or what went wrong. */
export function ListBody<T extends { id: string }>({ list, empty, row, label }: Props<T>) {
  if (list.error !== null && list.items === null) {
    return (
      <div class="empty">
        <FormError error={list.error} />
        <button type="button" class="button" onClick={list.reload}>
          {t('do.retry')}
        </button>
      </div>
    )
  }
  if (list.items === null) return <div class="waiting" aria-busy="true" />
  if (list.items.length === 0) return <>{empty}</>
  return (
    <>
      <ul class="rows" aria-label={label}>
        {list.items.map((item) => (
          <li key={item.id}>{row(item)}</li>
        ))}
      </ul>
      {list.more !== null && (
        <button type="button" class="button" onClick={list.more}>
          {t('do.loadMore')}
        </button>
      )}
    </>
  )
}
