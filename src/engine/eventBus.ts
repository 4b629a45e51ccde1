import type { EventBus } from './Engine.ts'

/** The event bus of one process: every listener hears every committed frame, in order. */
export function createEventBus(): EventBus {
  type Listener = Parameters<EventBus['subscribe']>[0]
  const listeners = new Set<Listener>()
  return {
    publish(tenantId, frames) {
      for (const listener of listeners) listener(tenantId, frames)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
