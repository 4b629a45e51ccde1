import type { Statement } from '../../../src/persistence/prepared.ts'
import type { Sql, TransactionSql } from '../../../src/persistence/sql.ts'

/** Which statements meet a fault: those with this text, and, where given, with this in one of their values. */
interface Fault {
  text: string
  value?: string
  times: number
}

/** A database port that fails when told to: before a statement runs, or after it took effect. */
export class FaultySql implements Sql {
  private readonly inner: Sql
  /** Statements that fail before they run; null: none. */
  failing: (Fault & { error: Error }) | null = null
  /** Statements, of no transaction, that take effect and then lose their answer; null: none. */
  losing: Fault | null = null
  /** How many of the next transactions commit and then lose their answer. */
  answersLost = 0
  /** Nothing is answered at all. */
  isAway = false
  private held: PromiseWithResolvers<undefined> | undefined

  constructor(inner: Sql) {
    this.inner = inner
  }

  /** Lets everything wait from now on, as a disk does that hangs. Returns the way to let it go on. */
  hold(): () => void {
    const held = Promise.withResolvers<undefined>()
    this.held = held
    return () => {
      this.held = undefined
      held.resolve(undefined)
    }
  }

  query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.single(text, values, () => this.inner.query<Row>(text, values))
  }

  inOrder<Row>() {
    const send = this.inner.inOrder<Row>()
    return (statement: Statement): Promise<Row[]> =>
      this.single(statement.text, statement.values, () => send(statement))
  }

  private async single<Row>(
    text: string,
    values: readonly unknown[],
    run: () => Promise<Row[]>,
  ): Promise<Row[]> {
    await this.held?.promise
    this.check(text, values)
    const rows = await run()
    if (strikes(this.losing, text, values)) throw lost()
    return rows
  }

  async transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    await this.held?.promise
    this.check('begin')
    const result = await this.inner.transaction((trx) =>
      work({
        query: (text, values) => {
          this.check(text, values)
          return trx.query(text, values)
        },
        transaction: (nested) => trx.transaction(nested),
        batch: (statements) => trx.batch(statements),
      }),
    )
    this.loseAnswer()
    return result
  }

  async batch(statements: readonly Statement[]): Promise<void> {
    await this.held?.promise
    this.check('begin')
    for (const { text, values } of statements) this.check(text, values)
    await this.inner.batch(statements)
    this.loseAnswer()
  }

  private loseAnswer(): void {
    if (this.answersLost === 0) return
    this.answersLost--
    throw lost()
  }

  private check(text: string, values?: readonly unknown[]): void {
    if (this.isAway) throw new Error('connect ECONNREFUSED')
    if (this.failing !== null && strikes(this.failing, text, values)) throw this.failing.error
  }
}

function strikes(fault: Fault | null, text: string, values: readonly unknown[] = []): boolean {
  if (fault === null || fault.times <= 0 || !text.includes(fault.text)) return false
  const { value } = fault
  if (value !== undefined && !values.some((one) => String(one).includes(value))) return false
  fault.times--
  return true
}

const lost = (): Error => new Error('Connection terminated unexpectedly')

/** An error as the database reports one about data. */
export const dataError = (): Error => Object.assign(new Error('value too long'), { code: '22001' })
