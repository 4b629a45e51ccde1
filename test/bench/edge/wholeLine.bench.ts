/**
 * The whole line on PostgreSQL, the service in a process of its own: signed webhook → durable inbox → commit → event on
 * a WebSocket. Comments a second with 1, 20 and 200 comments a post, latency at half that load, the ratio to a bare Koa
 * app that checks the same signature, and a burst of 1,000 bids within 500 ms. Auto-replies are off, but for the last
 * line: the stand-in platform that takes them runs in the service's own process.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Pool } from 'undici'
import { createClient, openEvents } from '../../../src/client/index.ts'
import { signatureOf } from '../../../src/edge/webhooks/signature.ts'
import { ServiceProcess } from '../../../src/simulator/demo/ServiceProcess.ts'
import { connectAsBrowser, platformControl } from '../../../src/simulator/demo/PlatformControl.ts'
import { PostgresServer } from '../../support/postgres.ts'
import { openDatabase } from '../../../src/persistence/database.ts'
import { percentile, progress, report, type Figure } from '../report.ts'

const SECRET = 'bench-app-secret'
const CONNECTIONS = 128
/** Enough for the compilers to have settled, in the service as in the bare app. */
const POSTS = { 1: 24_000, 20: 2_000, 200: 200 } as const

const server = await PostgresServer.start()
const url = await server.createDatabase()
const service = await ServiceProcess.start({ env: { DATABASE_URL: url, SOCIAL_APP_SECRET: SECRET } })
const client = createClient({ baseUrl: service.url })
const { accessToken } = await client.register({
  name: 'Bench',
  email: 'bench@example.com',
  password: 'a long password',
})
const username = await connectAsBrowser(service.url, accessToken)
const accountId = await platformControl(service.platformUrl).accountIdOf(username)
async function autoReplies(enabled: boolean): Promise<void> {
  const response = await fetch(new URL('/api/v1/tenant', service.url), {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ settings: { autoReply: { enabled } } }),
  })
  if (!response.ok) throw new Error(`HTTP ${String(response.status)}`)
}

await autoReplies(false)
const session = await client.createSession({})
await client.startSession(session.id)

/** When the bid of an amount was announced, ms. */
const announcedAt = new Map<number, number>()
await openEvents({
  baseUrl: service.url,
  accessToken,
  onEvent(event) {
    if (event.type === 'bid.new') announcedAt.set(event.data.amount, performance.now())
  },
})

let amount = 0
let comment = Date.now()
function post(comments: number): { body: string; signature: string; last: number } {
  const changes = Array.from({ length: comments }, () => {
    comment++
    amount++
    const viewer = comment % 300
    const from = { id: String(viewer), username: `viewer${String(viewer)}` }
    return {
      field: 'live_comments',
      value: { from, media: { id: 'm' }, id: String(comment), text: String(amount), timestamp: comment },
    }
  })
  const body = JSON.stringify({ object: 'social', entry: [{ id: accountId, time: 1, changes }] })
  return { body, signature: signatureOf(body, SECRET), last: amount }
}

async function newItem(): Promise<void> {
  const product = await client.createProduct({ name: 'Ring' })
  const auctions = await fetch(
    new URL(`/api/v1/auctions?sessionId=${session.id}&status=active`, service.url),
    {
      headers: { authorization: `Bearer ${accessToken}` },
    },
  )
  const { data } = (await auctions.json()) as { data: { items: { id: string }[] } }
  for (const running of data.items) await client.close(running.id)
  amount = 0
  announcedAt.clear()
  await client.activate({
    productId: product.id,
    liveSessionId: session.id,
    mode: 'auction',
    startingPrice: 0,
    minBidIncrement: 0.01,
  })
}

async function send(
  pool: Pool,
  path: string,
  { body, signature }: { body: string; signature: string },
): Promise<void> {
  const response = await pool.request({
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    body,
  })
  await response.body.dump()
  if (response.statusCode !== 200) throw new Error(`HTTP ${String(response.statusCode)}`)
}

