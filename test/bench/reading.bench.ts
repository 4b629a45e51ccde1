import { availableParallelism, cpus } from 'node:os'
import { createReader } from '../../machines/comments/index.ts'

/**
 * Readings a second on one core. Run: node test/bench/reading.bench.ts
 * Processor time is counted, not the wall clock, so that a busy machine does not blur the figure.
 */
const COMMENTS = [
  '150', '160 tl', 'mine', 'so pretty 😍', 'aldım ❤️', '1.500,50', '$150', 'is it 150?', 'hello from izmir', 'me me me',
  'bid 170', 'merhaba arkadaşlar', '@shop mine', 'love this one', '175 TL veriyorum', 'wow 🔥🔥', '٢٠٠', 'quero', '我要',
  'how much is shipping', 'lo quiero', '150円', 'beli kak', 'je prends', '220', '230 please',
] // prettier-ignore
const rounds = 5
const readingsARound = 500_000
const wantedASecond = 200_000

const read = createReader({ locale: 'en', currency: 'USD' })

function readingsASecond(): number {
  const before = process.cpuUsage()
  for (let index = 0; index < readingsARound; index += 1)
    read(COMMENTS[index % COMMENTS.length] ?? '', 'auction')
  const { user, system } = process.cpuUsage(before)
  return readingsARound / ((user + system) / 1_000_000)
}

const results = Array.from({ length: rounds }, readingsASecond).sort((a, b) => a - b)
const median = results[Math.floor(rounds / 2)] ?? 0

console.log(
  `${Math.round(median).toLocaleString('en')} readings a second of processor time, median of ${String(rounds)} rounds of ${readingsARound.toLocaleString('en')}`,
)
console.log(`rounds: ${results.map((result) => Math.round(result).toLocaleString('en')).join(' · ')}`)
console.log(
  `${String(COMMENTS.length)} typical comments of ten languages, auction mode; Node ${process.version}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${String(availableParallelism())} cores`,
)
if (median < wantedASecond) {
  console.error(`below the ${wantedASecond.toLocaleString('en')} that are wanted`)
  process.exitCode = 1
}
