import type { SnapshotMessage } from '../live/LiveMessage.ts'
import type { Step } from '../recording/Step.ts'

/** One event of an item's life as the page shows it, live or decided again. */
export type ShownStep = Pick<
  Step,
  'at' | 'kind' | 'said' | 'words' | 'event' | 'context' | 'changes' | 'guards' | 'decisions' | 'recorded'
> & {
  /** Ids of the transitions taken, as in the chart. */
  transitions: string[]
  /** Id of the innermost state afterwards. */
  state: string
}

export const ofStep = ({ microsteps, after, ...step }: Step): ShownStep => ({
  ...step,
  transitions: microsteps.flatMap(({ transitions }) => transitions),
  state: after.id,
})

export const ofLive = ({ event, snapshot, step }: SnapshotMessage): ShownStep => ({
  ...step,
  at: event.at,
  event,
  context: snapshot.context,
  state: leafId(snapshot.value),
  recorded: null,
})

/** `{ running: 'active' }` → `auctionItem.running.active`. */
export function leafId(value: unknown, above = 'auctionItem'): string {
  if (typeof value === 'string') return `${above}.${value}`
  const [entry] = Object.entries(Object(value) as Record<string, unknown>)
  return entry === undefined ? above : leafId(entry[1], `${above}.${entry[0]}`)
}

/** Whether the item refused what it was told, or was never asked. */
export const isRefused = ({ decisions, kind }: ShownStep): boolean =>
  kind === 'comment' && decisions.every(({ type }) => type === 'ignored')

/** What tells one event from all others of its item, however it came here. */
export function keyOf({ at, event, said }: ShownStep): string {
  if (event === null) return `${String(at)} ${said}`
  const who = 'username' in event ? event.username : ''
  const amount = 'amount' in event ? String(event.amount) : ''
  return [at, event.type, who, amount].join(' ')
}