/** Seconds to get all posts acknowledged, one after the other on each connection. */
async function flood(
  pool: Pool,
  path: string,
  posts: readonly { body: string; signature: string }[],
): Promise<number> {
  let next = 0
  const start = performance.now()
  const worker = async (): Promise<void> => {
    for (let one = posts[next++]; one !== undefined; one = posts[next++]) await send(pool, path, one)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return (performance.now() - start) / 1_000
}

const announced = async (count: number): Promise<void> => {
  const deadline = performance.now() + 60_000
  while (announcedAt.size < count) {
    if (performance.now() > deadline)
      throw new Error(`${String(announcedAt.size)} of ${String(count)} bids announced`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

const WEBHOOK = '/api/v1/webhooks/social'
const pool = new Pool(service.url, { connections: CONNECTIONS })
const bareProcess = spawn(process.execPath, [join(import.meta.dirname, 'bareKoa.ts'), SECRET], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [port] = (await once(bareProcess.stdout, 'data')) as [Buffer]
const bare = new Pool(`http://127.0.0.1:${port.toString().trim()}`, { connections: CONNECTIONS })

const figures: Figure[] = []
for (const perPost of [1, 20, 200] as const) {
  progress(`posts of ${String(perPost)}`)
  // Bids on one connection each may overtake each other, so some are too low: only acknowledged comments are counted here.
  await newItem()
  const posts = Array.from({ length: POSTS[perPost] }, () => post(perPost))
  const warmUp = posts.splice(0, Math.ceil(posts.length / 10))
  await flood(pool, WEBHOOK, warmUp)
  await flood(bare, '/', warmUp)
  const seconds = await flood(pool, WEBHOOK, posts)
  const bareSeconds = await flood(bare, '/', posts)
  const rate = (posts.length * perPost) / seconds
  figures.push({ name: `posts of ${String(perPost)}: acknowledged`, value: rate, unit: 'comments/s' })
  figures.push({
    name: `posts of ${String(perPost)}: ÷ bare Koa with the same signature`,
    value: bareSeconds / seconds,
    unit: '×',
    ...(perPost === 1 ? { goal: 0.5 } : {}),
  })

  // Half that load, evenly spaced on one line, so that every bid is accepted and can be timed.
  await newItem()
  const calm = Array.from({ length: Math.min(POSTS[perPost], 1_000) }, () => post(perPost))
  const everyMs = (perPost / rate) * 2 * 1_000
  const sentAt = new Map<number, number>()
  const start = performance.now()
  let line: Promise<unknown> = Promise.resolve()
  for (const [index, one] of calm.entries()) {
    const wait = start + index * everyMs - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    sentAt.set(one.last, performance.now())
    line = Promise.all([line, send(pool, WEBHOOK, one)])
  }
  await line
  await new Promise((resolve) => setTimeout(resolve, 500))
  const latencies = [...sentAt].flatMap(([last, at]) => {
    const heard = announcedAt.get(last)
    return heard === undefined ? [] : [heard - at]
  })
  figures.push({
    name: `posts of ${String(perPost)}: webhook → event at half load, p50`,
    value: percentile(latencies, 0.5),
    unit: 'ms',
  })
  figures.push({
    name: `posts of ${String(perPost)}: webhook → event at half load, p99`,
    value: percentile(latencies, 0.99),
    unit: 'ms',
  })
}

await newItem()
const database = await openDatabase({ url })
const commits: number[] = []
await database.sql.query('create table if not exists bench_commit (n int)')
for (let n = 0; n < 200; n++) {
  const start = performance.now()
  await database.sql.query('insert into bench_commit values ($1)', [n])
  commits.push(performance.now() - start)
}
await database.close()
const burst = Array.from({ length: 100 }, () => post(10))
const burstSent = new Map<number, number>()
const burstStart = performance.now()
await Promise.all(
  burst.map(async (one, index) => {
    await new Promise((resolve) => setTimeout(resolve, index * 5))
    burstSent.set(one.last, performance.now())
    await send(pool, WEBHOOK, one)
  }),
)
await announced(900)
await new Promise((resolve) => setTimeout(resolve, 300))
const burstLatencies = [...burstSent].flatMap(([last, at]) => {
  const heard = announcedAt.get(last)
  return heard === undefined ? [] : [heard - at]
})
const commit = percentile(commits, 0.5)
figures.push({
  name: 'burst of 1,000 bids in 500 ms: all announced after',
  value: Math.max(...announcedAt.values()) - burstStart,
  unit: 'ms',
})
figures.push({ name: 'burst: webhook → event, p99', value: percentile(burstLatencies, 0.99), unit: 'ms' })
figures.push({
  name: 'burst: p99 ÷ median single commit (at most 20)',
  value: percentile(burstLatencies, 0.99) / commit,
  unit: '×',
})

await autoReplies(true)
await newItem()
const answered = Array.from({ length: POSTS[1] / 8 }, () => post(1))
figures.push({
  name: 'posts of 1, auto-replies on: acknowledged',
  value: answered.length / (await flood(pool, WEBHOOK, answered)),
  unit: 'comments/s',
})

await pool.close()
await bare.close()
bareProcess.kill()
await service.stop()
await server.stop()
report(figures)
process.exit(0)
