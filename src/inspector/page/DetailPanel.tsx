import { useState } from 'preact/hooks'
import { Empty } from '../../dashboard/page/ui/Empty.tsx'
import { EventStream } from './EventStream.tsx'
import { selectedId } from './inspected.ts'
import { StatePanel } from './StatePanel.tsx'

const TABS = ['State', 'Events'] as const

/** What is behind the lit state: the context, and the events that led there. */
export function DetailPanel() {
  const [open, setOpen] = useState<(typeof TABS)[number]>('State')
  if (selectedId.value === null) {
    return (
      <aside class="detail" aria-label="Details">
        <Empty
          title="Choose an item"
          why="On the left: what runs now, and what has ended. Its states light up in the chart, and every event says why it came out as it did."
        />
      </aside>
    )
  }
  const turn = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const next = open === 'State' ? 'Events' : 'State'
    setOpen(next)
    document.getElementById(`tab-${next}`)?.focus()
  }
  return (
    <aside class="detail" aria-label="Details">
      <div class="tabs" role="tablist" aria-label="Details" onKeyDown={turn}>
        {TABS.map((tab) => (
          <button
            key={tab}
            id={`tab-${tab}`}
            type="button"
            role="tab"
            aria-selected={tab === open}
            aria-controls="tab-panel"
            tabIndex={tab === open ? 0 : -1}
            onClick={() => setOpen(tab)}
          >
            {tab}
          </button>
        ))}
      </div>
      <div id="tab-panel" class="tab-panel" role="tabpanel" tabIndex={0} aria-labelledby={`tab-${open}`}>
        {open === 'State' ? <StatePanel /> : <EventStream />}
      </div>
    </aside>
  )
}
