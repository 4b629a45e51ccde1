import { expect } from 'chai'
import { openDatabase } from '../../../src/persistence/database.ts'
import { ON_POSTGRES } from '../../support/database.ts'
import { sharedPostgres, type PostgresServer } from '../../support/postgres.ts'

describe('on a real PostgreSQL', () => {
  let server: PostgresServer

  before(async function () {
    if (!ON_POSTGRES) this.skip()
    server = await sharedPostgres()
  })

  it('commits wait for the disk', async () => {
    expect(await server.sql('show fsync')).to.equal('on')
    expect(await server.sql('show synchronous_commit')).to.equal('on')
  })

  it('databases are migrated and know nothing of each other', async () => {
    const [one, other] = [await server.createDatabase(), await server.createDatabase()]
    const name = (url: string): string => new URL(url).pathname.slice(1)
    await server.sql('create table mark (id int)', name(one))
    expect(
      await server.sql(
        `select to_regclass('mark') is null and to_regclass('tenant') is not null`,
        name(other),
      ),
    ).to.equal('t')
  })

  it('what was committed is there after the server died', async () => {
    const url = await server.createDatabase()
    const before = await openDatabase({ url })
    await before.sql.query('create table mark as select 42 as value')
    await before.close()
    await server.kill()
    await server.resume()
    const after = await openDatabase({ url })
    expect(await after.sql.query('select value from mark')).to.deep.equal([{ value: 42 }])
    await after.close()
  })
})
