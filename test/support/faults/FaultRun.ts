import { randomInt } from 'node:crypto'
import { expect } from 'chai'
import { openDatabase, type Database } from '../../../src/persistence/database.ts'
import type { Sql } from '../../../src/persistence/sql.ts'
import { createRandom, type Random } from '../../../src/simulator/random.ts'
import { assertInvariants } from '../checkers/checkInvariants.ts'
import { eventually } from '../eventually.ts'
import { sharedPostgres, type PostgresServer } from '../postgres.ts'
import { CommentLoad } from './CommentLoad.ts'
import { expectRightWinners } from './rightWinners.ts'
import { Service } from './Service.ts'
import { Show, type ShowOptions } from './Show.ts'

/** A run with fewer says little. */
const COMMENTS_MIN = 101
/** For a machine that is slow and busy with other things. */
const PATIENCE = { timeoutMs: 60_000 }

/** Every choice of a run follows from this; printed with each, set `FAULT_SEED` to have one again. */
const SEED = process.env.FAULT_SEED ?? String(randomInt(1e9))

interface RunOptions {
  /** Settings over those of the test profile. */
  settings?: object
  /** Arguments for Node in front of the service's main file. */
  args?: readonly string[]
  tenants?: number
  seconds?: ShowOptions['seconds']
  /** The address under which the service reaches the database; left out, the database's own. */
  reach?: (databaseUrl: string) => Promise<string>
}

/** One story: a service on a database of its own, shops on air, viewers commenting throughout, and what must hold. */
export class FaultRun {
  readonly random: Random
  readonly server: PostgresServer
  readonly databaseUrl: string
  readonly show: Show
  readonly load: CommentLoad
  readonly services: Service[]
  readonly #options: RunOptions

  private constructor(
    made: Pick<FaultRun, 'random' | 'server' | 'databaseUrl' | 'show' | 'services'>,
    options: RunOptions,
  ) {
    this.random = made.random
    this.server = made.server
    this.databaseUrl = made.databaseUrl
    this.show = made.show
    this.services = made.services
    this.#options = options
    this.load = new CommentLoad(made.show, made.random, () => this.services.map(({ url }) => url))
  }

  /** Starts the service, the show and the comments. */
  static async start(story: string, options: RunOptions = {}): Promise<FaultRun> {
    console.log(`      seed ${SEED} (FAULT_SEED)`)
    const random = createRandom(`${SEED}/${story}`)
    const server = await sharedPostgres()
    const databaseUrl = await server.createDatabase()
    const service = await serviceAt(databaseUrl, options)
    const services = [service]
    try {
      await service.start()
      const { tenants = 2, seconds = () => null } = options
      const show = await withSql(databaseUrl, (sql) =>
        Show.open({ url: () => (services.at(-1) ?? service).url, sql, random, tenants, seconds }),
      )
      await show.offer()
      return new FaultRun({ random, server, databaseUrl, show, services }, options)
    } catch (error) {
      await service.dispose()
      throw error
    }
  }

  /** The node that does the work. */
  get service(): Service {
    const newest = this.services.at(-1)
    if (newest === undefined) throw new Error('No service is left')
    return newest
  }

  /** A further node on the same database, not started. */
  nextService(): Promise<Service> {
    return serviceAt(this.databaseUrl, this.#options)
  }

  get database(): string {
    return new URL(this.databaseUrl).pathname.slice(1)
  }

  /** Waits until so many more comments are acknowledged. */
  acknowledgedMore(comments = 50): Promise<void> {
    return this.#acknowledged(this.load.acknowledged.length + comments)
  }

  /** Waits until so many comments are acknowledged that {@link verify} has something to hold against the invariants. */
  acknowledgedEnough(): Promise<void> {
    return this.#acknowledged(COMMENTS_MIN)
  }

  async #acknowledged(comments: number): Promise<void> {
    await eventually(() => this.load.acknowledged.length >= comments, PATIENCE)
  }

  /** What is stored so far, in a few figures. */
  stored(): Promise<string> {
    return this.server.sql(
      `select (select count(*) from inbox_comment), (select count(*) from item_event),
              (select count(*) from bid), (select count(*) from auction_item where closed_at is not null)`,
      this.database,
    )
  }

  /** The statement that cuts all connections of the service and counts them. */
  get cut(): string {
    return `select count(pg_terminate_backend(pid)) from pg_stat_activity where datname = '${this.database}'`
  }

  /** Cuts all connections of the service; returns how many there were. */
  async cutConnections(): Promise<number> {
    return Number(await this.server.sql(this.cut))
  }

  /** Lets everything said be acknowledged and decided, then holds all of it against the invariants. */
  async settle(): Promise<void> {
    await this.acknowledgedEnough()
    await this.load.finish()
    await withSql(this.databaseUrl, async (sql) => {
      await eventually(async () => (await undecided(sql)) === 0, PATIENCE)
    })
    await this.verify()
  }

  /** Holds the database as it is against the invariants. */
  async verify(): Promise<void> {
    const { acknowledged } = this.load
    expect(acknowledged.length, 'comments acknowledged').to.be.at.least(COMMENTS_MIN)
    await withSql(this.databaseUrl, async (sql) => {
      await assertInvariants({ sql, acknowledged, answered: this.show.answered, shopsListen: true })
      await expectRightWinners(sql, this.show, acknowledged)
    })
  }

  /** Ends whatever still runs. */
  async dispose(): Promise<void> {
    await this.load.abandon()
    await Promise.all(this.services.map((service) => service.dispose()))
  }
}

const serviceAt = async (databaseUrl: string, { reach, settings, args }: RunOptions): Promise<Service> =>
  Service.of((await reach?.(databaseUrl)) ?? databaseUrl, settings, args)

async function undecided(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ waiting: number }>(
    `select count(*)::int as waiting from inbox_comment i join partition p on p.id = i.partition
      where i.position > p.position`,
  )
  return row?.waiting ?? Infinity
}

/** A connection of its own for a moment, since runs cut and restart them. */
async function withSql<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const database: Database = await openDatabase({ url })
  try {
    return await work(database.sql)
  } finally {
    await database.close()
  }
}
