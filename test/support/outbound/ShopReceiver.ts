import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  at: number
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** Closed by the sender before it was answered. */
  isAborted: boolean
}

/** What a shop does with a request. */
export type Behaviour = (response: ServerResponse, request: Received) => void

export const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (response) => {
    response.writeHead(status, headers).end(body)
  }

/** Takes the request and never says a word. */
export const hang: Behaviour = () => undefined

/** Takes the request and breaks the connection. */
export const reset: Behaviour = (response) => {
  response.socket?.resetAndDestroy()
}

/** Says 200 at once, then sends a body that never ends. */
export const endlessBody: Behaviour = (response) => {
  response.writeHead(200)
  const feed = setInterval(() => response.write('x'.repeat(16_384)), 1)
  response.on('close', () => {
    clearInterval(feed)
  })
}

/** A real HTTP server that plays a shop: behaves as told, request by request, and keeps what it got. */
export interface ShopReceiver {
  url: string
  received: Received[]
  /** Sets how the next requests are met, one behaviour each; the last one stays. */
  behave(...behaviours: [Behaviour, ...Behaviour[]]): void
  stop(): Promise<void>
}

export async function startShopReceiver(): Promise<ShopReceiver> {
  const received: Received[] = []
  let behaviours: Behaviour[] = [answer(200)]
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    request.on('end', () => {
      const entry: Received = {
        at: Date.now(),
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        isAborted: false,
      }
      response.on('close', () => {
        entry.isAborted = !response.writableFinished
      })
      received.push(entry)
      const behaviour = behaviours.length > 1 ? behaviours.shift() : behaviours[0]
      behaviour?.(response, entry)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    behave(...next) {
      behaviours = next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
