import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { openDatabase, type Database } from '../../../src/persistence/database.ts'
import { isStorageAway } from '../../../src/persistence/isStorageAway.ts'
import { sharedPostgres } from '../../support/postgres.ts'

const CONNECTIONS = 2
const CUTS_EACH = 5
const CUT = 'select pg_terminate_backend(pg_backend_pid())'

describe('a transaction whose connection is cut', () => {
  let database: Database

  before(async () => {
    const url = await (await sharedPostgres()).createDatabase()
    database = await openDatabase({ url, poolConnectionsMax: CONNECTIONS })
  })
  after(() => database.close())

  const KINDS: Record<string, () => Promise<unknown>> = {
    'of the unit of work': () =>
      database.asTenant(randomUUID(), async ({ sql }) => {
        // The tenants' role may end nobody.
        await sql.query('reset role')
        return sql.query(CUT)
      }),
    'of plain SQL': () => database.sql.transaction((sql) => sql.query(CUT)),
    'of one batch': () =>
      database.sql.batch([
        { text: CUT, values: [] },
        { text: 'select 1', values: [] },
      ]),
  }

  for (const [kind, cut] of Object.entries(KINDS)) {
    it(`${kind} gives its place in the pool back, and its error says that the storage was away`, async () => {
      for (let time = 0; time < CUTS_EACH; time++) {
        const error: unknown = await cut().then(
          () => undefined,
          (reason: unknown) => reason,
        )
        expect(isStorageAway(error), String(error)).to.equal(true)
      }
      const all = Array.from({ length: CONNECTIONS }, () => database.sql.query('select pg_sleep(0.05)'))
      await Promise.all(all)
    })
  }

  it('comes soon for one that stands still, whose locks would keep another owner out', async () => {
    const [row] = await database.sql.query<{ seconds: number }>(
      `select extract(epoch from current_setting('idle_in_transaction_session_timeout')::interval)::int as seconds`,
    )
    expect(row?.seconds).to.be.within(1, 5)
  })
})
