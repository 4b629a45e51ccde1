import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** From here on the system hands ports out by itself: to outgoing connections, and to whoever asks for port 0. */
const RANGE = '/proc/sys/net/ipv4/ip_local_port_range'
const HANDED_OUT_FROM = existsSync(RANGE) ? Number.parseInt(readFileSync(RANGE, 'utf8'), 10) : 32_768
const SPAN = 8_000
const HIGHEST = Math.max(HANDED_OUT_FROM - 1, 2 * SPAN)

/**
 * A port that is free and stays so until it is used, also by a server that is started again and again under it: the
 * system gives it to nobody else by chance. For programs that have to be told their port.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = HIGHEST - randomInt(SPAN)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
