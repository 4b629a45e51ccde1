import type { MikroORM } from '@mikro-orm/core'
import type { PostgreSqlDriver } from '@mikro-orm/postgresql'
import { CompiledQuery, type Kysely } from 'kysely'
import { sendBatch, sendInOrder, type PipelinePool, type SendInOrder } from './pipeline.ts'
import type { Statement } from './prepared.ts'

/** Plain parameterised SQL (`$1`, arrays included) over the ORM's own connections. */
export interface Sql {
  /** Runs one statement; returns its rows. */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Runs `work` in one transaction; any error rolls it back and is thrown on. */
  transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>
  /**
   * Runs statements in one transaction, all sent at once instead of one after the other's answer: one wait, however
   * many there are. Rejects with the first error; then nothing of them is stored.
   */
  batch(statements: readonly Statement[]): Promise<void>
  /** A way to send statements before those sent earlier have answered; they are carried out in the order of the calls. */
  inOrder<Row>(): SendInOrder<Row>
}

/** The same within a transaction, whose statements are in order anyway. */
export type TransactionSql = Omit<Sql, 'inOrder'>

type Executor = Pick<Kysely<unknown>, 'executeQuery'>

/** Plain SQL on a connection or in a transaction of the ORM. */
export const sqlOf = (executor: Executor): Pick<Sql, 'query'> => ({
  async query<Row>(text: string, values: readonly unknown[] = []) {
    const result = await executor.executeQuery<Row>(CompiledQuery.raw(text, values as unknown[]))
    return result.rows
  },
})

/**
 * The hot path's door to the database: past the unit of work, on the same connections. `pool` is the driver's.
 */
export function createSql(orm: MikroORM<PostgreSqlDriver>, pool: PipelinePool): Sql {
  const client = orm.em.getConnection().getClient() as unknown as Kysely<unknown>
  const transaction: Sql['transaction'] = (work) =>
    client.transaction().execute((trx) => {
      const inside: TransactionSql = {
        ...sqlOf(trx),
        transaction: (nested) => nested(inside),
        batch: async (statements) => {
          for (const { text, values } of statements) await inside.query(text, values)
        },
      }
      return work(inside)
    })
  const { query } = sqlOf(client)
  return {
    query,
    transaction,
    batch: (statements) => sendBatch(pool, statements),
    inOrder: <Row>() => sendInOrder<Row>(pool),
  }
}
