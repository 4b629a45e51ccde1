/**
 * Readings of typical comments a second on one core, by processor time, so that a busy machine does not blur the figure;
 * and the slowest of the hostile texts of 100,000 signs, by the shortest of several readings of each.
 */
import { createReader } from '../../machines/comments/index.ts'
import { floods } from '../support/comments/floods.ts'
import { median, report } from './report.ts'

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

/** The name and the milliseconds of the text that takes the longest. */
function slowestFlood(): { name: string; ms: number } {
  const taken = Object.entries(floods(100_000)).map(([name, text]) => {
    const runs = Array.from({ length: 40 }, () => {
      const start = performance.now()
      read(text, 'auction')
      return performance.now() - start
    })
    return { name, ms: Math.min(...runs) }
  })
  return taken.reduce((slowest, one) => (one.ms > slowest.ms ? one : slowest))
}

const rates = Array.from({ length: rounds }, readingsASecond)
const slowest = slowestFlood()
report([
  {
    name: `typical comments of ten languages, a second of processor time`,
    value: median(rates),
    unit: 'readings/s',
    goal: wantedASecond,
  },
  { name: `worst of the hostile texts: ${slowest.name}`, value: slowest.ms, unit: 'ms', atMost: 5 },
])
