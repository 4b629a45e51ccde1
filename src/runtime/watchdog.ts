import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import type { Stop } from './shutdown.ts'

/** What the thread is given. */
export interface WatchdogData {
  /** Rises while the event loop turns. */
  beats: Int32Array
  everyMs: number
  /** So often in a row without a beat is too long. */
  missesMax: number
  lastWords: string
}

const EVERY_MS = 500

/**
 * Ends the process, `lastWords` on its standard error, when its event loop stands still for `stillMsMax`. Nothing on the
 * loop itself could tell: no timer fires any more. The thread counts its own looks, so that a process that was paused is
 * not taken for one that hangs. A debugger stops the loop on purpose, so under one nothing is watched.
 */
export function startWatchdog({ stillMsMax, lastWords }: { stillMsMax: number; lastWords: string }): Stop {
  if (debuggerUrl() !== undefined) return () => undefined
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const beating = setInterval(() => Atomics.add(beats, 0, 1), EVERY_MS).unref()
  const workerData: WatchdogData = {
    beats,
    everyMs: EVERY_MS,
    missesMax: Math.ceil(stillMsMax / EVERY_MS),
    lastWords,
  }
  // Node's own arguments are the process's, not this thread's.
  const thread = new Worker(new URL('./watchdogThread.ts', import.meta.url), { workerData, execArgv: [] })
  thread.unref()
  return async () => {
    clearInterval(beating)
    await thread.terminate()
  }
}
