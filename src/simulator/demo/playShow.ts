import { allOf, createClient, openEvents, type Client } from '../../client/index.ts'
import type { ServerEvent } from '../../protocol/events.ts'
import { createCrowd, type Line, type Mood } from '../crowd/crowd.ts'
import { connectAsBrowser, platformControl, type PlatformControl } from './PlatformControl.ts'
import type { Screen } from './Screen.ts'

export interface ShowOptions {
  serviceUrl: string
  platformUrl: string
  seed: string
  viewers: number
  /** Comments a second; null as fast as they are acknowledged. */
  perSecond: number | null
  screen: Screen
}

export interface ShowResult {
  winner: string | null
  finalPrice: number
  claimants: string[]
  commentsSent: number
  /** Comments that have no outcome at the end. */
  commentsLost: number
  bidsAccepted: number
  replies: number
  /** From the post of a webhook to the event of its comment on the WebSocket, ms. */
  latencies: number[]
}

const COMMENTS_PER_ITEM = 60
const AUCTION_SECONDS = 20
const WAIT_MS_MAX = 60_000

/** Plays a whole show over the public interfaces alone: an auction, then a fixed-price item. */
export async function playShow(options: ShowOptions): Promise<ShowResult> {
  const { serviceUrl, platformUrl, seed, screen } = options
  const client = createClient({ baseUrl: serviceUrl })
  const platform = platformControl(platformUrl)

  screen.title('Setting up')
  const name = 'Çiçek & Co'
  const registration = await client.register({
    name,
    email: `seller-${crypto.randomUUID()}@example.com`,
    password: 'a long password',
  })
  screen.step('registered', `${name} as ${registration.tenant.slug}`)
  const username = await connectAsBrowser(serviceUrl, registration.accessToken)
  screen.step('connected', `@${username} on the stand-in platform`)
  const accountId = await platform.accountIdOf(username)
  const ring = await client.createProduct({ name: 'Silver ring', stockQuantity: 1, minBidIncrement: 5 })
  const mug = await client.createProduct({ name: 'Blue mug', stockQuantity: 4 })
  screen.step('products', `${ring.name}, ${mug.name} (${String(mug.stockQuantity)} in stock)`)
  const session = await client.createSession({ title: 'Evening show' })
  await client.startSession(session.id)
  screen.step('live', session.title)

  const events: ServerEvent[] = []
  const sentAt = new Map<string, number>()
  const arrivedAt = new Map<string, number>()
  const stopEvents = await openEvents({
    baseUrl: serviceUrl,
    accessToken: registration.accessToken,
    onEvent(event) {
      events.push(event)
      if (event.type === 'comment.new') {
        arrivedAt.set(`${event.data.timestamp} ${event.data.socialUsername}`, Date.now())
      }
      screen.event(event)
    },
  })
  const replies = followReplies(platform, screen)
  const crowd = createCrowd({ seed, viewers: options.viewers })
  let commentsSent = 0

  const perform = async (mood: Mood, price: number): Promise<void> => {
    for (const line of crowd.script(mood, COMMENTS_PER_ITEM, price)) {
      const before = performance.now()
      commentsSent += await speak(platform, accountId, line, sentAt)
      if (options.perSecond !== null) await pause(1_000 / options.perSecond - (performance.now() - before))
    }
  }

  try {
    screen.title('Auction: Silver ring')
    const auction = await client.activate({
      productId: ring.id,
      liveSessionId: session.id,
      mode: 'auction',
      startingPrice: 20,
      // In a hurry nobody waits for the clock, and none must end the auction before the last comment.
      timeLimitSeconds: options.perSecond === null ? null : AUCTION_SECONDS,
    })
    await perform('auction', 20)
    if (options.perSecond === null) await client.close(auction.id)
    await until('the end of the auction', () => ended(events, auction.id))
    screen.title('Fixed price: Blue mug')
    const sale = await client.activate({
      productId: mug.id,
      liveSessionId: session.id,
      mode: 'fixed_price',
      startingPrice: 12.5,
    })
    await perform('fixed_price', 12.5)
    await client.close(sale.id)
    await until('the end of the sale', () => ended(events, sale.id))
    // What is still to be answered when a show ends stays unanswered.
    await until('the last reply', async () =>
      (await client.results(session.id)).items.every((result) => result.replies.pending === 0),
    )
    await replies.read()
    await client.endSession(session.id)
    return await summarise(
      client,
      { sessionId: session.id, auctionId: auction.id, saleId: sale.id },
      events,
      {
        commentsSent,
        replies: replies.count(),
        latencies: [...sentAt].map(([key, sent]) => (arrivedAt.get(key) ?? sent) - sent),
      },
    )
  } finally {
    replies.stop()
    stopEvents()
  }
}

/** Posts one line and waits for the acknowledgement, so that the order of the show is the script's. */
async function speak(
  platform: PlatformControl,
  accountId: string,
  { username, text }: Line,
  sentAt: Map<string, number>,
): Promise<number> {
  const posted = await platform.comment(accountId, [{ username, text }])
  for (const comment of posted) {
    if (!comment.acknowledged) throw new Error('The service does not listen to the account')
    sentAt.set(`${new Date(comment.timestamp).toISOString()} ${username.toLowerCase()}`, comment.sentAt)
  }
  return posted.length
}

const ended = (events: readonly ServerEvent[], id: string): boolean =>
  events.some((event) => event.type === 'auction.ended' && event.data.id === id)

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))

async function until(what: string, reached: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_MS_MAX
  while (!(await reached())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`)
    await pause(50)
  }
}

const REPLY_POLL_MS = 250

function followReplies(platform: PlatformControl, screen: Screen) {
  let seen = 0
  const read = async (): Promise<void> => {
    for (const reply of await platform.replies(seen)) {
      // Another reading at the same time has told of it.
      if (reply.sequence <= seen) continue
      seen = reply.sequence
      screen.reply(reply.username, reply.message)
    }
  }
  // A poll that fails is made good by the next one.
  const timer = setInterval(() => void read().catch(() => undefined), REPLY_POLL_MS)
  return {
    count: () => seen,
    read,
    stop(): void {
      clearInterval(timer)
    },
  }
}

async function summarise(
  client: Client,
  ids: { sessionId: string; auctionId: string; saleId: string },
  events: readonly ServerEvent[],
  counts: Pick<ShowResult, 'commentsSent' | 'replies' | 'latencies'>,
): Promise<ShowResult> {
  const comments = await allOf((cursor) =>
    client.comments(ids.sessionId, { limit: 100, ...(cursor === undefined ? {} : { cursor }) }),
  )
  const decided = comments.filter((comment) => comment.outcome !== null)
  const sold = events.find((event) => event.type === 'auction.ended' && event.data.id === ids.auctionId)
  const claims = await client.bids(ids.saleId)
  return {
    winner: sold?.type === 'auction.ended' ? (sold.data.winnerSocialUsername ?? null) : null,
    finalPrice: sold?.type === 'auction.ended' ? sold.data.finalPrice : 0,
    claimants: claims.filter((claim) => claim.status === 'won').map((claim) => claim.socialUsername),
    commentsLost: counts.commentsSent - decided.length,
    bidsAccepted: (await client.bids(ids.auctionId)).length,
    ...counts,
  }
}
