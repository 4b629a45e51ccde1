import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

const RETRY_AFTER_SECONDS = '2'

/** Answers every request while the service takes up its work: it is there, and cannot decide or store yet. */
export function refuseWhileStarting(request: IncomingMessage, response: ServerResponse): void {
  const isAlive = request.url === '/healthz'
  response.writeHead(isAlive ? 200 : 503, {
    'content-type': 'text/plain; charset=utf-8',
    'x-request-id': randomUUID(),
    ...(isAlive ? {} : { 'retry-after': RETRY_AFTER_SECONDS }),
  })
  response.end(isAlive ? 'ok' : 'starting')
}
