import type { Duplex } from 'node:stream'

export interface Statement {
  text: string
  values: readonly unknown[]
}

/** What is needed of the driver's pool, whose connections send without waiting for answers (`pipeline`). */
export interface PipelinePool {
  connect(): Promise<Connection>
}

interface Connection {
  query(query: { text: string; values?: unknown[]; name?: string }): Promise<unknown>
  release(): void
  connection: { stream: Duplex }
}

/** Under which names the server keeps the statements prepared. They are few, and the same for the life of a process. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `batch_${String(names.size)}`
  names.set(text, name)
  return name
}

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
      ...statements.map(({ text, values }) =>
        connection.query({ name: nameOf(text), text, values: [...values] }),
      ),
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
