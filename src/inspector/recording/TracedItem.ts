import { createActor, type AnyStateNode, type AnyTransitionDefinition, type SnapshotFrom } from 'xstate'
import {
  auctionItemMachine,
  auctionItemWords,
  guardFigures,
  type ItemActor,
  type ItemContext,
  type ItemDecision,
  type ItemInput,
  type ItemMachineEvent,
} from '../../../machines/auctionItem/index.ts'
import { transitionId } from '../charts/readChart.ts'
import type { AskedGuard, Microstep } from './Step.ts'

export type ItemSnapshot = SnapshotFrom<typeof auctionItemMachine>

/** What the item's machine made of one event. */
export interface Decided {
  decisions: ItemDecision[]
  guards: AskedGuard[]
  microsteps: Microstep[]
}

/**
 * An actor of the very machine that the engine runs, which notes each step on the way to a decision: the transitions as
 * XState tells them, and the guards that were asked before.
 */
export class TracedItem {
  /** What it decided when it began. */
  readonly begun: Decided
  private readonly actor: ItemActor
  private decided: Decided = { decisions: [], guards: [], microsteps: [] }
  /** Where the step after this one begins. */
  private current: Standing | undefined
  private failure: unknown

  constructor(input: ItemInput) {
    const event = { type: 'xstate.init', input } as unknown as ItemMachineEvent
    this.actor = createActor(auctionItemMachine, {
      input,
      inspect: (inspected) => {
        if (inspected.type !== '@xstate.microstep') return
        const transitions: AnyTransitionDefinition[] = inspected._transitions
        this.step(inspected.snapshot as ItemSnapshot, transitions, inspected.event as ItemMachineEvent)
      },
    })
    this.actor.on('*', (decision) => this.decided.decisions.push(decision))
    this.actor.subscribe({ error: (error) => (this.failure = error) })
    this.actor.start()
    this.begun = this.settle(event)
  }

  get snapshot(): ItemSnapshot {
    return this.actor.getSnapshot()
  }

  /**
   * Lets the item decide one event.
   * @throws Error with what a rule threw as its cause
   */
  decide(event: ItemMachineEvent): Decided {
    this.actor.send(event)
    return this.settle(event)
  }

  private step(
    after: ItemSnapshot,
    transitions: readonly AnyTransitionDefinition[],
    event: ItemMachineEvent,
  ): void {
    const [first] = transitions
    if (first === undefined) return
    // An item begins in a state of which XState tells no step: the first transition leaves it.
    const before: Standing = this.current ?? {
      _nodes: [first.source as AnyStateNode],
      context: after.context,
    }
    const { eventType } = first as { eventType: string }
    this.decided.guards.push(...askedGuards(before, event, eventType))
    this.decided.microsteps.push({ transitions: transitions.map(transitionId), state: leafOf(after).id })
    this.current = after
  }

  private settle(event: ItemMachineEvent): Decided {
    if (this.failure !== undefined) throw new Error('A rule of the item failed', { cause: this.failure })
    const { decided, snapshot } = this
    // Nothing answered the event; those that might have were asked all the same.
    if (decided.microsteps.length === 0) decided.guards.push(...askedGuards(snapshot, event, event.type))
    this.decided = { decisions: [], guards: [], microsteps: [] }
    this.current = snapshot
    return decided
  }
}

/** What is read of a snapshot to know which guards are asked. */
export interface Standing {
  _nodes: readonly AnyStateNode[]
  context: ItemContext
}

/** The guards that are asked about an event, from the innermost state outwards, in order, until one says yes. */
export function askedGuards(snapshot: Standing, event: ItemMachineEvent, eventType: string): AskedGuard[] {
  const asked: AskedGuard[] = []
  for (let node: AnyStateNode | undefined = leafOf(snapshot); node !== undefined; node = node.parent) {
    const candidates = eventType === '' ? (node.always ?? []) : (node.transitions.get(eventType) ?? [])
    for (const candidate of candidates) {
      if (candidate.guard === undefined) return asked
      const name = candidate.guard as GuardName
      const guard = ask(name, snapshot.context, event, transitionId(candidate))
      asked.push(guard)
      if (guard.said) return asked
    }
  }
  return asked
}

type GuardName = keyof typeof auctionItemWords.guards

function ask(name: GuardName, context: ItemContext, event: ItemMachineEvent, transition: string): AskedGuard {
  const guard = auctionItemMachine.implementations.guards[name]
  if (typeof guard !== 'function') throw new Error(`The item’s chart has no guard ${name}`)
  const said = (guard as (args: { context: ItemContext; event: ItemMachineEvent }) => boolean)({
    context,
    event,
  })
  const words = auctionItemWords.guards[name]
  return { name, transition, words, said, because: guardFigures(name, context, event) }
}

/** The innermost active state. */
export function leafOf(snapshot: Pick<Standing, '_nodes'>): AnyStateNode {
  const leaf = snapshot._nodes.find(({ type }) => type === 'atomic' || type === 'final')
  if (leaf === undefined) throw new Error('The item is in no state')
  return leaf
}
