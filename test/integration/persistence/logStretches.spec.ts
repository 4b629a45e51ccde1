import { MikroORM } from '@mikro-orm/core'
import type { PostgreSqlDriver } from '@mikro-orm/postgresql'
import { expect } from 'chai'
import { ormOptions } from '../../../src/persistence/database.ts'
import { startEmbedded, type Embedded } from '../../../src/persistence/embedded/startEmbedded.ts'
import { partitionOf } from '../../../src/persistence/partitionOf.ts'
import { embeddedFiles } from '../../support/database.ts'

const TENANT = '00000000-0000-7000-8000-000000000001'
const PARTITION = String(partitionOf(TENANT))

describe('the migration to stretches of the event log', () => {
  let embedded: Embedded
  let orm: MikroORM<PostgreSqlDriver>
  const run = (statement: string) => orm.em.getConnection().execute<Record<string, unknown>[]>(statement)
  const comment = (position: number) =>
    run(`insert into inbox_comment (partition, position, tenant_id, comment_key, comment_id, username, display_name, from_id,
                                    text, commented_at, received_at)
         values (${PARTITION}, ${String(position)}, '${TENANT}', '00000000-0000-7000-8000-0000000000f${String(position)}',
                 '${String(position)}', 'a', 'a', 'a', 'hello', now(), now())`)
  const decidedUpTo = (position: number) =>
    run(`update partition set position = ${String(position)} where id = ${PARTITION}`)
  const unlogged = () =>
    run(
      `select first_id, last_id, frames from unlogged_events(array['${TENANT}'::uuid], array[${PARTITION}::smallint])`,
    )

  before(async () => {
    embedded = await startEmbedded({
      dataDir: undefined,
      initialFiles: await embeddedFiles(),
      idleTransactionMsMax: 3_000,
    })
    orm = await MikroORM.init<PostgreSqlDriver>(ormOptions({}, embedded))
    await orm.migrator.up({ to: 'Migration0006FinalPrice' })
    await run(`insert into tenant (id, name, slug, email, password_hash, api_key, api_secret_hash, webhook_secret, created_at,
                                   updated_at) values ('${TENANT}', 'Shop', 's', 'e', '', 'k', '', '', now(), now())`)
    await comment(1)
    await comment(2)
    await decidedUpTo(2)
    await run(`insert into tenant_events (tenant_id, first_id, last_id, frames, at)
               values ('${TENANT}', 1, 1, 'c1', now()), ('${TENANT}', 2, 2, 'c2', now())`)
  })
  after(async () => {
    await orm.close(true)
    await embedded.close()
  })

  it('finds everything told so far in rows, and what comes later where there is no row', async () => {
    await orm.migrator.up()
    expect(await unlogged()).to.deep.equal([])
    await comment(3)
    await comment(4)
    await decidedUpTo(3)
    expect(await unlogged()).to.deep.equal([{ first_id: '3', last_id: '3', frames: 'c3' }])
  })

  it('puts everything into rows when it is undone', async () => {
    await decidedUpTo(4)
    await orm.migrator.down({ to: 'Migration0006FinalPrice' })
    expect(await run('select first_id, last_id, frames from tenant_events order by first_id')).to.deep.equal([
      { first_id: '1', last_id: '1', frames: 'c1' },
      { first_id: '2', last_id: '2', frames: 'c2' },
      { first_id: '3', last_id: '4', frames: 'c3\nc4' },
    ])
  })
})
