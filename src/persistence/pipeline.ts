import { AtomicBatch, type Wire } from './AtomicBatch.ts'
import { prepared, type Statement, type Value } from './prepared.ts'

/** What is needed of the driver's pool, whose connections send without waiting for answers (`pipeline`). */
export interface PipelinePool {
  connect(): Promise<Connection>
}

interface Query {
  text: string
  values?: readonly Value[]
  name?: string
}

interface Connection {
  query(query: Query, done: (error: Error | null, result: { rows: unknown[] }) => void): unknown
  query(query: AtomicBatch): unknown
  /** Gives the connection back to the pool; with `true` the pool drops it. */
  release(destroy?: boolean): void
  connection: Wire
}

/** Runs one statement after those sent before, each a transaction of its own; resolves to its rows. */
export type SendInOrder<Row> = (statement: Statement) => Promise<Row[]>

/**
 * Sends statements on one connection as they come, so that the server finds the next one when it has done with one.
 * The connection goes back to the pool whenever nothing is under way.
 */
export function sendInOrder<Row>(pool: PipelinePool): SendInOrder<Row> {
  let line: { connection: Promise<Connection>; underWay: number } | undefined
  return async (statement) => {
    const mine = (line ??= { connection: pool.connect(), underWay: 0 })
    mine.underWay++
    try {
      return (await ask(await mine.connection, prepared(statement))) as Row[]
    } finally {
      mine.underWay--
      if (mine.underWay === 0) {
        line = undefined
        await giveBack(mine.connection)
      }
    }
  }
}

/** By a callback: the driver's own promises keep what they stored from dying young, as {@link giveUpSilent} tells. */
const ask = (connection: Connection, query: Query): Promise<unknown[]> =>
  new Promise((resolve, reject) => {
    connection.query(query, (error, result) => {
      if (error === null) resolve(result.rows)
      else reject(error)
    })
  })

const giveBack = (connection: Promise<Connection>): Promise<void> =>
  connection.then(
    (one) => {
      one.release()
    },
    // Whoever waited for it has been told.
    () => undefined,
  )

/**
 * What an operating system takes from a process in one piece, however slow the server reads. More than that waits in the
 * process, which may be stopped meanwhile.
 */
const ONE_WRITE_BYTES_MAX = 32_768

/**
 * Runs statements in one transaction with a single write to the socket; the first failure is thrown, and nothing is
 * stored then. What may be sent in part only stands between `begin` and `commit`, whose answers the server counts its
 * time by: it ends a transaction in which it hears no more, and gives the rows it holds to whoever takes over.
 */
export async function sendBatch(pool: PipelinePool, statements: readonly Statement[]): Promise<void> {
  const connection = await pool.connect()
  let hasFailed = true
  try {
    if (bytesOf(statements) <= ONE_WRITE_BYTES_MAX) await sendAtOnce(connection, statements)
    else await sendBlock(connection, statements)
    hasFailed = false
  } finally {
    connection.release(hasFailed)
  }
}

function sendAtOnce(connection: Connection, statements: readonly Statement[]): Promise<void> {
  const batch = new AtomicBatch(statements)
  connection.query(batch)
  return batch.stored
}

/** After a failed statement the server refuses the later ones and makes `commit` a rollback. */
async function sendBlock(connection: Connection, statements: readonly Statement[]): Promise<void> {
  const { stream } = connection.connection
  stream.cork()
  const sent = [
    ask(connection, { text: 'begin' }),
    ...statements.map((statement) => ask(connection, prepared(statement))),
    ask(connection, { text: 'commit' }),
  ]
  stream.uncork()
  const answers = await Promise.allSettled(sent)
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** What the values take on the wire; all else of a batch is short. */
function bytesOf(statements: readonly Statement[]): number {
  let bytes = 0
  for (const { values } of statements)
    for (const value of values)
      bytes += Buffer.isBuffer(value) ? value.length : Buffer.byteLength(String(value))
  return bytes
}
