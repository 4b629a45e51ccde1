import { minor } from '../../../machines/money.ts'
import { createEngine, type RunningEngine } from '../../../src/engine/createEngine.ts'
import type { IncomingComment } from '../../../src/engine/Engine.ts'
import { createEventBus } from '../../../src/engine/eventBus.ts'
import { openDatabase, type Database, type DatabaseOptions } from '../../../src/persistence/database.ts'
import { createClock } from '../../../src/runtime/clock.ts'
import { letAllBeginYoung } from '../../../src/runtime/collector.ts'
import { createIds } from '../../../src/runtime/ids.ts'

// As the service does.
letAllBeginYoung()

const clock = createClock()
const ids = createIds(clock)

export interface Show {
  tenantId: string
  sessionId: string
  productId: string
}

/** An engine on a database, with shows to sell in and a count of what it announced. */
export class EngineBench {
  readonly database: Database
  readonly engine: RunningEngine
  /** Comments decided, committed and announced. */
  announced = 0
  private comments = 0

  private constructor(database: Database, engine: RunningEngine) {
    this.database = database
    this.engine = engine
  }

  static async open(options: DatabaseOptions): Promise<EngineBench> {
    const database = await openDatabase(options)
    const events = createEventBus()
    const silent = { info: ignore, warn: console.warn, error: console.error }
    const engine = await createEngine({
      database,
      events,
      clock,
      ids,
      log: silent,
      owner: `bench ${String(process.pid)}`,
      backlogMax: 500_000,
      appendCommentsMax: 1_000,
      batchEntriesMax: 1_000,
      commandTimeoutMs: 60_000,
      matchByPlatformId: false,
      wakeOutbox: ignore,
      onFenced: (error) => {
        throw error
      },
    })
    const bench = new EngineBench(database, engine)
    events.subscribe((_, frames) => {
      for (const frame of frames) if (frame.type === 'comment.new') bench.announced++
    })
    return bench
  }

  /** Tenants with a live session and a product each, made in bulk. */
  async shows(count: number): Promise<Show[]> {
    const shows = Array.from({ length: count }, () => ({
      tenantId: ids.next(),
      sessionId: ids.next(),
      productId: ids.next(),
    }))
    const column = (of: (show: Show) => string): string[] => shows.map(of)
    const { sql } = this.database
    await sql.query(
      `insert into tenant (id, name, slug, email, password_hash, api_key, api_secret_hash, webhook_secret, created_at, updated_at)
       select id, 'Bench', id::text, id::text, '', id::text, '', '', now(), now() from unnest($1::uuid[]) as t (id)`,
      [column((show) => show.tenantId)],
    )
    await sql.query(
      `insert into live_session (id, tenant_id, title, status, started_at, started_at_position, created_at, updated_at)
       select id, tenant, 'Bench', 'live', now(), 0, now(), now() from unnest($1::uuid[], $2::uuid[]) as s (id, tenant)`,
      [column((show) => show.sessionId), column((show) => show.tenantId)],
    )
    await sql.query(
      `insert into product (id, tenant_id, name, image_url, stock_quantity, status, created_at, updated_at)
       select id, tenant, 'Ring', '', 5, 'available', now(), now() from unnest($1::uuid[], $2::uuid[]) as p (id, tenant)`,
      [column((show) => show.productId), column((show) => show.tenantId)],
    )
    return shows
  }

  /** Starts an auction from 0 with the smallest increment, so that every rising bid is accepted. */
  activate({ tenantId, sessionId: liveSessionId, productId }: Show): Promise<string> {
    return this.engine.activate({
      tenantId,
      liveSessionId,
      productId,
      mode: 'auction',
      startingPrice: minor(0),
      minBidIncrement: minor(1),
      timeLimitSeconds: null,
    })
  }

  /** The next bid, by one of 500 viewers. */
  bid(tenantId: string, amount: number): IncomingComment {
    const number = ++this.comments
    const viewer = number % 500
    return {
      tenantId,
      commentId: `17900000000${String(number)}`,
      username: `viewer${String(viewer)}`,
      displayName: `Viewer${String(viewer)}`,
      fromId: String(9_000_000 + viewer),
      text: `${String(amount)} TL`,
      mediaId: null,
      commentedAt: clock.now(),
    }
  }

  /** Takes comments in, `perPost` at a time with `postsAtOnce` under way, until all are announced. Seconds taken. */
  async run(comments: readonly IncomingComment[], perPost: number, postsAtOnce = 50): Promise<number> {
    const target = this.announced + comments.length
    const start = performance.now()
    let next = 0
    const worker = async (): Promise<void> => {
      while (next < comments.length) {
        const post = comments.slice(next, next + perPost)
        next += perPost
        await this.engine.takeIn(post)
      }
    }
    await Promise.all(Array.from({ length: postsAtOnce }, worker))
    while (this.announced < target) await new Promise((resolve) => setTimeout(resolve, 1))
    return (performance.now() - start) / 1_000
  }

  async close(): Promise<void> {
    await this.engine.stop()
    await this.database.close()
  }
}

function ignore(): void {
  // Nothing to tell.
}
