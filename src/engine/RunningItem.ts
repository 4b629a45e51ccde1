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

/** A live item actor and the decisions it emits, staged until they are stored. */
export class RunningItem {
  identity: ItemIdentity
  /** Sequence of the item's next log entry. */
  nextSequence: number
  private readonly actor: ItemActor
  private staged: ItemDecision[] = []
  private failure: unknown

  constructor(identity: ItemIdentity, input: ItemInput, nextSequence: number) {
    this.identity = identity
    this.nextSequence = nextSequence
    this.actor = createActor(auctionItemMachine, { id: identity.id, input, parent: itemSystem })
    this.actor.on('*', (decision) => this.staged.push(decision))
    this.actor.subscribe({ error: (error) => (this.failure = error) })
    this.actor.start()
  }

  /**
   * Lets the actor decide one event; returns its decisions in order. Nothing is stored or told yet.
   * @throws what a rule threw; the actor is dead then and the item must be rebuilt
   */
  send(event: ItemMachineEvent): ItemDecision[] {
    this.actor.send(event)
    if (this.failure !== undefined) throw new Error('A rule of the item failed', { cause: this.failure })
    const decisions = this.staged
    this.staged = []
    return decisions
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
