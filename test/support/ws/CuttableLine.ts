import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A line to a server that can be cut like a cable; notes every request that went over it. */
export interface CuttableLine {
  origin: string
  /** First lines of the requests that opened a connection, such as `GET /api/v1/ws?since=3 HTTP/1.1`. */
  opened: string[]
  /** When each connection was tried, also while cut; `performance.now`. */
  triedAt: number[]
  /** Ends all connections at once and takes no new ones. */
  cut(): void
  mend(): void
  stop(): Promise<void>
}

export async function startCuttableLine(target: string): Promise<CuttableLine> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    line.triedAt.push(performance.now())
    if (isCut) return near.destroy()
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    near.once('data', (chunk: Buffer) => line.opened.push(chunk.toString('latin1').split('\r\n')[0] ?? ''))
    near.pipe(far).pipe(near)
    return undefined
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const line: CuttableLine = {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    opened: [],
    triedAt: [],
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      isCut = false
    },
    async stop() {
      line.cut()
      server.close()
      await once(server, 'close')
    },
  }
  return line
}
