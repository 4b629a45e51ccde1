import { createActor, type AnyActorRef } from 'xstate'
import {
  auctionItemMachine,
  itemStatus,
  nextDeadline,
  type ItemActor,
  type ItemContext,
  type ItemDecision,
  type ItemInput,
  type ItemMachineEvent,
  type ItemSnapshot,
} from '../../machines/auctionItem/index.ts'
import { itemSystem } from './itemSystem.ts'

/** What is known of an item beside its machine: whose it is and what to call it. */
export interface ItemIdentity {
  id: string
  tenantId: string
  sessionId: string
  productId: string
  productName: string
  activatedAt: number
}

/** What the actor that is deciding now has emitted. Deciding is synchronous, so one list does for all of them. */
let emitted: ItemDecision[] = []

const stage = (decision: ItemDecision): void => void emitted.push(decision)

const NO_TAGS = new Set<never>()

/**
 * XState makes a set of tags and a state value for each snapshot. The chart has no tags, and the value is mostly the one
 * before; kept anew they would be two fifths of what stays of a bid until the next one, which the collector moves twice.
 */
function shareUnchanged(before: ItemSnapshot, now: ItemSnapshot): void {
  if (now.tags.size === 0) now.tags = NO_TAGS
  if (itemStatus(now) === itemStatus(before)) now.value = before.value
}

/** A live item actor. What it decides is staged until it is stored. */
export class RunningItem {
  identity: ItemIdentity
  /** Sequence of the item's next log entry. */
  nextSequence: number
  private readonly actor: ItemActor

  constructor(identity: ItemIdentity, input: ItemInput, nextSequence: number) {
    this.identity = identity
    this.nextSequence = nextSequence
    this.actor = createActor(auctionItemMachine, { id: identity.id, input, parent: itemSystem })
    this.actor.on('*', stage)
    this.actor.start()
    if (this.isRunning) shareUnchanged(this.snapshot, this.snapshot)
  }

  /**
   * Lets the actor decide one event; returns its decisions in order. Nothing is stored or told yet.
   * @throws what a rule threw; the actor is dead then and the item must be rebuilt
   */
  send(event: ItemMachineEvent): ItemDecision[] {
    emitted = []
    const before = this.snapshot
    this.actor.send(event)
    const { snapshot } = this
    if (snapshot.status === 'error') throw new Error('A rule of the item failed', { cause: snapshot.error })
    shareUnchanged(before, snapshot)
    return emitted
  }

  get snapshot(): ItemSnapshot {
    return this.actor.getSnapshot()
  }

  get context(): ItemContext {
    return this.snapshot.context
  }

  get status() {
    return itemStatus(this.snapshot)
  }

  get isRunning(): boolean {
    return this.snapshot.status === 'active'
  }

  /** When time next changes something for it, ms; null when never. */
  get deadline(): number | null {
    return this.isRunning ? nextDeadline(this.snapshot) : null
  }

  /** For observers such as the inspector; read-only by convention. */
  get ref(): ItemActor {
    return this.actor
  }

  stop(): void {
    // By the event that XState itself stops children with; `stop()` is for actors without a parent.
    ;(this.actor as AnyActorRef).send({ type: 'xstate.stop' })
  }
}
