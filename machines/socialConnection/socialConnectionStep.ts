import { transition } from 'xstate'
import {
  socialConnectionMachine,
  type SocialAnnouncement,
  type SocialConnectionContext,
  type SocialConnectionEvent,
} from './socialConnectionMachine.ts'

export type SocialConnectionStatus = 'disconnected' | 'connected' | 'needs_reconnect'

/** Where a connection stands, as the tenant's row keeps it. */
export interface SocialConnectionState extends SocialConnectionContext {
  status: SocialConnectionStatus
}

export interface SocialConnectionStep extends SocialConnectionState {
  /** The token is to be exchanged for a fresh one now. */
  renewalDue: boolean
  /** What the seller is to hear once this step is stored. */
  announcements: SocialAnnouncement[]
}

/** Where `event` takes a connection. An event that the state does not know changes nothing. */
export function nextConnection(
  from: SocialConnectionState,
  event: SocialConnectionEvent,
): SocialConnectionStep {
  const { status, ...context } = from
  const value = status === 'connected' ? { connected: 'fresh' as const } : status
  const [next, actions] = transition(
    socialConnectionMachine,
    socialConnectionMachine.resolveState({ value, context }),
    event,
  )
  return {
    ...next.context,
    status: typeof next.value === 'string' ? next.value : 'connected',
    renewalDue: next.matches({ connected: 'renewing' }),
    announcements: actions.flatMap((action) =>
      action.type === 'announce' ? [action.params as SocialAnnouncement] : [],
    ),
  }
}
