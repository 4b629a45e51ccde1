import { minor } from '../../../machines/money.ts'
import type { IncomingComment } from '../../../src/engine/Engine.ts'
import type { Sql } from '../../../src/persistence/sql.ts'
import type { Random } from '../../../src/simulator/random.ts'
import { assertInvariants } from '../checkers/checkInvariants.ts'
import { compareWithNaiveShow } from './NaiveShow.ts'
import {
  emptyDatabase,
  openShop,
  randomId,
  randomSettings,
  VIEWERS,
  type Shop,
  type ViewerState,
} from './Shop.ts'
import { Simulation, type Faults } from './Simulation.ts'

export interface StoryOptions {
  seed: string
  sql: Sql
  steps: number
  faults: Faults
  /** Also kills, replaces and misleads processes between the steps. */
  isRough: boolean
}

const WORDS = ['so pretty', 'hello', 'mine', 'mine', 'mine'] as const

/** A random show of a few shops, told step by step to a simulation. */
export class Story {
  readonly simulation: Simulation
  private readonly options: StoryOptions
  private readonly random: Random
  private readonly sql: Sql
  private shops: Shop[] = []
  private readonly viewers: ViewerState[] = []
  private readonly items: { tenantId: string; itemId: string }[] = []
  private readonly said: IncomingComment[] = []
  /** Comments that were not acknowledged: the platform delivers them again. */
  private readonly refused = new Set<IncomingComment>()
  /** Changes of rows that the engine was told of without an answer: the seller's page asks again. */
  private readonly untold = new Map<string, () => void>()
  private price = 10

  constructor(options: StoryOptions) {
    this.options = options
    this.sql = options.sql
    this.simulation = new Simulation(`${options.seed} service`, options.sql, options.faults)
    this.random = this.simulation.random.fork('story')
  }

  /**
   * Plays the story to its end and compares.
   * @throws Error that lists what does not hold
   */
  async play(): Promise<void> {
    const { simulation, random } = this
    await emptyDatabase(this.sql)
    for (let shop = 1 + random.int(2); shop > 0; shop--) this.shops.push(await openShop(this.sql, random))
    for (const { tenantId } of this.shops)
      this.viewers.push({ tenantId, username: 'mia', since: -1, isBlocked: false, isMatched: true })
    simulation.time.install()
    try {
      simulation.start()
      for (let step = 0; step < this.options.steps; step++) {
        for (let turns = random.int(6); turns > 0; turns--) await simulation.turn()
        if (this.options.isRough) this.trouble()
        await this.step()
      }
      await this.end()
    } finally {
      simulation.time.uninstall()
    }
    await this.compare()
  }

  private async step(): Promise<void> {
    const { random } = this
    const kind = random.int(100)
    if (kind < 55) this.speak()
    else if (kind < 68) this.activate()
    else if (kind < 73) this.close()
    else if (kind < 78) this.extend()
    else if (kind < 83) await this.changeStock()
    else if (kind < 88) await this.changeSettings()
    else if (kind < 92) await this.changeViewer()
    else if (kind < 95) this.session(random.chance(0.5) ? 'startSession' : 'endSession')
    else await this.simulation.time.advance(random.int(15_000), () => Promise.resolve())
  }

  /** Kills, replaces or misleads the process. */
  private trouble(): void {
    const { simulation, random } = this
    if (random.chance(0.03)) simulation.crash()
    if (random.chance(0.03)) simulation.start()
    if (random.chance(0.03)) simulation.time.jumpWall(random.int(120_000) - 60_000)
  }

  private speak(): void {
    const { random } = this
    const { tenantId, sessions } = random.pick(this.shops)
    const comments = Array.from({ length: 1 + random.int(3) }, () => {
      const again = this.said.filter((one) => one.tenantId === tenantId)
      if (again.length > 0 && random.chance(0.2)) return random.pick(again)
      const by = random.pick(VIEWERS)
      const text = random.chance(0.6) ? String((this.price += random.int(14) - 2)) : random.pick(WORDS)
      const mediaId = random.chance(0.5) ? null : random.pick(sessions).mediaId
      return this.comment(tenantId, text, by, mediaId)
    })
    this.post(random.shuffle(comments))
  }

