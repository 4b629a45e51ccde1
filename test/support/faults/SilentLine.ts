import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A line to a server that can fall silent: what is sent gets nowhere, and nobody is told, as when a host is cut off. */
export interface SilentLine {
  port: number
  hush(): void
  /** Lets through what was held back, and everything from then on. */
  speak(): void
  stop(): Promise<void>
}

export async function startSilentLine(target: number): Promise<SilentLine> {
  const pairs = new Set<readonly [near: Socket, far: Socket]>()
  let isSilent = false
  const server = createServer({ pauseOnConnect: true }, (near) => {
    const far = connect(target, '127.0.0.1')
    far.pause()
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [socket, other] of [pair, [far, near] as const]) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
    }
    if (!isSilent) near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    hush() {
      isSilent = true
      for (const [near, far] of pairs) {
        near.unpipe(far).pause()
        far.unpipe(near).pause()
      }
    },
    speak() {
      isSilent = false
      for (const [near, far] of pairs) near.pipe(far).pipe(near)
    },
    async stop() {
      for (const [near] of pairs) near.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
