/**
 * An engine with all the items that run in the database whose options, as JSON, are given. Sends how long it took until they were in
 * memory and how much memory they take; then, for each number it is sent, lets as many bids go round over all of them and
 * answers with the seconds that took.
 */
import type { DatabaseOptions } from '../../../src/persistence/database.ts'
import { EngineBench } from './EngineBench.ts'

const BIDS_A_POST = 20

function heapBytes(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const before = heapBytes()
const start = performance.now()
const bench = await EngineBench.open(JSON.parse(process.argv[2] ?? '') as DatabaseOptions)
const seconds = (performance.now() - start) / 1_000
process.send?.({ seconds, bytes: heapBytes() - before })

const rows = await bench.database.sql.query<{ id: string }>('select tenant_id as id from auction_item')
let sent = 0
process.once('disconnect', () => process.exit())
process.on('message', (bids: number) => {
  const comments = Array.from({ length: bids }, () => bench.bid(rows[sent % rows.length]?.id ?? '', ++sent))
  void bench.run(comments, BIDS_A_POST).then((taken) => process.send?.(taken))
})