  private comment(tenantId: string, text: string, by: string, mediaId: string | null): IncomingComment {
    const commentedAt = this.simulation.time.now
    const common = { tenantId, text, mediaId, commentedAt, username: by, displayName: by }
    const comment = { ...common, commentId: randomId(this.random), fromId: `id-${by}` }
    this.said.push(comment)
    return comment
  }

  private post(comments: readonly IncomingComment[]): void {
    for (const comment of comments) this.refused.add(comment)
    this.simulation.ask(
      (engine) => engine.takeIn(comments),
      () => {
        for (const comment of comments) {
          this.refused.delete(comment)
          this.simulation.acknowledged.push(comment)
        }
      },
      () => undefined,
    )
  }

  private activate(): void {
    const { random } = this
    const { tenantId, sessions, products } = random.pick(this.shops)
    const mode = random.pick(['auction', 'auction', 'fixed_price'] as const)
    this.price = 10
    const command = {
      tenantId,
      liveSessionId: random.chance(0.8) ? (sessions[0]?.id ?? '') : random.pick(sessions).id,
      productId: random.pick(products),
      mode,
      startingPrice: minor(random.pick([0, 1_000])),
      minBidIncrement: random.pick([null, minor(100), minor(250)]),
      timeLimitSeconds: random.pick([null, 5, 20, 60, 86_400]),
    }
    this.simulation.ask(
      (engine) => engine.activate(command),
      (itemId) => {
        this.items.push({ tenantId, itemId: String(itemId) })
        this.simulation.answered.push({ command: 'activate', tenantId, itemId: String(itemId) })
      },
      () => undefined,
    )
  }

  private close(): void {
    const item = this.recentItem()
    if (item === undefined) return
    this.simulation.ask(
      (engine) => engine.close(item),
      () => this.simulation.answered.push({ command: 'close', ...item }),
      () => undefined,
    )
  }

  private extend(): void {
    const item = this.recentItem()
    if (item === undefined) return
    const seconds = 1 + this.random.int(20)
    this.simulation.ask(
      (engine) => engine.extend({ ...item, seconds }),
      () => this.simulation.answered.push({ command: 'extend', ...item }),
      () => undefined,
    )
  }

  private recentItem(): { tenantId: string; itemId: string } | undefined {
    return this.items.length === 0 ? undefined : this.random.pick(this.items.slice(-3))
  }

  private session(command: 'startSession' | 'endSession'): void {
    const { tenantId, sessions } = this.random.pick(this.shops)
    const sessionId = this.random.pick(sessions).id
    this.simulation.ask(
      (engine) => engine[command]({ tenantId, sessionId }),
      () => this.simulation.answered.push({ command, tenantId, sessionId }),
      () => undefined,
    )
  }

  private async changeStock(): Promise<void> {
    const { tenantId, products } = this.random.pick(this.shops)
    const productId = this.random.pick(products)
    const stock = this.random.int(5)
    await this.sql.query('update product set stock_quantity = $2 where id = $1', [productId, stock])
    this.tell(`product ${productId}`, (engine) => engine.productChanged({ tenantId, productId }))
  }

  private async changeSettings(): Promise<void> {
    const { tenantId } = this.random.pick(this.shops)
    const settings = JSON.stringify(randomSettings(this.random))
    await this.sql.query('update tenant set settings = $2::jsonb where id = $1', [tenantId, settings])
    this.tell(`tenant ${tenantId}`, (engine) => engine.tenantChanged({ tenantId }))
  }

  /** Tells the engine that a row changed; when it refuses, the teller asks again later. */
  private tell(name: string, work: Parameters<Simulation['ask']>[0]): void {
    const again = (): void => {
      this.tell(name, work)
    }
    this.untold.delete(name)
    const { lives } = this.simulation
    const told = lives.length
    this.simulation.ask(
      work,
      () => undefined,
      () => {
        // One that starts later reads the rows; one that is starting may have read them before they were changed.
        if (lives.length === told && this.simulation.isAlive) this.untold.set(name, again)
      },
    )
  }

