import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { WatchdogData } from './watchdog.ts'

const { beats, everyMs, missesMax, lastWords } = workerData as WatchdogData
const STANDARD_ERROR = 2

let last = Atomics.load(beats, 0)
let misses = 0
setInterval(() => {
  const now = Atomics.load(beats, 0)
  misses = now === last ? misses + 1 : 0
  last = now
  if (misses < missesMax) return
  writeSync(STANDARD_ERROR, `${lastWords}\n`)
  // What stands still cannot be asked to stop.
  process.kill(process.pid, 'SIGKILL')
}, everyMs)
