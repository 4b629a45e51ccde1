import { createClient } from '../../../src/client/index.ts'
import { signatureOf } from '../../../src/edge/webhooks/signature.ts'
import { ServiceProcess } from '../../../src/simulator/demo/ServiceProcess.ts'
import { connectAsBrowser, platformControl } from '../../../src/simulator/demo/PlatformControl.ts'
import type { Store } from '../stores.ts'
import { EventTap } from './EventTap.ts'
import { HttpLoad } from './HttpLoad.ts'

export const SECRET = 'bench-app-secret'
export const CONNECTIONS = 128

/** A signed webhook of bids, and the highest of them, which is told of on the WebSocket once it is stored. */
export interface Post {
  body: string
  signature: string
  last: number
}

/** The service in a process of its own, one seller with a live session, and the platform's posts to it. */
export class LineBench {
  readonly load: HttpLoad
  private readonly service: ServiceProcess
  private readonly seller: Seller
  private readonly accountId: string
  private amount = 0
  private comment = Date.now()
  private itemId: string | undefined

  private constructor(
    parts: Pick<LineBench, 'load'> & {
      service: ServiceProcess
      seller: Seller
      accountId: string
    },
  ) {
    this.load = parts.load
    this.service = parts.service
    this.seller = parts.seller
    this.accountId = parts.accountId
  }

  static async start(store: Store): Promise<LineBench> {
    const { url, dataDir } = await store.create()
    const env = { SOCIAL_APP_SECRET: SECRET, ...(url === undefined ? {} : { DATABASE_URL: url }) }
    const service = await ServiceProcess.start({ env, ...(dataDir === undefined ? {} : { dataDir }) })
    const seller = await openSeller(service.url)
    const username = await connectAsBrowser(service.url, seller.accessToken)
    const accountId = await platformControl(service.platformUrl).accountIdOf(username)
    const load = await HttpLoad.open(new URL('/api/v1/webhooks/social', service.url), CONNECTIONS)
    return new LineBench({ service, seller, accountId, load })
  }

  /** Whether viewers are answered; the platform that takes the answers runs in the service's own process. */
  async autoReplies(enabled: boolean): Promise<void> {
    const response = await fetch(new URL('/api/v1/tenant', this.service.url), {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${this.seller.accessToken}`,
      },
      body: JSON.stringify({ settings: { autoReply: { enabled } } }),
    })
    if (!response.ok) throw new Error(`HTTP ${String(response.status)}`)
  }

  /** When the bid of each amount on the running item was announced, ms. */
  announcedAt(): Map<number, number> {
    return this.seller.events.bidsAnnouncedAt()
  }

  /** Waits until all posts of the running item are decided, also those that were acknowledged only. */
  decided(): Promise<void> {
    return this.seller.events.decided(this.amount)
  }

  /** Ends the running item and puts the next one on offer, from 0 with the smallest increment. */
  async newItem(): Promise<void> {
    const { client, sessionId, events } = this.seller
    if (this.itemId !== undefined) await client.close(this.itemId)
    const product = await client.createProduct({ name: 'Ring' })
    this.amount = 0
    events.forget()
    const item = await client.activate({
      productId: product.id,
      liveSessionId: sessionId,
      mode: 'auction',
      startingPrice: 0,
      minBidIncrement: 0.01,
    })
    this.itemId = item.id
  }

  /** The next bids, each higher than the one before, by one of 300 viewers. */
  post(comments: number): Post {
    const changes = Array.from({ length: comments }, () => {
      this.comment++
      this.amount++
      const viewer = this.comment % 300
      const from = { id: String(viewer), username: `viewer${String(viewer)}` }
      const timestamp = this.comment
      const text = String(this.amount)
      return {
        field: 'live_comments',
        value: { from, media: { id: 'm' }, id: String(timestamp), text, timestamp },
      }
    })
    const body = JSON.stringify({ object: 'social', entry: [{ id: this.accountId, time: 1, changes }] })
    return { body, signature: signatureOf(body, SECRET), last: this.amount }
  }

  posts(count: number, comments: number): Post[] {
    return Array.from({ length: count }, () => this.post(comments))
  }

  /**
   * Sends posts evenly spaced. Returns, for each whose last bid was accepted, the milliseconds from sending the webhook
   * to receiving the event; on many connections some overtake others, whose bids are then too low.
   */
  async latencies(posts: readonly Post[], everyMs: number): Promise<number[]> {
    const start = performance.now()
    const sentAt = new Map<number, number>()
    const sending: Promise<void>[] = []
    for (const [index, post] of posts.entries()) {
      const wait = start + index * everyMs - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      sentAt.set(post.last, performance.now())
      sending.push(this.load.send(post))
    }
    await Promise.all(sending)
    await new Promise((resolve) => setTimeout(resolve, 500))
    const announcedAt = this.announcedAt()
    return [...sentAt].flatMap(([last, at]) => {
      const heardAt = announcedAt.get(last)
      return heardAt === undefined ? [] : [heardAt - at]
    })
  }

  async stop(): Promise<void> {
    this.load.close()
    await this.service.stop()
  }
}

type Seller = Awaited<ReturnType<typeof openSeller>>

/** A seller who is live and follows the events. */
async function openSeller(baseUrl: string) {
  const client = createClient({ baseUrl })
  const { accessToken } = await client.register({
    name: 'Bench',
    email: 'bench@example.com',
    password: 'a long password',
  })
  const session = await client.createSession({})
  await client.startSession(session.id)
  const events = await EventTap.open(baseUrl, accessToken)
  return { client, accessToken, sessionId: session.id, events }
}
