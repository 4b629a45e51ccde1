import { expect } from 'chai'
import type { Database } from '../../../src/persistence/database.ts'
import { takeOver, type Holding } from '../../../src/persistence/fence.ts'
import { createSqlInbox, type Inbox, type StoredComment } from '../../../src/persistence/inbox.ts'
import type { Statement } from '../../../src/persistence/prepared.ts'
import type { Sql } from '../../../src/persistence/sql.ts'
import { openTestDatabase } from '../../support/database.ts'

describe('inbox', function () {
  this.timeout(30_000)
  let database: Database
  let inbox: Inbox
  let holding: Holding
  let last = 0

  before(async () => {
    database = await openTestDatabase()
    inbox = createSqlInbox(database.sql)
    holding = await takeOver(database.sql, 'test')
  })
  after(() => database.close())

  const TENANTS = [crypto.randomUUID(), crypto.randomUUID()] as const
  const comment = (id: string | number, tenant: 0 | 1 = 0): StoredComment => {
    const position = ++last
    return {
      partition: tenant,
      position,
      tenantId: TENANTS[tenant],
      commentId: typeof id === 'string' ? id : String(179_000_000_000_000 + id),
      username: 'ayse',
      displayName: '"Ayşe", \\o/',
      fromId: '7',
      text: '{150},"NULL"',
      mediaId: position % 2 === 0 ? 'media' : null,
      commentedAt: 1_700_000_000_123,
      receivedAt: 1_700_000_000_456,
    }
  }

  it('gives back what it stored, of several tenants, in order', async () => {
    const comments = [comment(1), comment(2, 1), comment(3), comment(4, 1)]
    const stored = await inbox.append(comments, holding)
    expect([...stored]).to.deep.equal(comments.map(({ position }) => position))
    expect(await inbox.undecided(holding, 0, 10)).to.deep.equal(comments)
  })

  it('leaves out what it knows, of ids that are numbers and others, wherever they lie', async () => {
    await inbox.append([comment(100), comment(90_000_300), comment('Ugx-1')], holding)
    const again = [50, 100, 200, 90_000_300, 90_000_400].map((id) => comment(id))
    const stored = await inbox.append([...again, comment('Ugx-1'), comment(200)], holding)
    const fresh = again.filter((_, index) => index % 2 === 0).map(({ position }) => position)
    expect([...stored].sort((a, b) => a - b)).to.deep.equal(fresh)
  })

  it('takes the same id for another comment where tenant, sender or text differ', async () => {
    const first = comment(7_000)
    const others = [
      { ...comment(7_000, 1) },
      { ...comment(7_000), fromId: '8' },
      { ...comment(7_000), text: '151' },
    ]
    const stored = await inbox.append([first, ...others, comment(7_000)], holding)
    expect([...stored]).to.deep.equal([first, ...others].map(({ position }) => position))
  })

  it('looks known comments up in the index, even while the table has one page, for the plan is kept', async () => {
    await database.sql.query('vacuum analyze inbox_comment')
    const [before, after] = await database.sql.transaction(async (trx) => {
      const scans = () =>
        trx.query<{ whole: number; byIndex: number }>(
          `select seq_scan::int as whole, idx_scan::int as "byIndex" from pg_stat_xact_user_tables
            where relname = 'inbox_comment'`,
        )
      const send = { inOrder: () => (statement: Statement) => trx.query(statement.text, statement.values) }
      const [first] = await scans()
      await createSqlInbox({ ...trx, ...send } as Sql).append([comment(8_000), comment(8_001)], holding)
      const [second] = await scans()
      return [first, second]
    })
    if (before === undefined || after === undefined) throw new Error('no such table')
    expect(after.whole - before.whole, 'reads of the whole table').to.equal(0)
    expect(after.byIndex - before.byIndex, 'look-ups').to.equal(2)
  })
})
