import { PGlite } from '@electric-sql/pglite'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { startWatchdog } from '../../runtime/watchdog.ts'
import { carryOutBy } from './carryOut.ts'
import { CheckpointPlan } from './CheckpointPlan.ts'
import { DurableFolder, WAITING_FOR_DISK } from './DurableFolder.ts'
import { SharedSession } from './SharedSession.ts'
import { simpleQuery, UnitReader } from './UnitReader.ts'

/** What the thread is given. */
export interface ThreadData {
  /** Folder of the database; undefined keeps it in memory. */
  dataDir: string | undefined
  /** Files to start from, as PGlite dumps them. */
  initialFiles: Blob | undefined
  /** How long an open transaction may stand still before it is undone and its connection ended. */
  idleTransactionMsMax: number
}

/** What the thread is told: of one more connection, to end the process should the database stand still, to close. */
export type ToThread = { connection: MessagePort } | { stillMsMax: number } | 'close'

const STANDS_STILL =
  'The embedded database stands still, as it does when the disk is full. This process ended itself; nothing that was ' +
  'acknowledged is lost. Start it again once there is room.'

const CHECKPOINT_LOOK_MS = 10_000

const { dataDir, initialFiles, idleTransactionMsMax } = workerData as ThreadData
const folder = dataDir === undefined ? undefined : new DurableFolder(dataDir)
const database = await PGlite.create({
  ...(folder !== undefined && { fs: folder, startParams: WAITING_FOR_DISK }),
  ...(initialFiles !== undefined && { loadDataDir: initialFiles }),
})
folder?.flushNew()

const session = new SharedSession(carryOutBy(database), idleTransactionMsMax)
const checkpoints = new CheckpointPlan()

function serve(port: MessagePort): void {
  const reader = new UnitReader()
  const connection = session.connect({
    answer(said) {
      const own = Uint8Array.from(said)
      port.postMessage(own, [own.buffer])
    },
    hangUp() {
      port.close()
    },
  })
  port.on('message', (chunk: Uint8Array) => {
    checkpoints.sent(chunk.byteLength)
    for (const unit of reader.read(chunk)) connection.submit(unit)
  })
  port.once('close', () => {
    connection.leave()
  })
}

const ignore = (): void => undefined
const keeper = session.connect({ answer: ignore, hangUp: ignore })
const looking = setInterval(() => {
  if (checkpoints.isDue()) keeper.submit({ kind: 'work', bytes: simpleQuery('checkpoint') })
}, CHECKPOINT_LOOK_MS)

async function close(): Promise<void> {
  clearInterval(looking)
  await database.close()
  process.exit()
}

parentPort?.on('message', (message: ToThread) => {
  if (message === 'close') void close()
  else if ('connection' in message) serve(message.connection)
  else startWatchdog({ ...message, lastWords: STANDS_STILL })
})
parentPort?.postMessage('ready')
