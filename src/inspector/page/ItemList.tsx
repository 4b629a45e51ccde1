import { useEffect, useState } from 'preact/hooks'
import { service } from '../../dashboard/page/app/page.ts'
import { tenant, readTenant } from '../../dashboard/page/app/tenant.ts'
import { attempt } from '../../dashboard/page/ui/errorText.ts'
import { Empty } from '../../dashboard/page/ui/Empty.tsx'
import type { Page } from '../../protocol/resources.ts'
import { actors, isImported, recording, select, selectedId, type LiveActor } from './inspected.ts'
import { ImportButton } from './ImportButton.tsx'

/** An item as the service's list shows it. */
interface ListedItem {
  id: string
  tenantId: string
  shopName: string
  productName: string
  status: string
  activatedAt: string
}

const STATES = ['all', 'running', 'sold', 'cancelled'] as const
type StateFilter = (typeof STATES)[number]

const isRunning = (status: string): boolean => status === 'active' || status === 'countdown'
const SEARCH_AFTER_MS = 200

/** What can be looked into: found by product name, item id or state; those that run come first. */
export function ItemList() {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<StateFilter>('all')
  const [listed, setListed] = useState<readonly ListedItem[] | null>(null)
  const [cursor, setCursor] = useState<string | null>(null)
  const query = new URLSearchParams({
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(filter === 'sold' || filter === 'cancelled' ? { status: filter } : {}),
  }).toString()

  const read = (after: string | null): Promise<boolean> =>
    attempt(async () => {
      const path = `/inspector/items?${query}${after === null ? '' : `&cursor=${after}`}`
      const page = await service.get<Page<ListedItem>>(path)
      setListed((before) => [...(after === null ? [] : (before ?? [])), ...page.items])
      setCursor(page.nextCursor)
    })
  useEffect(() => {
    const timer = setTimeout(() => void read(null), listed === null ? 0 : SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [query])
  useEffect(() => {
    if (tenant.value === null) void attempt(readTenant)
  }, [])

  const rows = merged(listed ?? [], actors.value, search).filter(({ status }) =>
    filter === 'all' ? true : filter === 'running' ? isRunning(status) : status === filter,
  )
  return (
    <nav class="items" aria-label="Items">
      <input
        type="search"
        aria-label="Find an item by product, id or state"
        placeholder="Product or item id"
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      <div class="filters" role="group" aria-label="State">
        {STATES.map((one) => (
          <button key={one} type="button" aria-pressed={one === filter} onClick={() => setFilter(one)}>
            {one}
          </button>
        ))}
      </div>
      {isImported.value && recording.value !== null && (
        <p class="imported-row">
          <b>{recording.value.product.name}</b>
          <span class="badge">from a file</span>
        </p>
      )}
      {rows.length === 0 && listed !== null ? (
        <Empty title="No item here" why={emptyWhy(search, filter)} />
      ) : (
        <ul class="item-rows">
          {rows.map((row) => (
            <li key={row.id}>
              <Row row={row} />
            </li>
          ))}
          {cursor !== null && (
            <li>
              <button type="button" class="button small wide" onClick={() => void read(cursor)}>
                Show more
              </button>
            </li>
          )}
        </ul>
      )}
      <ImportButton />
    </nav>
  )
}

const emptyWhy = (search: string, filter: StateFilter): string =>
  search !== ''
    ? 'Nothing fits the search. Try less of the name, or the item’s id.'
    : filter === 'running'
      ? 'Nothing runs. Start an item in the control room, and it shows up here by itself.'
      : 'Start an item in the control room, or open a recording from a file.'

function Row({ row }: { row: ListedItem }) {
  const isOpen = row.id === selectedId.value && !isImported.value
  const isForeign = tenant.value !== null && row.tenantId !== tenant.value.id
  return (
    <button
      type="button"
      class="item-row"
      aria-current={isOpen ? 'true' : undefined}
      onClick={() => void select(row.id)}
    >
      <span class="item-name">{row.productName}</span>
      <span class="item-state" data-state={row.status}>
        {row.status}
      </span>
      <span class="item-when">
        {new Date(row.activatedAt).toLocaleString('en', { dateStyle: 'short', timeStyle: 'short' })}
        {isForeign && row.shopName !== '' && ` · ${row.shopName}`}
      </span>
    </button>
  )
}

/** The service's list, with what the topic knows better; what runs first, then the newest. */
function merged(
  listed: readonly ListedItem[],
  live: ReadonlyMap<string, LiveActor>,
  search: string,
): ListedItem[] {
  const rows = new Map(listed.map((row) => [row.id, row]))
  const wanted = search.trim().toLowerCase()
  for (const { item } of live.values()) {
    const { id, productName, tenantId, status, activatedAt } = item
    const isWanted = [productName.toLowerCase(), id, status].some((text) => text.includes(wanted))
    const known = rows.get(id)
    if (known === undefined && !isWanted) continue
    const at = new Date(activatedAt).toISOString()
    rows.set(id, { shopName: '', ...known, id, tenantId, productName, status, activatedAt: at })
  }
  const rank = ({ status }: ListedItem): number => (isRunning(status) ? 0 : 1)
  return [...rows.values()].sort((a, b) => rank(a) - rank(b) || b.activatedAt.localeCompare(a.activatedAt))
}
