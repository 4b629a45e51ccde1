import type { ActorRefLike, AnyActorRef, InspectionEvent, Subscription } from 'xstate'

type Listener = (inspected: InspectionEvent) => void

const listenersOf = new Map<ActorRefLike, Set<Listener>>()
let watching: Subscription | undefined

/**
 * Tells what XState's inspection says of one actor. The system inspects all of its actors or none; all items share one, so
 * it is inspected once, and only while somebody listens.
 */
export function inspectActor(actor: AnyActorRef, listener: Listener): Subscription {
  const listeners = listenersOf.get(actor) ?? new Set()
  listenersOf.set(actor, listeners.add(listener))
  watching ??= actor.system.inspect((inspected) => {
    for (const listen of listenersOf.get(inspected.actorRef) ?? []) listen(inspected)
  })
  return {
    unsubscribe() {
      listeners.delete(listener)
      if (listeners.size === 0) listenersOf.delete(actor)
      if (listenersOf.size > 0) return
      watching?.unsubscribe()
      watching = undefined
    },
  }
}
