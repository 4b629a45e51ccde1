import type { FencedError } from '../persistence/fence.ts'
import type { Inbox } from '../persistence/inbox.ts'
import type { Sql } from '../persistence/sql.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Ids } from '../runtime/ids.ts'
import type { ViewerKey } from './desk/viewerKey.ts'
import type { EventBus } from './Engine.ts'
import type { Intake } from './Intake.ts'
import type { Mailbox } from './Mailbox.ts'

export interface HostLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What one transaction stored. */
export interface CommitReport {
  messages: number
  durationMs: number
  /** Comments decided, by outcome and, where ignored, reason. */
  outcomes: ReadonlyMap<string, number>
}

export interface HostOptions {
  sql: Sql
  inbox: Inbox
  intake: Intake
  mailbox: Mailbox
  events: EventBus
  clock: Clock
  ids: Ids
  log: HostLog
  viewerKey: ViewerKey
  /** Name of this process in the fence. */
  owner: string
  batchEntriesMax: number
  /** Called after a commit that wrote deliveries. */
  wakeOutbox(): void
  /** Called after every commit, for metrics. */
  onCommit?(commit: CommitReport): void
  /** Called once when another owner has taken over; nothing is decided after it. */
  onFenced(error: FencedError): void
}
