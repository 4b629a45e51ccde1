/** The least a webhook can do: a Koa app that reads the body, checks the same signature and answers. Prints its port. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { isSignedBy } from '../../../src/edge/webhooks/signature.ts'

const appSecret = process.argv[2] ?? ''
const app = new Koa()
app.use(async (ctx) => {
  const chunks: Buffer[] = []
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) chunks.push(chunk)
  const raw = Buffer.concat(chunks)
  const body = JSON.parse(raw.toString('utf8')) as unknown
  ctx.status = isSignedBy(ctx.get('x-hub-signature-256'), raw, body, appSecret) ? 200 : 403
  ctx.body = 'EVENT_RECEIVED'
})
const answer = app.callback()
const server = createServer((request, response) => void answer(request, response))
server.listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port)
})
