import type {
  ItemContext,
  ItemDecision,
  ItemMachineEvent,
  Status,
} from '../../../machines/auctionItem/index.ts'
import type { RecordedActivation } from './Recording.ts'

/** The item's context as JSON: of the claimants only how many they are. */
export type JsonContext = Omit<ItemContext, 'claimants'> & { claimants: number }

/** One event of an item's life as the machine decided it, with all that led to the decision. Plain JSON. */
export interface Step {
  /** Its place among the steps, from 0. */
  index: number
  /** Index of the recorded event it stems from; null for a clock that only another ending has. */
  recorded: number | null
  /** False: another ending than the one that was real. */
  isReal: boolean
  at: number
  kind: 'activate' | 'comment' | 'command' | 'timer'
  /** Who did what, e.g. `@ayse “150”`, `the seller extends by 15 s`. */
  said: string
  /** What the machine was told; null when it was not asked. */
  event: ItemMachineEvent | RecordedActivation | null
  /** Where the item stood; null before its activation. */
  before: StepState | null
  after: StepState
  /** The item's context afterwards. */
  context: JsonContext
  /** What changed in it. */
  changes: ContextChange[]
  decisions: ItemDecision[]
  /** What was decided and why, e.g. `bid_too_low: 140 < 150 + 10`. */
  words: string
  /** Guards in the order in which they were asked. */
  guards: AskedGuard[]
  /** The steps the machine took for this one event, in order; none when nothing answered it. */
  microsteps: Microstep[]
}

export interface StepState {
  /** Id of the innermost state, as in the chart, e.g. `auctionItem.running.active`. */
  id: string
  status: Status
}

export interface ContextChange {
  /** Name of the context's field. */
  field: keyof JsonContext
  before: unknown
  after: unknown
}

export interface AskedGuard {
  /** The guard's name in the chart. */
  name: string
  /** Id of the transition that asked, as in the chart. */
  transition: string
  /** What it tests, in words. */
  words: string
  said: boolean
  /** The figures behind the answer, e.g. `140 < 150 + 10`. */
  because: string
}

export interface Microstep {
  /** Ids of the transitions taken, as in the chart. */
  transitions: string[]
  /** Id of the innermost state afterwards. */
  state: string
}

/** A change to a recording's event: another event in its place, or none. The activation can be changed, not dropped. */
export interface WhatIfChange {
  /** Index in the recording's events. */
  index: number
  event: ItemMachineEvent | RecordedActivation | null
}
