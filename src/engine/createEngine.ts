import type { Database } from '../persistence/database.ts'
import type { FencedError } from '../persistence/fence.ts'
import { createSqlInbox } from '../persistence/inbox.ts'
import type { Clock } from '../runtime/clock.ts'
import { AppError } from '../runtime/errors.ts'
import type { Ids } from '../runtime/ids.ts'
import { byPlatformId, byUsername } from './desk/viewerKey.ts'
import type { Engine, EventBus } from './Engine.ts'
import type { Command, CommandEntry } from './entry.ts'
import { Intake } from './Intake.ts'
import { Mailbox } from './Mailbox.ts'
import type { CommitReport, HostLog } from './HostOptions.ts'
import { PartitionHost } from './PartitionHost.ts'

export interface EngineOptions {
  database: Pick<Database, 'sql'>
  events: EventBus
  clock: Clock
  ids: Ids
  log: HostLog
  /** Name of this process in the fence, e.g. `host:pid:random`. */
  owner: string
  /** Acknowledged or waiting messages before the door answers 503. */
  backlogMax: number
  appendCommentsMax: number
  batchEntriesMax: number
  /** How long a command may wait for its commit before it is answered 503, ms. */
  commandTimeoutMs: number
  /** Match viewers by the platform's user id first (production) instead of by username (the contract). */
  matchByPlatformId: boolean
  wakeOutbox(): void
  /** Called after every commit, for metrics. */
  onCommit?(commit: CommitReport): void
  onFenced(error: FencedError): void
}

/** An engine that has taken over and decides. `stop` decides and commits all that was acknowledged first. */
export interface RunningEngine extends Engine {
  /** Tells an observer of every running item and of each new one; null ends it. While nobody watches it costs nothing. */
  watchItems: PartitionHost['watchItems']
  stop(): Promise<void>
}

/**
 * Takes over from whoever decided before, rebuilds the running items, feeds what was acknowledged and not decided, and
 * from then on decides everything that comes through the returned port.
 */
export async function createEngine(options: EngineOptions): Promise<RunningEngine> {
  const { clock, commandTimeoutMs } = options
  const mailbox = new Mailbox()
  const inbox = createSqlInbox(options.database.sql)
  const intake: Intake = new Intake({
    inbox,
    mailbox,
    clock,
    backlogMax: options.backlogMax,
    appendCommentsMax: options.appendCommentsMax,
    onFailure: (error) => {
      host.crash(error)
    },
  })
  const host: PartitionHost = new PartitionHost({
    ...options,
    sql: options.database.sql,
    inbox,
    intake,
    mailbox,
    viewerKey: options.matchByPlatformId ? byPlatformId : byUsername,
  })
  await host.start()

  const carryOut = (command: Command): Promise<string | undefined> => {
    if (intake.isFull) return Promise.reject(new AppError('overloaded'))
    return new Promise((resolve, reject) => {
      let hasWaitedForCommit = false
      const giveUp = (): void => {
        if (entry.committing && !hasWaitedForCommit) {
          // Its commit is under way and as good as done; if the storage goes away now, nobody knows how it ended.
          hasWaitedForCommit = true
          timer = setTimeout(giveUp, commandTimeoutMs)
          return
        }
        entry.cancelled = true
        reject(new AppError('overloaded'))
      }
      let timer = setTimeout(giveUp, commandTimeoutMs)
      const entry: CommandEntry = {
        kind: 'command',
        command,
        at: clock.now(),
        afterPosition: 0,
        cancelled: false,
        committing: false,
        settle: (result) => {
          clearTimeout(timer)
          if (result.ok) resolve(result.value)
          else reject(result.error)
        },
      }
      intake.let(entry)
    })
  }
  const settle = async (command: Command): Promise<void> => {
    await carryOut(command)
  }

  return {
    takeIn: (comments) => intake.takeIn(comments),
    async activate(command) {
      const id = await carryOut({ type: 'activate', ...command })
      if (id === undefined) throw new AppError('internal_error')
      return id
    },
    close: (command) => settle({ type: 'close', ...command }),
    extend: (command) => settle({ type: 'extend', ...command }),
    startSession: (command) => settle({ type: 'startSession', ...command }),
    endSession: (command) => settle({ type: 'endSession', ...command }),
    productChanged: (change) => settle({ type: 'productChanged', ...change }),
    viewerChanged: (change) => settle({ type: 'viewerChanged', ...change }),
    sessionChanged: (change) => settle({ type: 'sessionChanged', ...change }),
    tenantChanged: (change) => settle({ type: 'tenantChanged', ...change }),
    announce: ({ tenantId, type, data }) => {
      const event = { type, data } as Extract<Command, { type: 'announce' }>['event']
      return settle({ type: 'announce', tenantId, event })
    },
    watchItems: (onItem) => {
      host.watchItems(onItem)
    },
    status: () => host.status(),
    async stop() {
      await intake.close()
      await host.stop()
    },
  }
}
