import type { EventData, EventType } from '../protocol/events.ts'
import type { StoredComment } from '../persistence/inbox.ts'
import type { ActivateCommand } from './Engine.ts'

/** What a seller, a timer or another part of the service asks of the engine; decided in the order of arrival. */
export type Command =
  | ({ type: 'activate' } & ActivateCommand)
  | { type: 'close'; tenantId: string; itemId: string }
  | { type: 'extend'; tenantId: string; itemId: string; seconds: number }
  | { type: 'startSession'; tenantId: string; sessionId: string }
  | { type: 'endSession'; tenantId: string; sessionId: string }
  | { type: 'productChanged'; tenantId: string; productId: string }
  | { type: 'viewerChanged'; tenantId: string; viewerId: string }
  | { type: 'sessionChanged'; tenantId: string; sessionId: string }
  | { type: 'tenantChanged'; tenantId: string }
  | {
      type: 'announce'
      tenantId: string
      event: { [T in EventType]: { type: T; data: EventData[T] } }[EventType]
    }

export interface CommentEntry {
  kind: 'comment'
  comment: StoredComment
}

export interface TickEntry {
  kind: 'tick'
  tenantId: string
  itemId: string
  /** The deadline that passed, ms. */
  at: number
}

export interface CommandEntry {
  kind: 'command'
  command: Command
  /** Arrival at the door, ms. */
  at: number
  /** Position of the last comment handed on before it: its place among them after a rebuild. */
  afterPosition: number
  /** A command that waited too long was answered 503 and must not be carried out any more. */
  cancelled: boolean
  /** Its batch is being committed: too late to give it up. */
  committing: boolean
  settle(result: CommandResult): void
}

export type CommandResult = { ok: true; value: string | undefined } | { ok: false; error: Error }

/** One message of the mailbox. */
export type Entry = CommentEntry | TickEntry | CommandEntry

export const tenantOf = (entry: Entry): string =>
  entry.kind === 'comment'
    ? entry.comment.tenantId
    : entry.kind === 'tick'
      ? entry.tenantId
      : entry.command.tenantId
