import { itemStatus, nextDeadline, type ItemMachineEvent } from '../../../machines/auctionItem/index.ts'
import { decisionInWords, eventInWords, ignoredInWords, recordedInWords } from './inWords.ts'
import { contextChanges, jsonContext } from './jsonContext.ts'
import type { RecordedActivation, RecordedEvent, Recording } from './Recording.ts'
import type { Step, StepState, WhatIfChange } from './Step.ts'
import { leafOf, TracedItem, type Decided, type ItemSnapshot } from './TracedItem.ts'

/**
 * Decides a recording again, event by event, with the item's real machine. Pure.
 * @throws Error when the recording does not begin with the activation
 */
export function steps(recording: Recording): Step[] {
  const life = new ItemLife(true)
  for (const [index, recorded] of recording.events.entries())
    life.tell({ recorded, index, event: recorded.event, isChanged: false })
  return life.steps
}

/**
 * Another ending: the recording decided with some of its events changed or left out. Clocks follow from the rest, so
 * that an extension that never happened ends the item earlier. Once the real item has ended, this one runs on to its
 * end, too. Without a change it is what really happened, step by step, apart from `isReal`.
 * @throws RangeError naming the change that cannot be made
 */
export function whatIf(recording: Recording, changes: readonly WhatIfChange[]): Step[] {
  const changed = new Map(changes.map((change) => [change.index, changeOf(recording, change)]))
  const life = new ItemLife(false)
  for (const [index, recorded] of recording.events.entries()) {
    const event = changed.get(index) ?? (changed.has(index) ? null : recorded.event)
    life.liveUntil(event?.at ?? recorded.at, recorded.event?.type === 'tick' ? index : null)
    if (recorded.event?.type === 'tick' || (event === null && changed.has(index))) continue
    life.tell({ recorded, index, event, isChanged: changed.has(index) })
  }
  if (recording.ending.closedAt !== null) life.liveUntil(Number.POSITIVE_INFINITY, null)
  return life.steps
}

/** The event in the place of a recorded one; null for none. */
function changeOf({ events }: Recording, { index, event }: WhatIfChange): WhatIfChange['event'] {
  const recorded = events[index]
  const refuse = (why: string): never => {
    throw new RangeError(`changes: event ${String(index)} ${why}`)
  }
  if (recorded === undefined) return refuse(`is not there: the recording has ${String(events.length)} events`)
  if (recorded.event?.type === 'tick' || event?.type === 'tick')
    return refuse('is a clock, which follows from the rest')
  if ((index === 0) !== (event?.type === 'activate'))
    return refuse('is the first if and only if it is the activation')
  return event
}

interface Telling {
  recorded: RecordedEvent
  index: number
  event: RecordedEvent['event'] | WhatIfChange['event']
  /** It is told otherwise than it was. */
  isChanged: boolean
}

/** An item as it lives through its events. */
class ItemLife {
  readonly steps: Step[] = []
  private readonly isReal: boolean
  private item: TracedItem | null = null

  constructor(isReal: boolean) {
    this.isReal = isReal
  }

  tell({ recorded, index, event, isChanged }: Telling): void {
    const said = isChanged && event !== null ? eventInWords(event) : recordedInWords(recorded)
    const about = { recorded: index, at: event?.at ?? recorded.at, said }
    if (event?.type === 'activate') return this.begin(event, about)
    if (event === null) {
      const reason = recorded.kind === 'comment' ? (recorded.stored.reason ?? '') : ''
      return this.note(recorded.kind, about, ignoredInWords(reason))
    }
    if (this.running().snapshot.status !== 'active')
      return this.note(recorded.kind, about, 'no_active_item: it had closed')
    this.decide(withBidId(event, index), about)
  }

  /** Lets every deadline up to a moment pass, each at its own time. `index`: the recorded clock that stands for it. */
  liveUntil(moment: number, index: number | null): void {
    if (this.item === null) return
    for (;;) {
      const { snapshot } = this.item
      const at = snapshot.status === 'active' ? nextDeadline(snapshot) : null
      if (at === null || at > moment) return
      this.decide({ type: 'tick', at }, { recorded: at === moment ? index : null, at, said: 'the clock' })
    }
  }

  private running(): TracedItem {
    if (this.item === null) throw new Error('events.0: a recording begins with the activation')
    return this.item
  }

  private begin(event: RecordedActivation, about: About): void {
    this.item = new TracedItem(event.input)
    this.add({ kind: 'activate', event, before: null, words: 'on offer' }, about, this.item.begun)
  }

  private decide(event: ItemMachineEvent, about: About): void {
    const item = this.running()
    const before = item.snapshot
    const decided = item.decide(event)
    const words = decided.decisions.map((decision) => decisionInWords(decision, decided.guards)).join(', ')
    this.add({ kind: kindOf(event), event, before, words: words === '' ? 'nothing' : words }, about, decided)
  }

  /** Something that the machine was not asked about. */
  private note(kind: RecordedEvent['kind'], about: About, words: string): void {
    const before = this.running().snapshot
    const nothing = { decisions: [], guards: [], microsteps: [] }
    this.add({ kind, event: null, before, words }, about, nothing)
  }

  private add(
    { before, ...told }: Pick<Step, 'kind' | 'event' | 'words'> & { before: ItemSnapshot | null },
    about: About,
    decided: Decided,
  ): void {
    const { snapshot } = this.running()
    const context = jsonContext(snapshot.context)
    this.steps.push({
      index: this.steps.length,
      isReal: this.isReal,
      ...about,
      ...told,
      before: before === null ? null : stateOf(before),
      after: stateOf(snapshot),
      context,
      changes: contextChanges(before === null ? null : jsonContext(before.context), context),
      ...decided,
    })
  }
}

type About = Pick<Step, 'recorded' | 'at' | 'said'>

const stateOf = (snapshot: ItemSnapshot): StepState => ({
  id: leafOf(snapshot).id,
  status: itemStatus(snapshot),
})

/** What kind of step an event makes. */
export const kindOf = ({ type }: ItemMachineEvent): Step['kind'] =>
  type === 'tick' ? 'timer' : type === 'bid' || type === 'claim' ? 'comment' : 'command'

/** What was ignored has no bid, and so no id; in another ending it may come to be one. */
const withBidId = (event: ItemMachineEvent, index: number): ItemMachineEvent =>
  (event.type === 'bid' || event.type === 'claim') && event.bidId === ''
    ? { ...event, bidId: `event-${String(index)}` }
    : event
