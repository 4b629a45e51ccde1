import type { Duplex } from 'node:stream'
import { prepared, type Statement, type Value } from './prepared.ts'

/** The driver's door to the protocol: each call queues one message. */
export interface Wire {
  stream: Pick<Duplex, 'cork' | 'uncork'>
  /** Text by name of the statements that the server keeps for this connection. */
  parsedStatements: Record<string, string>
  parse(message: { name: string; text: string }): void
  bind(message: {
    statement: string
    values: readonly Value[]
    valueMapper: (value: Value) => string | Buffer | null
  }): void
  execute(): void
  sync(): void
}

/**
 * Statements that the server carries out as one transaction and answers once, because nothing but the end of all of them
 * asks it to: several messages of PostgreSQL's extended query protocol before a single `Sync`. To the driver it is a
 * query that writes its own messages.
 */
export class AtomicBatch {
  /** Resolves when the transaction is committed; rejects with the failure that undid it. */
  readonly stored: Promise<void>
  /** Called by the driver, which wraps it to stop its timer. */
  callback: (error?: unknown) => void
  private readonly statements: readonly Statement[]

  constructor(statements: readonly Statement[]) {
    this.statements = statements
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    this.stored = promise
    this.callback = (error) => {
      if (error === undefined) resolve(undefined)
      else reject(error)
    }
  }

  /** Sends it, in one write. After a failure nobody knows what was prepared, and the connection must go. */
  submit(wire: Wire): void {
    wire.stream.cork()
    for (const statement of this.statements) {
      const { name, text, values } = prepared(statement)
      if (wire.parsedStatements[name] === undefined) wire.parse({ name, text })
      wire.parsedStatements[name] = text
      wire.bind({ statement: name, values, valueMapper: onTheWire })
      wire.execute()
    }
    wire.sync()
    wire.stream.uncork()
  }

  handleError(error: unknown): void {
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback()
  }

  handleDataRow(): void {
    // What a statement selects, as the fence does, is there to fail by.
  }

  handleCommandComplete(): void {
    // One statement is done; all count together.
  }
}

/** Columns go as they are, all else as a text. */
const onTheWire = (value: Value): string | Buffer | null =>
  value === null || Buffer.isBuffer(value) ? value : String(value)
