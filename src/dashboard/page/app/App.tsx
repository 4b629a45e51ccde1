import { useEffect } from 'preact/hooks'
import { SignIn } from '../account/SignIn.tsx'
import { SignUp } from '../account/SignUp.tsx'
import { NewKeys, shownKeys } from '../account/NewKeys.tsx'
import { ControlRoom } from '../room/ControlRoom.tsx'
import { Home } from '../start/Home.tsx'
import { attempt } from '../ui/errorText.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { lazy } from './lazy.tsx'
import { account } from './page.ts'
import { screenPath } from './router.ts'
import { Shell } from './Shell.tsx'
import { readTenant, tenant } from './tenant.ts'

const SCREENS = {
  '/': Home,
  '/products': lazy(() => import('../shop/Products.tsx').then((m) => m.Products)),
  '/shows': lazy(() => import('../shop/Sessions.tsx').then((m) => m.Sessions)),
  '/results': lazy(() => import('../shop/Results.tsx').then((m) => m.Results)),
  '/viewers': lazy(() => import('../shop/Viewers.tsx').then((m) => m.Viewers)),
  '/deliveries': lazy(() => import('../shop/Deliveries.tsx').then((m) => m.Deliveries)),
  '/settings': lazy(() => import('../settings/Settings.tsx').then((m) => m.Settings)),
} as const

const ROOM = /^\/room\/([\w-]+)$/

/** Which screen the address asks for; those of the shop only for somebody signed in. */
export function App() {
  return (
    <>
      <Opened />
      <Toasts />
    </>
  )
}

function Opened() {
  const screen = screenPath()
  if (!account.signedIn.value) return screen === '/sign-up' ? <SignUp /> : <SignIn />
  if (shownKeys.value !== null) return <NewKeys keys={shownKeys.value} />
  return <SignedIn screen={screen} />
}

function SignedIn({ screen }: { screen: string }) {
  useEffect(() => {
    if (tenant.value === null) void attempt(readTenant)
  }, [])
  const room = ROOM.exec(screen)?.[1]
  if (room !== undefined) return <ControlRoom key={room} sessionId={room} />
  const Screen = screen in SCREENS ? SCREENS[screen as keyof typeof SCREENS] : Home
  return (
    <Shell screen={screen}>
      {tenant.value === null ? <div class="waiting" aria-busy="true" /> : <Screen />}
    </Shell>
  )
}
