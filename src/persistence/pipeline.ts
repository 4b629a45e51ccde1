import type { Duplex } from 'node:stream'
import { prepared, type Statement } from './prepared.ts'

/** What is needed of the driver's pool, whose connections send without waiting for answers (`pipeline`). */
export interface PipelinePool {
  connect(): Promise<Connection>
}

interface Connection {
  query(query: { text: string; values?: unknown[]; name?: string }): Promise<{ rows: unknown[] }>
  release(): void
  connection: { stream: Duplex }
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
      const connection = await mine.connection
      const { text, values } = statement
      const { rows } = await connection.query({ text, values: [...values] })
      return rows as Row[]
    } finally {
      mine.underWay--
      if (mine.underWay === 0) {
        line = undefined
        await giveBack(mine.connection)
      }
    }
  }
}

const giveBack = (connection: Promise<Connection>): Promise<void> =>
  connection.then(
    (one) => {
      one.release()
    },
    // Whoever waited for it has been told.
    () => undefined,
  )

/**
 * Runs statements in one transaction with a single write to the socket. After a failed statement the server refuses
 * the later ones and makes `commit` a rollback; the first failure is thrown.
 */
export async function sendBatch(pool: PipelinePool, statements: readonly Statement[]): Promise<void> {
  const connection = await pool.connect()
  try {
    const { stream } = connection.connection
    stream.cork()
    const sent = [
      connection.query({ text: 'begin' }),
      ...statements.map((statement) => connection.query(prepared(statement))),
      connection.query({ text: 'commit' }),
    ]
    stream.uncork()
    const answers = await Promise.allSettled(sent)
    const failed = answers.find((answer) => answer.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  } finally {
    connection.release()
  }
}
