import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedPost {
  body: Buffer
  signature: string | undefined
  /** Ids of the comments in it. */
  commentIds: string[]
}

/** What an app is to the platform: an address that takes the handshake and the posts. */
export interface WebhookReceiver {
  url: string
  posts: ReceivedPost[]
  /** Verify tokens of the handshakes so far. */
  handshakes: string[]
  /** Status of the next posts, one each; then 200. */
  statuses: number[]
  stop(): Promise<void>
}

interface Payload {
  entry: { changes: { value: { id: string } }[] }[]
}

/** Knows `verifyToken` as an app does. */
export async function startWebhookReceiver(verifyToken: string): Promise<WebhookReceiver> {
  const posts: ReceivedPost[] = []
  const handshakes: string[] = []
  const statuses: number[] = []
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      const { searchParams } = new URL(request.url ?? '', 'http://receiver')
      const token = searchParams.get('hub.verify_token') ?? ''
      handshakes.push(token)
      const isKnown = token === verifyToken && searchParams.get('hub.mode') === 'subscribe'
      response.writeHead(isKnown ? 200 : 403).end(isKnown ? searchParams.get('hub.challenge') : 'Forbidden')
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const { entry } = JSON.parse(body.toString()) as Payload
      const commentIds = entry.flatMap(({ changes }) => changes.map(({ value }) => value.id))
      const signature = request.headers['x-hub-signature-256']
      posts.push({ body, signature: typeof signature === 'string' ? signature : undefined, commentIds })
      response.writeHead(statuses.shift() ?? 200).end('EVENT_RECEIVED')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/webhooks`,
    posts,
    handshakes,
    statuses,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
