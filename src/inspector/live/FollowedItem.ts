import type { AnyTransitionDefinition, Subscription } from 'xstate'
import type { ItemDecision, ItemMachineEvent, ItemSnapshot } from '../../../machines/auctionItem/index.ts'
import type { RunningItem } from '../../engine/RunningItem.ts'
import { transitionId } from '../charts/readChart.ts'
import type { AskedGuard } from '../recording/index.ts'
import { askedGuards, type Standing } from '../recording/TracedItem.ts'
import { inspectActor } from './inspectActor.ts'

/** One event that an item decided, with all that led there. */
export interface Followed {
  event: ItemMachineEvent
  transitions: string[]
  decisions: ItemDecision[]
  /** Guards in the order in which they were asked; worked out only for what is shown. */
  guardsOf: () => AskedGuard[]
  /** Where the item stood before it. */
  before: ItemSnapshot
}

/** An item whose actor is inspected, by XState's own inspection interface; read-only. */
export class FollowedItem {
  readonly item: RunningItem
  /** Events that were not shown since the last one that was. */
  skipped = 0
  #snapshot: ItemSnapshot
  #current: Standing
  #transitions: string[] = []
  #decisions: ItemDecision[] = []
  /** Where each step of the event now decided began, and what it answers: its type, or empty when taken at once. */
  #begun: { at: Standing; eventType: string }[] = []
  readonly #subscriptions: readonly Subscription[]

  constructor(item: RunningItem, onStep: (followed: FollowedItem, step: Followed) => void) {
    this.item = item
    this.#snapshot = item.snapshot
    this.#current = item.snapshot
    this.#subscriptions = [
      item.ref.on('*', (decision) => this.#decisions.push(decision)),
      inspectActor(item.ref, (inspected) => {
        if (inspected.type === '@xstate.event') {
          this.#transitions = []
          this.#decisions = []
          this.#begun = []
        } else if (inspected.type === '@xstate.microstep') {
          this.#step(inspected.snapshot as ItemSnapshot, inspected._transitions)
        } else if (inspected.type === '@xstate.snapshot') {
          this.#decided(inspected.event as ItemMachineEvent, onStep)
        }
      }),
    ]
  }

  #step(after: ItemSnapshot, transitions: readonly AnyTransitionDefinition[]): void {
    const [first] = transitions
    if (first === undefined) return
    const { eventType } = first as { eventType: string }
    this.#begun.push({ at: this.#current, eventType })
    this.#transitions.push(...transitions.map(idOf))
    this.#current = after
  }

  #decided(event: ItemMachineEvent, onStep: (followed: FollowedItem, step: Followed) => void): void {
    const before = this.#snapshot
    const { snapshot } = this.item
    const [transitions, decisions] = [this.#transitions, this.#decisions]
    // Nothing answered the event; those that might have were asked all the same.
    const begun = this.#begun.length > 0 ? this.#begun : [{ at: before, eventType: event.type }]
    this.#snapshot = snapshot
    this.#current = snapshot
    const guardsOf = (): AskedGuard[] =>
      begun.flatMap(({ at, eventType }) => askedGuards(at, event, eventType))
    onStep(this, { event, transitions, decisions, before, guardsOf })
  }

  unfollow(): void {
    for (const subscription of this.#subscriptions) subscription.unsubscribe()
  }
}

const idOf = (transition: AnyTransitionDefinition): string =>
  transitionId(transition as Parameters<typeof transitionId>[0])
