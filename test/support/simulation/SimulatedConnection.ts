import type { Statement } from '../../../src/persistence/prepared.ts'
import type { Sql, TransactionSql } from '../../../src/persistence/sql.ts'

/**
 * How a call of the database ends: as it should; refused before it took effect; done, with its answer lost; or with
 * the end of the process that made it, before or after it took effect.
 */
export type Fate = 'works' | 'fails' | 'losesAnswer' | 'dies' | 'diesAfter'

/** A call that waits until the simulation lets it run. */
export interface Call {
  what: string
  connection: SimulatedConnection
  /** Resolves when it has run, whatever came of it. */
  run(): Promise<void>
}

/** Who decides when a call runs and how it ends. */
export interface Switchboard {
  wait(call: Call): void
  fate(what: string): Fate
  died(connection: SimulatedConnection): void
  /** A batch has taken effect; its first statement is the fence. */
  committedBatch(fence: Statement | undefined): void
}

/**
 * One process's door to a real database. Every statement, batch and transaction waits for its turn and then meets its
 * fate; a process that died is never answered again, as if it had been killed.
 */
export class SimulatedConnection implements Sql {
  isDead = false
  private readonly inner: Sql
  private readonly board: Switchboard
  private readonly death = Promise.withResolvers<never>()

  constructor(inner: Sql, board: Switchboard) {
    this.inner = inner
    this.board = board
    this.death.promise.catch(() => undefined)
  }

  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.pass(text, () => this.inner.query<Row>(text, values))
  }

  inOrder<Row>() {
    const send = this.inner.inOrder<Row>()
    let before: Promise<unknown> = Promise.resolve()
    return (statement: Statement): Promise<Row[]> => {
      const answer = before.then(() => this.pass(statement.text, () => send(statement)))
      before = answer.catch(() => undefined)
      return answer
    }
  }

  batch(statements: readonly Statement[]): Promise<void> {
    return this.pass('batch', async () => {
      await this.inner.batch(statements)
      this.board.committedBatch(statements[0])
    })
  }

  transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    // The end of the process breaks the transaction off, and the database undoes it.
    return this.pass('transaction', () =>
      this.inner.transaction((trx) => Promise.race([work(this.inside(trx)), this.death.promise])),
    )
  }

  /** Calls back when the process dies; those who wait for its answer see the line break. */
  onDeath(listener: () => void): void {
    this.death.promise.catch(listener)
  }

  /** Ends the process: nothing it waits for is ever answered. */
  die(): void {
    if (this.isDead) return
    this.isDead = true
    this.board.died(this)
    this.death.reject(new Error('the process died'))
  }

  private pass<T>(what: string, perform: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.isDead) return
      const run = async (): Promise<void> => {
        const fate = this.isDead ? 'works' : this.board.fate(what)
        if (fate === 'dies') this.die()
        else if (fate === 'fails') reject(lost())
        if (fate === 'dies' || fate === 'fails') return
        try {
          const result = await perform()
          if (fate === 'diesAfter') this.die()
          if (this.isDead) return
          if (fate === 'losesAnswer') reject(lost())
          else resolve(result)
        } catch (error) {
          if (!this.isDead) reject(error instanceof Error ? error : new Error(String(error)))
        }
      }
      this.board.wait({ what, connection: this, run })
    })
  }

  /** Statements of an open transaction run at once: nobody else can use the connection meanwhile. */
  private inside(trx: TransactionSql): TransactionSql {
    const inside: TransactionSql = {
      query: async <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
        const fate = this.board.fate(text)
        if (fate === 'dies') this.die()
        if (fate === 'fails') throw lost()
        if (this.isDead) return this.death.promise
        const rows = await trx.query<Row>(text, values)
        if (fate === 'losesAnswer') throw lost()
        if (fate === 'diesAfter') this.die()
        return this.isDead ? this.death.promise : rows
      },
      transaction: (nested) => nested(inside),
      batch: (statements) => trx.batch(statements),
    }
    return inside
  }
}

const lost = (): Error => new Error('Connection terminated unexpectedly')