  /** Between two quiet moments, so that it is certain for which comments it counts. */
  private async changeViewer(): Promise<void> {
    const { simulation, random, sql } = this
    await simulation.quiet()
    const { tenantId } = random.pick(this.shops)
    const username = random.pick(VIEWERS)
    const rows = await sql.query<{ id: string; isMatched: boolean; since: string }>(
      `update viewer set is_blocked = $3, email = case when $4 then 'a@example.com' end
        where tenant_id = $1 and social_username = $2
        returning id, email is not null as "isMatched", (select coalesce(max(position), 0) from inbox_comment)::text as since`,
      [tenantId, username, random.chance(0.5), random.chance(0.5)],
    )
    const [row] = rows
    if (row === undefined) return
    if (rows.length > 1) simulation.surprises.push(`@${username} is ${String(rows.length)} viewers`)
    const isBlocked =
      (await sql.query('select 1 from viewer where id = $1 and is_blocked', [row.id])).length > 0
    this.viewers.push({ tenantId, username, since: Number(row.since), isBlocked, isMatched: row.isMatched })
    this.tell('viewer', (engine) => engine.viewerChanged({ tenantId, viewerId: row.id }))
    if (random.chance(0.5)) {
      // Right behind the change, in the same batch where there is one.
      this.post([this.comment(tenantId, String((this.price += 12)), username, null)])
      return
    }
    await simulation.quiet()
    await this.tellAgain()
  }

  private async tellAgain(): Promise<void> {
    while (this.untold.size > 0) {
      for (const again of [...this.untold.values()]) again()
      await this.simulation.quiet()
    }
  }

  /** What was refused comes again, deadlines pass, and everything comes to rest; the rough times are over. */
  private async end(): Promise<void> {
    const { simulation, random } = this
    simulation.isCalm = this.options.isRough
    await simulation.quiet()
    await this.tellAgain()
    while (this.refused.size > 0) {
      this.post(random.shuffle([...this.refused]))
      await simulation.quiet()
    }
    await simulation.pass(30_000)
    if (random.chance(0.5)) return
    simulation.crash()
    await simulation.quiet()
    await simulation.pass(0)
  }

  private async compare(): Promise<void> {
    const { simulation, sql } = this
    const { acknowledged, answered, heard, committed, surprises, lives } = simulation
    const now = lives.at(-1)?.clock.now() ?? 0
    const differences = await compareWithNaiveShow(sql, this.shops, this.viewers, now)
    const stale = await followers(sql)
    const found = [...surprises, ...differences, ...stale]
    if (found.length > 0) throw new Error(found.join('\n  '))
    await assertInvariants({ sql, acknowledged, answered, heard, committed, shopsListen: true })
  }
}

/** Running items that do not follow the rows they depend on. */
async function followers(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ line: string }>(
    `select format('item %s has stock %s, its product %s', i.id, i.stock_quantity, p.stock_quantity) as line
       from auction_item i join product p on p.id = i.product_id
      where i.status in ('active', 'countdown') and i.stock_quantity <> p.stock_quantity
     union all
     select format('item %s goes by %s, its tenant by %s', i.id, r.rules, t.settings)
       from auction_item i join tenant t on t.id = i.tenant_id
      cross join lateral (
        select coalesce(e.data -> 'event' -> 'rules', e.data -> 'event' -> 'input' -> 'rules') as rules
          from item_event e where e.item_id = i.id and e.type in ('activate', 'rules')
         order by e.sequence desc limit 1) as r
      where i.status in ('active', 'countdown')
        and (r.rules -> 'countdownSeconds', r.rules -> 'maxBidFactor', r.rules -> 'antiSnipe' -> 'extendSeconds')
         <> (t.settings -> 'countdownSeconds', t.settings -> 'maxBidFactor', t.settings -> 'antiSnipe' -> 'extendSeconds')`,
  )
  return rows.map(({ line }) => line)
}
