import type { ItemMachineEvent, Mode, Status } from '../../../machines/auctionItem/index.ts'
import type { JsonContext, Step } from '../recording/index.ts'

/** Version of the wire protocol of Stately's inspector that the messages keep to. */
export const STATELY_VERSION = '0.7.2'

/**
 * What the topic sends, one JSON text a message: Stately's own protocol, so that `@statelyai/inspect` clients
 * understand it, and beside it under `item` and `step` what only this house's page needs.
 */
export type LiveMessage = ActorMessage | EventMessage | SnapshotMessage

interface BaseMessage {
  _version: string
  /** Id of the item; each item is an actor system of its own. */
  sessionId: string
  rootId: string
  /** Rises with every message of the feed. */
  id: string
  /** ms since the epoch, as text. */
  createdAt: string
}

/** An actor is there: sent for each at the beginning, and when one comes. */
export interface ActorMessage extends BaseMessage {
  type: '@xstate.actor'
  name: string
  parentId: undefined
  /** The machine's definition as JSON text. */
  definition: string
  snapshot: JsonSnapshot
  item: LiveItem
}

/** An actor was told something. */
export interface EventMessage extends BaseMessage {
  type: '@xstate.event'
  sourceId: undefined
  event: ItemMachineEvent
}

/** Where it stands afterwards. */
export interface SnapshotMessage extends BaseMessage {
  type: '@xstate.snapshot'
  event: ItemMachineEvent
  snapshot: JsonSnapshot
  item: LiveItem
  step: LiveStep
}

export interface JsonSnapshot {
  status: 'active' | 'done' | 'error' | 'stopped'
  value: unknown
  context: JsonContext
}

/** An item beside its machine. */
export interface LiveItem {
  id: string
  tenantId: string
  liveSessionId: string
  productName: string
  mode: Mode
  status: Status
  activatedAt: number
  /** When time next changes something for it, ms; null when never. */
  deadline: number | null
  /** Messages that wait in the engine's mailbox, of all items. */
  mailbox: number
}

/** What the machine did with one event, in the words of a recording's step. */
export interface LiveStep extends Pick<Step, 'kind' | 'said' | 'words' | 'guards' | 'decisions' | 'changes'> {
  /** Ids of the transitions taken, as in the chart. */
  transitions: string[]
  /** Events before this one that were too many to be shown. */
  skipped: number
}
