import { createHmac, randomUUID } from 'node:crypto'
import type {
  AuctionItem,
  Bid,
  CartEvent,
  Comment,
  LiveSession,
  Page,
  Product,
  TokenPair,
  Viewer,
} from '../../../src/protocol/resources.ts'
import { eventually } from '../eventually.ts'
import { SocketClient } from '../ws/SocketClient.ts'
import type { Answer } from './Answer.ts'
import { call, type CallOptions } from './call.ts'
import { APP_SECRET, service } from './service.ts'

export interface Registered extends TokenPair {
  tenant: {
    id: string
    name: string
    slug: string
    email: string
    apiKey: string
    webhookSecret: string
    createdAt: string
  }
  apiSecret: string
}

export interface SaidOptions {
  /** The platform's id of the comment; a new one when left out. */
  id?: string
  /** The commenter's id on the platform; by default made of the username. */
  fromId?: string
  mediaId?: string
  timestamp?: unknown
  field?: string
}

export const PASSWORD = 'correct horse battery'

let accounts = 0

/** A registered tenant with what a seller does, by the public interface only. */
export class Seller {
  readonly url: string
  readonly account: Registered
  /** The connected social account. */
  accountId = ''

  private constructor(url: string, account: Registered) {
    this.url = url
    this.account = account
  }

  /** Registers a new tenant. */
  static async register(name = 'Shop', at?: string): Promise<Seller> {
    const url = at ?? (await service()).url
    const body = { name, email: `${randomUUID()}@shop.test`, password: PASSWORD }
    return new Seller(url, (await call<Registered>(url, 'POST', '/auth/register', { body })).data)
  }

  /** Registers a new tenant and connects a social account of its own. */
  static async connected(name?: string): Promise<Seller> {
    const seller = await Seller.register(name)
    await seller.connect()
    return seller
  }

  get id(): string {
    return this.account.tenant.id
  }

