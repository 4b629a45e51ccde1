import { expect } from 'chai'
import { partitionOf } from '../../../src/persistence/partitionOf.ts'
import { OlderDatabase } from '../../support/OlderDatabase.ts'

describe('the migration to stretches of the event log', () => {
  let database: OlderDatabase
  let tenantId: string
  let partition: string
  const comment = (position: number) =>
    database.run(`insert into inbox_comment (partition, position, tenant_id, comment_key, comment_id, username, display_name, from_id,
                                    text, commented_at, received_at)
         values (${partition}, ${String(position)}, '${tenantId}', '00000000-0000-7000-8000-0000000000f${String(position)}',
                 '${String(position)}', 'a', 'a', 'a', 'hello', now(), now())`)
  const decidedUpTo = (position: number) =>
    database.run(`update partition set position = ${String(position)} where id = ${partition}`)
  const unlogged = () =>
    database.run(
      `select first_id, last_id, frames from unlogged_events(array['${tenantId}'::uuid], array[${partition}::smallint])`,
    )

  before(async () => {
    database = await OlderDatabase.open('Migration0006FinalPrice')
    tenantId = database.tenantId
    partition = String(partitionOf(tenantId))
    await comment(1)
    await comment(2)
    await decidedUpTo(2)
    await database.run(`insert into tenant_events (tenant_id, first_id, last_id, frames, at)
               values ('${tenantId}', 1, 1, 'c1', now()), ('${tenantId}', 2, 2, 'c2', now())`)
  })
  after(() => database.close())

  it('finds everything told so far in rows, and what comes later where there is no row', async () => {
    await database.migrator.up()
    expect(await unlogged()).to.deep.equal([])
    await comment(3)
    await comment(4)
    await decidedUpTo(3)
    expect(await unlogged()).to.deep.equal([{ first_id: '3', last_id: '3', frames: 'c3' }])
  })

  it('puts everything into rows when it is undone', async () => {
    await decidedUpTo(4)
    await database.migrator.down({ to: 'Migration0006FinalPrice' })
    expect(
      await database.run('select first_id, last_id, frames from tenant_events order by first_id'),
    ).to.deep.equal([
      { first_id: '1', last_id: '1', frames: 'c1' },
      { first_id: '2', last_id: '2', frames: 'c2' },
      { first_id: '3', last_id: '4', frames: 'c3\nc4' },
    ])
  })
})
