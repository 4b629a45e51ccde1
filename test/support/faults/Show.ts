import { randomUUID } from 'node:crypto'
import { createClient } from '../../../src/client/index.ts'
import type { AuctionItem, Product } from '../../../src/protocol/resources.ts'
import type { Sql } from '../../../src/persistence/sql.ts'
import type { Random } from '../../../src/simulator/random.ts'
import type { Answered } from '../checkers/Evidence.ts'

export const STARTING_PRICE = 10
export const INCREMENT = 5

/** A live session with the item that is offered in it. */
export interface Stall {
  tenantId: string
  accountId: string
  mediaId: string
  sessionId: string
  product: Product
  mode: 'auction' | 'fixed_price'
  item: AuctionItem | undefined
  accessToken: string
}

export interface ShowOptions {
  /** The node that answers just now. */
  url(): string
  sql: Sql
  random: Random
  tenants: number
  /** Seconds that an item runs, drawn anew for each; null: until it is closed. */
  seconds(random: Random): number | null
}

/** Several shops on air at once, each with an auction and a fixed-price sale in sessions of their own. */
export class Show {
  readonly stalls: Stall[] = []
  /** Every item that was activated, its answer received. */
  readonly items: AuctionItem[] = []
  /** Every command that was answered with success. */
  readonly answered: Answered[] = []
  readonly #random: Random
  readonly #seconds: ShowOptions['seconds']
  readonly #url: () => string

  private constructor({ random, seconds, url }: ShowOptions) {
    this.#url = url
    this.#random = random.fork('show')
    this.#seconds = seconds
  }

  /** Sets it up at a running service. */
  static async open(options: ShowOptions): Promise<Show> {
    const show = new Show(options)
    for (let shop = 1; shop <= options.tenants; shop++) await show.#addShop(options.sql, shop)
    return show
  }

  /** Puts an item on offer wherever none runs; a service that is away just now leaves it for the next call. */
  async offer(): Promise<void> {
    await Promise.all(this.stalls.map((stall) => this.#offerAt(stall)))
  }

  /** Closes an item at one node, once. Resolves with whether that was answered with success. */
  async closeOne(url: string): Promise<boolean> {
    const stall = this.stalls.find(({ item }) => item !== undefined)
    if (stall?.item === undefined) throw new Error('No item is on offer')
    const client = createClient({ baseUrl: url, accessToken: stall.accessToken })
    return client.close(stall.item.id).then(
      () => true,
      () => false,
    )
  }

  async #addShop(sql: Sql, shop: number): Promise<void> {
    const client = createClient({ baseUrl: this.#url() })
    const { tenant, accessToken } = await client.register({
      name: `Shop ${String(shop)}`,
      email: `${randomUUID()}@shop.test`,
      password: 'a long password',
    })
    const accountId = randomUUID()
    await sql.query(
      `update tenant set social_account_id = $2, webhook_url = 'http://127.0.0.1:9/shop' where id = $1`,
      [tenant.id, accountId],
    )
    for (const mode of ['auction', 'fixed_price'] as const) {
      const mediaId = randomUUID()
      const session = await client.createSession({ socialMediaId: mediaId })
      await client.startSession(session.id)
      this.answered.push({ command: 'startSession', tenantId: tenant.id, sessionId: session.id })
      const product = await client.createProduct({
        name: `Vase ${String(shop)}`,
        stockQuantity: 20 + this.#random.int(20),
        minBidIncrement: INCREMENT,
      })
      const stall = { tenantId: tenant.id, accountId, mediaId, sessionId: session.id, product, mode }
      this.stalls.push({ ...stall, item: undefined, accessToken })
    }
  }

  async #offerAt(stall: Stall): Promise<void> {
    const { accessToken, product, sessionId, mode, tenantId } = stall
    const client = createClient({ baseUrl: this.#url(), accessToken, timeoutMs: 3_000 })
    try {
      if (stall.item !== undefined) {
        const { status } = await client.auction(stall.item.id)
        if (status === 'active' || status === 'countdown') return
      }
      const item = await client.activate({
        productId: product.id,
        liveSessionId: sessionId,
        mode,
        startingPrice: STARTING_PRICE,
        timeLimitSeconds: this.#seconds(this.#random),
      })
      stall.item = item
      this.items.push(item)
      this.answered.push({ command: 'activate', tenantId, itemId: item.id })
    } catch {
      // It died meanwhile: whether the item is on offer is not known, and nothing was promised.
    }
  }
}
