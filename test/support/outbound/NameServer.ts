import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'

/** A real DNS server on loopback that answers A and AAAA queries from a table a test may change. */
export interface NameServer {
  /** `127.0.0.1:port`, as a resolver takes it. */
  address: string
  /** Host name → its addresses, or a function asked at every query. */
  records: Map<string, string[] | (() => string[])>
  /** Names asked for, in order, each query type once. */
  queries: string[]
  stop(): Promise<void>
}

const TYPE_A = 1
const TYPE_AAAA = 28

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4')
  const records: NameServer['records'] = new Map()
  const queries: string[] = []
  socket.on('message', (query, from) => {
    const { name, type, end } = question(query)
    queries.push(name)
    const entry = records.get(name) ?? []
    const addresses = (typeof entry === 'function' ? entry() : entry)
      .map((address) => Buffer.from(ipaddr.parse(address).toByteArray()))
      .filter((bytes) => bytes.length === (type === TYPE_A ? 4 : type === TYPE_AAAA ? 16 : -1))
    const header = Buffer.from(query.subarray(0, 12))
    // A response, authoritative; without addresses it is "no such data", which is not an error.
    header.writeUInt16BE(0x8580, 2)
    header.writeUInt16BE(addresses.length, 6)
    header.fill(0, 8, 12)
    const answers = addresses.map((bytes) => {
      const fixed = Buffer.alloc(12)
      fixed.writeUInt16BE(0xc00c, 0)
      fixed.writeUInt16BE(type, 2)
      fixed.writeUInt16BE(1, 4)
      fixed.writeUInt16BE(bytes.length, 10)
      return Buffer.concat([fixed, bytes])
    })
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    queries,
    async stop() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function question(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}
