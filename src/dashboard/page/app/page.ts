import { effect } from '@preact/signals'
import type { ServerEvent } from '../../../protocol/events.ts'
import { Account } from '../account/Account.ts'
import { LiveSocket } from '../live/LiveSocket.ts'
import { ServerClock } from '../live/ServerClock.ts'
import { Service } from './Service.ts'

/** What lives as long as the page does: the account, the service's interface, its clock and the live connection. */
export const account = new Account()
export const service = new Service(account)
export const clock = new ServerClock()

interface Listener {
  onEvent: (event: ServerEvent) => void
  onResync: () => void
}

const listeners = new Set<Listener>()
let lastToken: string | undefined

export const socket = new LiveSocket({
  url: `${location.origin.replace(/^http/, 'ws')}/api/v1/ws`,
  clock,
  async credential(isRetryAfterRefusal) {
    const token = await account.accessToken(isRetryAfterRefusal ? lastToken : undefined)
    lastToken = token ?? undefined
    return token === null ? null : `bearer.${token}`
  },
  onEvent: (event) => listeners.forEach((listener) => listener.onEvent(event)),
  onResync: () => listeners.forEach((listener) => listener.onResync()),
})

/** Follows the tenant's events; returns the way to stop. */
export function follow(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps the live connection as long as somebody is signed in, and wakes it when the device does. */
export function startLive(): void {
  let isRunning = false
  effect(() => {
    const shouldRun = account.signedIn.value
    if (shouldRun && !isRunning) socket.start()
    if (!shouldRun && isRunning) socket.stop()
    isRunning = shouldRun
  })
  account.onRenewed((token) => socket.renew(token))
  addEventListener('online', () => isRunning && socket.wake())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && isRunning) socket.wake()
  })
}
