import type { Server } from 'node:http'
import type { Ids } from '../../runtime/ids.ts'

const STATUS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers what is no HTTP request, comes too slowly or has too large a head: such input reaches no handler. */
export function answerBrokenRequests(server: Server, ids: Ids): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const status = STATUS[error.code ?? ''] ?? '400 Bad Request'
    const head = [
      `HTTP/1.1 ${status}`,
      `X-Request-Id: ${ids.next()}`,
      'Connection: close',
      'Content-Length: 0',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n`, () => {
      socket.destroy()
    })
  })
}
