import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** Answers an upgrade request that is not taken with a plain HTTP status, and closes the connection. */
export function refuseUpgrade(stream: Duplex, status: number): void {
  stream.on('error', () => undefined)
  const head = [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
    'Content-Length: 0',
  ]
  stream.end(`${head.join('\r\n')}\r\n\r\n`)
}
