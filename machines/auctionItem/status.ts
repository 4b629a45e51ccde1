import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { auctionItemMachine } from './auctionItemMachine.ts'
import type { Status } from './context.ts'
import { countdownAt } from './rules.ts'

export type ItemActor = ActorRefFrom<typeof auctionItemMachine>
export type ItemSnapshot = SnapshotFrom<typeof auctionItemMachine>

/** The contract's status word for a state of the chart. */
export function itemStatus(snapshot: Pick<ItemSnapshot, 'value'>): Status {
  const { value } = snapshot
  const leaf = typeof value === 'string' ? value : value.running
  if (leaf === 'active' || leaf === 'countdown' || leaf === 'sold' || leaf === 'cancelled') return leaf
  throw new Error(`The item chart rests in no status: ${JSON.stringify(value)}`)
}

/** When the item next needs a `tick`, ms; null when time changes nothing for it. */
export function nextDeadline(snapshot: ItemSnapshot): number | null {
  const status = itemStatus(snapshot)
  if (status === 'active') return countdownAt(snapshot.context)
  return status === 'countdown' ? snapshot.context.endsAt : null
}
