import { minor } from '../../../machines/money.ts'
import { createEngine, type RunningEngine } from '../../../src/engine/createEngine.ts'
import type { IncomingComment } from '../../../src/engine/Engine.ts'
import { createEventBus } from '../../../src/engine/eventBus.ts'
import type { Sql } from '../../../src/persistence/sql.ts'
import type { Clock } from '../../../src/runtime/clock.ts'
import { createIds } from '../../../src/runtime/ids.ts'
import { assertInvariants } from '../checkers/checkInvariants.ts'
import type { Heard } from '../checkers/Evidence.ts'

/** A clock that a test moves. */
export class FakeClock implements Clock {
  millis: number
  constructor(start = Date.UTC(2026, 0, 1, 12)) {
    this.millis = start
  }
  now(): number {
    return this.millis
  }
}

export interface FixtureOptions {
  sql: Sql
  clock?: Clock
  backlogMax?: number
  appendCommentsMax?: number
  commandTimeoutMs?: number
  /** False for a suite that spoils its database on purpose: what always holds is not asked of it at the end. */
  proves?: boolean
}

/** A running engine with what it announced, and rows to sell with. Its `stop` proves that what always holds, held. */
export class EngineFixture {
  readonly engine: RunningEngine
  readonly frames: Heard[]
  readonly fenced: Error[]
  readonly warnings: string[]
  private readonly sql: Sql
  private readonly clock: Clock

  private constructor(
    parts: Pick<EngineFixture, 'engine' | 'frames' | 'fenced' | 'warnings'> & { sql: Sql; clock: Clock },
  ) {
    this.engine = parts.engine
    this.frames = parts.frames
    this.fenced = parts.fenced
    this.warnings = parts.warnings
    this.sql = parts.sql
    this.clock = parts.clock
  }

  static async start(options: FixtureOptions): Promise<EngineFixture> {
    const clock = options.clock ?? new FakeClock()
    const frames: Heard[] = []
    const fenced: Error[] = []
    const warnings: string[] = []
    const events = createEventBus()
    events.subscribe((tenantId, some) => {
      for (const frame of some) frames.push({ tenantId, frame, at: clock.now() })
    })
    const note = (_: object, message: string): void => void warnings.push(message)
    const running = await createEngine({
      database: { sql: options.sql },
      events,
      clock,
      ids: createIds(clock),
      log: { info: () => undefined, warn: note, error: note },
      owner: crypto.randomUUID(),
      backlogMax: options.backlogMax ?? 10_000,
      appendCommentsMax: options.appendCommentsMax ?? 1_000,
      batchEntriesMax: 1_000,
      commandTimeoutMs: options.commandTimeoutMs ?? 10_000,
      matchByPlatformId: false,
      wakeOutbox: () => undefined,
      onFenced: (error) => fenced.push(error),
    })
    const stop = async (): Promise<void> => {
      await running.stop()
      if (options.proves === false) return
      const mayBeUndecided = fenced.length > 0
      await assertInvariants({ sql: options.sql, heard: frames, shopsListen: true, mayBeUndecided })
    }
    const engine = { ...running, stop }
    return new EngineFixture({ engine, frames, fenced, warnings, sql: options.sql, clock })
  }

  /** A tenant with a live session and a product. */
  async show({ stock = 2, settings = {} } = {}): Promise<{
    tenantId: string
    sessionId: string
    productId: string
  }> {
    const [tenantId, sessionId, productId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    await this.sql.query(
      `insert into tenant (id, name, slug, email, password_hash, api_key, api_secret_hash, webhook_secret, webhook_url, settings,
                           created_at, updated_at)
       values ($1::uuid, 'Shop', $2, $2, '', $2, '', '', 'http://localhost/', $3::jsonb, now(), now())`,
      [tenantId, tenantId, JSON.stringify(settings)],
    )
    await this.sql.query(
      `insert into live_session (id, tenant_id, title, status, created_at, updated_at)
       values ($1, $2, 'Show', 'scheduled', now(), now())`,
      [sessionId, tenantId],
    )
    await this.sql.query(
      `insert into product (id, tenant_id, name, image_url, stock_quantity, status, created_at, updated_at)
       values ($1, $2, 'Ring', '', $3, 'available', now(), now())`,
      [productId, tenantId, stock],
    )
    await this.engine.startSession({ tenantId, sessionId })
    return { tenantId, sessionId, productId }
  }

  auction(
    show: { tenantId: string; sessionId: string; productId: string },
    timeLimitSeconds: number | null = null,
  ) {
    return this.offer(show, 'auction', timeLimitSeconds)
  }

  offer(
    { tenantId, sessionId, productId }: { tenantId: string; sessionId: string; productId: string },
    mode: 'auction' | 'fixed_price',
    timeLimitSeconds: number | null = null,
  ): Promise<string> {
    return this.engine.activate({
      tenantId,
      liveSessionId: sessionId,
      productId,
      mode,
      startingPrice: minor(1_000),
      minBidIncrement: minor(100),
      timeLimitSeconds,
    })
  }

  comment(
    tenantId: string,
    text: string,
    { by = 'ayse', id, fromId }: { by?: string; id?: string; fromId?: string } = {},
  ): IncomingComment {
    const commentedAt = this.clock.now()
    return {
      tenantId,
      commentId: id ?? crypto.randomUUID(),
      username: by,
      displayName: by,
      fromId: fromId ?? `id-${by}`,
      text,
      mediaId: null,
      commentedAt,
    }
  }

  /** Types of the events announced so far, in order. */
  get told(): string[] {
    return this.frames.map(({ frame }) => frame.type)
  }

  /** Outcomes by text of the comment, in order of arrival. */
  async outcomes(tenantId: string): Promise<string[]> {
    const rows = await this.sql.query<{ text: string; said: string | null }>(
      `select i.text, coalesce(o.reason, o.outcome) as said from inbox_comment i
         left join comment_outcome o on o.partition = i.partition and o.position = i.position
        where i.tenant_id = $1 order by i.position`,
      [tenantId],
    )
    return rows.map((row) => `${row.text}: ${row.said ?? 'undecided'}`)
  }

  /** Everything acknowledged is decided and announced. */
  async settled(tenantId: string): Promise<void> {
    // A command is decided behind all that came before it.
    await this.engine.viewerChanged({ tenantId, viewerId: crypto.randomUUID() })
  }
}
