import { useEffect } from 'preact/hooks'
import { SignIn } from '../../dashboard/page/account/SignIn.tsx'
import { account } from '../../dashboard/page/app/page.ts'
import { Toasts } from '../../dashboard/page/ui/Toasts.tsx'
import { ChartView } from './ChartView.tsx'
import { DetailPanel } from './DetailPanel.tsx'
import { selectedId, topic } from './inspected.ts'
import { ItemList } from './ItemList.tsx'
import { Timeline } from './Timeline.tsx'

/** The page: items on the left, the chart in the middle, what is behind it on the right, time below. */
export function Inspector() {
  return (
    <>
      {account.signedIn.value ? <Rooms /> : <SignIn />}
      <Toasts />
    </>
  )
}

const LINKS = { connecting: 'Connecting …', live: 'Live', lost: 'Not live: reconnecting …' }

function Rooms() {
  useEffect(() => {
    document.title = 'Inspector'
  }, [])
  const state = topic.state.value
  return (
    <div class="inspector">
      <header class="inspector-head">
        <h1>Inspector</h1>
        <p class="link-state" role="status" data-state={state}>
          {LINKS[state]}
        </p>
        <a href="/dashboard">Control room</a>
      </header>
      <ItemList />
      <main class="inspector-main">
        <ChartView />
        {selectedId.value !== null && <Timeline />}
      </main>
      <DetailPanel />
    </div>
  )
}
