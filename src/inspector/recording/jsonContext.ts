import type { ItemContext } from '../../../machines/auctionItem/index.ts'
import type { ContextChange, JsonContext } from './Step.ts'

export const jsonContext = ({ claimants, ...context }: ItemContext): JsonContext => ({
  ...context,
  claimants: claimants.size,
})

/** Which fields differ, in the order of the context. From nothing, every field does. */
export function contextChanges(before: JsonContext | null, after: JsonContext): ContextChange[] {
  const fields = Object.keys(after) as (keyof JsonContext)[]
  return fields
    .map((field) => ({ field, before: before === null ? null : before[field], after: after[field] }))
    .filter((change) => before === null || !isSame(change.before, change.after))
}

/** Both are JSON that the same code wrote, so that their fields stand in one order. It runs in browsers, too. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