  call<T = unknown>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    return call<T>(this.url, method, path, { token: this.account.accessToken, ...options })
  }

  /** Grants access at the platform and comes back by the OAuth callback. */
  async connect(accountId = `account-${String(++accounts)}-${randomUUID()}`): Promise<void> {
    const { graph } = await service()
    graph.pages = [{ id: `page-of-${accountId}`, name: 'Page', social_business_account: { id: accountId } }]
    const answer = await call(this.url, 'GET', `/auth/social/callback?code=c&state=${this.id}`)
    if (answer.status !== 302) throw new Error(`Not connected: ${answer.status} ${answer.text}`)
    this.accountId = accountId
  }

  /** A whole list, page by page. */
  async pages<T>(path: string, limit: number): Promise<T[][]> {
    const pages: T[][] = []
    let query = `?limit=${limit}`
    for (;;) {
      const { data }: Answer<Page<T>> = await this.call<Page<T>>('GET', path + query)
      pages.push(data.items)
      if (data.nextCursor === null) return pages
      query = `?limit=${limit}&cursor=${encodeURIComponent(data.nextCursor)}`
    }
  }

  async product(fields: Partial<Product> = {}): Promise<Product> {
    return (
      await this.call<Product>('POST', '/products', {
        body: { name: 'Silver ring', stockQuantity: 3, ...fields },
      })
    ).data
  }

  /** A session that is live. */
  async live(fields: Partial<LiveSession> = {}): Promise<LiveSession> {
    const { data } = await this.call<LiveSession>('POST', '/sessions', {
      body: { title: 'Friday live', ...fields },
    })
    return (await this.call<LiveSession>('POST', `/sessions/${data.id}/start`)).data
  }

  activate(body: Record<string, unknown>): Promise<Answer<AuctionItem>> {
    return this.call<AuctionItem>('POST', '/auctions/activate', { body })
  }

  /** A live session with a running item. */
  async onAir(
    fields: { mode?: 'auction' | 'fixed_price'; product?: Partial<Product> } & Record<string, unknown> = {},
  ): Promise<{ session: LiveSession; product: Product; item: AuctionItem }> {
    const { product: productFields, ...rest } = fields
    const session = await this.live()
    const product = await this.product(productFields)
    const body = {
      productId: product.id,
      liveSessionId: session.id,
      mode: 'auction',
      startingPrice: 100,
      ...rest,
    }
    return { session, product, item: (await this.activate(body)).data }
  }

  item(id: string): Promise<AuctionItem> {
    return this.call<AuctionItem>('GET', `/auctions/${id}`).then((answer) => answer.data)
  }

  close(id: string): Promise<Answer<AuctionItem & { bids: Bid[] }>> {
    return this.call('PUT', `/auctions/${id}/close`)
  }

  bids(id: string): Promise<Required<Bid>[]> {
    return this.call<Required<Bid>[]>('GET', `/auctions/${id}/bids`).then((answer) => answer.data)
  }

  cartEvents(): Promise<CartEvent[]> {
    return this.call<Page<CartEvent>>('GET', '/cart-events').then((answer) => answer.data.items)
  }

  viewers(): Promise<Viewer[]> {
    return this.call<Page<Viewer>>('GET', '/viewers').then((answer) => answer.data.items)
  }

  async viewer(username: string): Promise<Viewer> {
    return eventually(async () =>
      (await this.viewers()).find((viewer) => viewer.socialUsername === username),
    ).then((found) => found as Viewer)
  }

  /** The payload of a comment as the platform posts it. */
  payload(username: string, text: string, said: SaidOptions = {}): { object: string; entry: unknown[] } {
    const {
      id = randomUUID(),
      fromId = `id-of-${username}`,
      mediaId = 'media-1',
      field = 'live_comments',
    } = said
    const timestamp = 'timestamp' in said ? said.timestamp : Date.now()
    const value = { from: { id: fromId, username }, media: { id: mediaId }, id, text, timestamp }
    return {
      object: 'social',
      entry: [{ id: this.accountId, time: 1_700_000_000, changes: [{ field, value }] }],
    }
  }

  /** Posts a signed payload to the inbound webhook. */
  post(payload: unknown): Promise<Answer> {
    const raw = JSON.stringify(payload)
    return call(this.url, 'POST', '/webhooks/social', { raw, headers: { 'x-hub-signature-256': sign(raw) } })
  }

  /** A viewer comments; acknowledged when this resolves. Returns the comment's id. */
  async say(username: string, text: string, said: SaidOptions = {}): Promise<string> {
    const id = said.id ?? randomUUID()
    const answer = await this.post(this.payload(username, text, { ...said, id }))
    if (answer.text !== 'EVENT_RECEIVED') throw new Error(`Answered ${answer.status} ${answer.text}`)
    return id
  }

  /** What became of a comment, once it is decided. */
  async outcome(session: { id: string }, commentId: string): Promise<Comment> {
    return eventually(async () => {
      const { data } = await this.call<Page<Comment>>('GET', `/sessions/${session.id}/comments?limit=100`)
      return data.items.find(({ id, outcome }) => id === commentId && outcome !== null)
    }).then((comment) => comment as Comment)
  }

  /** A viewer comments and the comment is decided: `bid_accepted`, `ignored bid_too_low`… */
  async tell(
    session: { id: string },
    username: string,
    text: string,
    said: SaidOptions = {},
  ): Promise<string> {
    const { outcome, reason } = await this.outcome(session, await this.say(username, text, said))
    return [outcome, reason].filter((word) => word !== null).join(' ')
  }

  /** The real-time events of this tenant, from now on. */
  async listen(): Promise<SocketClient> {
    const client = await SocketClient.connect(`${this.url.replace('http', 'ws')}/api/v1/ws`, {
      token: this.account.accessToken,
    })
    await client.ready()
    return client
  }
}

/** `x-hub-signature-256` of a body. */
export const sign = (raw: string | Uint8Array, secret = APP_SECRET): string =>
  `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`
