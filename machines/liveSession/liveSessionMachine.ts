import { setup, transition } from 'xstate'

export type LiveSessionEvent = { type: 'start' } | { type: 'end' }

export type LiveSessionStatus = 'scheduled' | 'live' | 'ended'

/** A show of a seller. Pure: what a step means for rows and items is done by whoever takes it. */
export const liveSessionMachine = setup({
  types: { events: {} as LiveSessionEvent },
}).createMachine({
  id: 'liveSession',
  description: 'A show in which a seller offers items.',
  initial: 'scheduled',
  states: {
    scheduled: {
      description: 'Planned; nothing can be offered yet.',
      on: { start: { target: 'live', description: 'The seller goes live.' } },
    },
    live: {
      description: 'Comments count, and one item at a time may be on offer.',
      on: { end: { target: 'ended', description: 'The running item closes first, by its ordinary rules.' } },
    },
    ended: { description: 'Over; its items and comments stay to be read.', type: 'final' },
  },
})

/** Where `event` takes a session; null when its status does not allow that. */
export function nextSession(status: LiveSessionStatus, event: LiveSessionEvent): LiveSessionStatus | null {
  const from = liveSessionMachine.resolveState({ value: status, context: {} })
  if (!from.can(event)) return null
  const [next] = transition(liveSessionMachine, from, event)
  return next.value
}
