import { MikroORM } from '@mikro-orm/core'
import { Migrator } from '@mikro-orm/migrations'
import { PostgreSqlDriver, type SqlEntityManager } from '@mikro-orm/postgresql'
import { entities } from './entities/index.ts'
import { Migration0001Schema } from './migrations/Migration0001Schema.ts'
import { Migration0002Outbox } from './migrations/Migration0002Outbox.ts'
import { Migration0003TenantRows } from './migrations/Migration0003TenantRows.ts'
import { Migration0004UpdateRoom } from './migrations/Migration0004UpdateRoom.ts'
import { Migration0005AppendComments } from './migrations/Migration0005AppendComments.ts'
import { Migration0006FinalPrice } from './migrations/Migration0006FinalPrice.ts'
import { startEmbedded, type Embedded } from './embedded/startEmbedded.ts'
import { Migration0007LogStretches } from './migrations/Migration0007LogStretches.ts'
import { Migration0008AppendUnseen } from './migrations/Migration0008AppendUnseen.ts'
import { Migration0009BidsByComment } from './migrations/Migration0009BidsByComment.ts'
import { giveBackDead, type ConnectionPool } from './giveBackDead.ts'
import { giveUpSilent, type WatchedPool } from './giveUpSilent.ts'
import type { PipelinePool } from './pipeline.ts'
import { createSql, type Sql } from './sql.ts'
import { createTenantScope, type AsTenant } from './tenantScope.ts'

export type EntityManager = SqlEntityManager

/** An open, migrated database. */
export interface Database {
  /** A fresh identity map; one a request or job. */
  fork(): EntityManager
  /** Statements of the hot path, past the unit of work. */
  sql: Sql
  /** Work on one tenant's rows, which the database itself keeps to them. */
  asTenant: AsTenant
  /** What is missing for the database to do so, in words for whoever runs the service; null when nothing is. */
  rowSecurityGap: string | null
  embedded: boolean
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** `postgres://…`; undefined means PGlite in {@link DatabaseOptions.dataDir}. */
  url?: string | undefined
  /** Folder of the embedded database; undefined means one in memory, for tests. */
  dataDir?: string | undefined
  /** The files of an embedded database that was only just made, to start from: making them takes seconds. */
  initialFiles?: Blob | undefined
  poolConnectionsMax?: number
  statementTimeoutMs?: number
}

const MIGRATIONS = [
  { name: 'Migration0001Schema', class: Migration0001Schema },
  { name: 'Migration0002Outbox', class: Migration0002Outbox },
  { name: 'Migration0003TenantRows', class: Migration0003TenantRows },
  { name: 'Migration0004UpdateRoom', class: Migration0004UpdateRoom },
  { name: 'Migration0005AppendComments', class: Migration0005AppendComments },
  { name: 'Migration0006FinalPrice', class: Migration0006FinalPrice },
  { name: 'Migration0007LogStretches', class: Migration0007LogStretches },
  { name: 'Migration0008AppendUnseen', class: Migration0008AppendUnseen },
  { name: 'Migration0009BidsByComment', class: Migration0009BidsByComment },
]

/**
 * How long a transaction may stand still between two statements. One that does belongs to a process that hangs, and the
 * rows it holds are what keeps another process from taking the work over.
 */
const IDLE_TRANSACTION_MS_MAX = 3_000

/** How long to wait for a connection: for a free one, or for the server to take a new one. */
const CONNECT_MS_MAX = 10_000

/** How much longer a silence may be than a statement, so that a server that is there says itself what was late. */
const ANSWER_MS_MAX = 1_000

/** How long a connection is idle before the operating system asks whether the server is still there. */
const KEEP_ALIVE_DELAY_MS = 10_000

/** How long the embedded database may stand still: far longer than anything takes, also on a busy machine. */
const STILL_MS_MAX = 60_000

const statementMsMax = ({ statementTimeoutMs = 15_000 }: DatabaseOptions): number => statementTimeoutMs
const idleMsMax = (options: DatabaseOptions): number =>
  Math.min(statementMsMax(options), IDLE_TRANSACTION_MS_MAX)

/** How the ORM reaches the server, or the embedded database, which speaks the same protocol. */
export function ormOptions(options: DatabaseOptions, embedded?: Embedded) {
  const timeoutMs = statementMsMax(options)
  return {
    entities,
    extensions: [Migrator],
    migrations: { migrationsList: MIGRATIONS, snapshot: false, silent: true, transactional: true },
    forceUtcTimezone: true,
    driver: PostgreSqlDriver,
    clientUrl: options.url ?? EMBEDDED_URL,
    pool: { min: 0, max: options.poolConnectionsMax ?? 10 },
    driverOptions: {
      // Statements of one batch travel together; each request otherwise awaits its answers as ever.
      pipeline: true,
      connectionTimeoutMillis: Math.min(timeoutMs, CONNECT_MS_MAX),
      onPoolCreated: (pool: ConnectionPool & WatchedPool) => {
        giveBackDead(pool)
        if (embedded === undefined) giveUpSilent(pool, timeoutMs + ANSWER_MS_MAX)
      },
      ...(embedded === undefined
        ? {
            keepAlive: true,
            keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
            statement_timeout: timeoutMs,
            lock_timeout: timeoutMs,
            idle_in_transaction_session_timeout: idleMsMax(options),
            application_name: 'live-commerce-auctions',
          }
        : { stream: () => embedded.connect() }),
    },
  }
}

/** Who one is in the embedded database; it has no address. */
const EMBEDDED_URL = 'postgres://postgres@embedded/postgres'

/**
 * Opens the database and brings its schema up to date.
 * Rejects when the server cannot be reached or a migration fails; nothing is left open then.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, dataDir, initialFiles } = options
  const embedded =
    url === undefined
      ? await startEmbedded({ dataDir, initialFiles, idleTransactionMsMax: idleMsMax(options) })
      : undefined
  let orm: MikroORM<PostgreSqlDriver> | undefined
  const close = async (): Promise<void> => {
    await orm?.close(true)
    await embedded?.close()
  }
  try {
    orm = await MikroORM.init<PostgreSqlDriver>(ormOptions(options, embedded))
    if (url !== undefined) await reach(orm)
    await orm.migrator.up()
    // Only now, because a migration may well take long.
    embedded?.watch(STILL_MS_MAX)
    const sql = createSql(orm, await poolOf(orm))
    const scope = await createTenantScope(orm, sql)
    const { em } = orm
    return { fork: () => em.fork(), sql, ...scope, embedded: embedded !== undefined, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The driver's own pool; its package brings no types. */
async function poolOf(orm: MikroORM<PostgreSqlDriver>): Promise<PipelinePool> {
  const pool: unknown = await orm.em.getConnection().getNativeClient()
  return pool as PipelinePool
}

/** @throws Error in one line, without the address and its password, when the server does not answer */
async function reach(orm: MikroORM<PostgreSqlDriver>): Promise<void> {
  try {
    await orm.em.getConnection().execute('select 1')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`DATABASE_URL takes a database that answers, but got: ${reason}`, { cause: error })
  }
}
