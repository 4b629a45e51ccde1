import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { Worker, type Transferable } from 'node:worker_threads'
import type { ThreadData, ToThread } from './thread.ts'
import { ThreadSocket } from './ThreadSocket.ts'

/** An embedded database at work, on a thread of its own. */
export interface Embedded {
  /** One more connection, for the driver to use in place of a socket. */
  connect(): Duplex
  /** From now on the process ends, with a line that says why, when the database stands still for so long. */
  watch(stillMsMax: number): void
  /** Closes it after what was sent before. */
  close(): Promise<void>
}

/**
 * Starts PGlite. Should it fail later on, nobody catches that: the process ends, and the next one finds what was stored.
 * Rejects with its own error when the folder cannot be opened.
 */
export async function startEmbedded(workerData: ThreadData): Promise<Embedded> {
  // Node's own arguments are the process's, not this thread's.
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData, execArgv: [] })
  await once(thread, 'message')
  thread.unref()
  const tell = (message: ToThread, transfer: Transferable[] = []): void => {
    thread.postMessage(message, transfer)
  }
  return {
    connect: () =>
      new ThreadSocket((connection) => {
        tell({ connection }, [connection])
      }),
    watch(stillMsMax) {
      tell({ stillMsMax })
    },
    async close() {
      const closed = once(thread, 'exit')
      thread.ref()
      tell('close')
      await closed
    },
  }
}
