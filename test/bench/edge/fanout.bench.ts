/**
 * Fan-out of the gateway against bare `ws`: the same frames to the same number of clients, alternating rounds.
 * Run: `node test/bench/edge/fanout.bench.ts [clients] [rounds] [frames a commit]`. The clients are plain TCP readers in a worker thread that
 * count frames by their bytes, so that the cost measured is the sender's. Prints frames a second and the ratio.
 */
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Frame } from '../../../src/engine/Engine.ts'
import { openDatabase } from '../../../src/persistence/database.ts'
import { GatewayFixture } from '../../support/ws/GatewayFixture.ts'
import { median, report } from '../report.ts'

const BATCHES = 40
const FRAMES_PER_BATCH = Number(process.argv[4] ?? 5)

if (isMainThread) await main()
else readers(workerData as { port: number; path: string; protocol: string; clients: number })

function readers(options: { port: number; path: string; protocol: string; clients: number }): void {
  let bytes = 0
  for (let n = 0; n < options.clients; n++) {
    const socket = connect(options.port, '127.0.0.1', () => {
      socket.write(
        `GET ${options.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n` +
          `Sec-WebSocket-Protocol: ${options.protocol}\r\n\r\n`,
      )
    })
    socket.on('data', (chunk) => (bytes += chunk.length))
    socket.on('error', () => undefined)
  }
  parentPort?.on('message', () => parentPort?.postMessage(bytes))
}

/** Opens the clients and returns a way to wait until they have read so many bytes more. */
function openReaders(port: number, path: string, protocol: string, clients: number) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { port, path, protocol, clients } })
  const read = async (): Promise<number> => {
    worker.postMessage('count')
    return (await once(worker, 'message'))[0] as number
  }
  const reached = async (bytes: number): Promise<void> => {
    while ((await read()) < bytes) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return { read, reached, stop: () => worker.terminate() }
}

async function main(): Promise<void> {
  const clients = Number(process.argv[2] ?? 1_000)
  const rounds = Number(process.argv[3] ?? 5)
  const database = await openDatabase({})
  const fixture = await GatewayFixture.start(database)
  const { id, token } = await fixture.tenant()
  const gatewayPort = Number(new URL(fixture.origin).port)
  const ours = openReaders(gatewayPort, '/api/v1/ws', `live-commerce.v1, bearer.${token}`, clients)
  while (fixture.gateway.status().sockets < clients) await new Promise((resolve) => setTimeout(resolve, 50))
  // Every newcomer has looked into the log by the time this first batch has reached all of them.
  const warmUp = await fixture.commit(id, 'comment.new', payloads(1))
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  fixture.announce(id, warmUp)

  const bareServer = createServer()
  const bare = new WebSocketServer({ server: bareServer, perMessageDeflate: false })
  const sockets: WebSocket[] = []
  bare.on('connection', (ws) => sockets.push(ws))
  await new Promise<void>((resolve) => bareServer.listen(0, '127.0.0.1', resolve))
  const theirs = openReaders((bareServer.address() as AddressInfo).port, '/', 'live-commerce.v1', clients)
  while (sockets.length < clients) await new Promise((resolve) => setTimeout(resolve, 50))

  const batches: Frame[][] = []
  for (let n = 0; n < BATCHES; n++)
    batches.push(await fixture.commit(id, 'comment.new', payloads(FRAMES_PER_BATCH)))
  let nextId = (batches.at(-1)?.at(-1)?.id ?? 0) + 1
  const renumbered = () => batches.map((frames) => frames.map((frame) => ({ ...frame, id: nextId++ })))
  const frameBytes = batches.flat().reduce((sum, frame) => sum + Buffer.byteLength(frame.json) + 4, 0)

  const measure = async (reader: typeof ours, send: () => Promise<void>): Promise<number> => {
    const goal = (await reader.read()) + frameBytes * clients
    const start = performance.now()
    await send()
    await reader.reached(goal)
    return (BATCHES * FRAMES_PER_BATCH * clients) / ((performance.now() - start) / 1_000)
  }
  const breathe = () => new Promise((resolve) => setImmediate(resolve))
  const results: { gateway: number; bare: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const frames = renumbered()
    const gateway = await measure(ours, async () => {
      for (const batch of frames) {
        fixture.announce(id, batch)
        await breathe()
      }
    })
    const bareRate = await measure(theirs, async () => {
      for (const batch of frames) {
        for (const frame of batch) for (const ws of sockets) ws.send(frame.json)
        await breathe()
      }
    })
    if (round > 0) results.push({ gateway, bare: bareRate })
  }
  report([
    {
      name: `frames a second to ${String(clients)} clients`,
      value: median(results.map((r) => r.gateway)),
      unit: 'frames/s',
    },
    { name: 'the same by bare ws', value: median(results.map((r) => r.bare)), unit: 'frames/s' },
    {
      name: `fan-out ÷ bare ws, ${String(FRAMES_PER_BATCH)} frames a commit`,
      value: median(results.map((r) => r.gateway / r.bare)),
      unit: '×',
      goal: 0.8,
    },
  ])
  process.exit(0)
}

function payloads(count: number) {
  const timestamp = new Date().toISOString()
  return Array.from({ length: count }, (_, n) => ({
    socialUsername: `viewer_${String(n)}`,
    text: `I will take it for ${String(n * 10)} please, what a beautiful vase`,
    timestamp,
  }))
}
