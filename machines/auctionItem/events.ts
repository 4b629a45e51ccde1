import type { Minor } from '../money.ts'
import type { ItemRules } from './context.ts'

/** What an item's machine is told. `at` is ms since the epoch, ids come from outside: the machine makes neither. */
export type ItemMachineEvent =
  | {
      type: 'bid'
      at: number
      bidId: string
      userId: string
      username: string
      /** The viewer has an email or externalUserId. */
      matched: boolean
      amount: Minor
    }
  | { type: 'claim'; at: number; bidId: string; userId: string; username: string; matched: boolean }
  | { type: 'extend'; at: number; seconds: number }
  | { type: 'close'; at: number; by: 'seller' | 'session_end' }
  /** Time has passed: the countdown may begin or the item may end. */
  | { type: 'tick'; at: number }
  | { type: 'stock'; at: number; stockQuantity: number }
  | { type: 'rules'; at: number; rules: ItemRules }

export type BidEvent = Extract<ItemMachineEvent, { type: 'bid' }>
export type ClaimEvent = Extract<ItemMachineEvent, { type: 'claim' }>
