import { expect } from 'chai'
import fc from 'fast-check'
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

  it('looks for known comments only after it met one, and then in the index, however small the table is', async () => {
    await database.sql.query('vacuum analyze inbox_comment')
    await database.sql.transaction(async (trx) => {
      const send = { inOrder: () => (statement: Statement) => trx.query(statement.text, statement.values) }
      const hasty = createSqlInbox({ ...trx, ...send } as Sql)
      const scans = async () => {
        const [row] = await trx.query<{ whole: number; byIndex: number }>(
          `select seq_scan::int as whole, idx_scan::int as "byIndex" from pg_stat_xact_user_tables
            where relname = 'inbox_comment'`,
        )
        return row ?? { whole: -1, byIndex: -1 }
      }
      /** How often an append looks something up; the whole table it never reads. */
      const lookUpsOf = async (comments: StoredComment[], storing: number): Promise<number> => {
        const before = await scans()
        expect((await hasty.append(comments, holding)).size).to.equal(storing)
        const after = await scans()
        expect(after.whole - before.whole, 'reads of the whole table').to.equal(0)
        return after.byIndex - before.byIndex
      }
      expect(await lookUpsOf([comment(8_000), comment(8_001)], 2)).to.equal(0)
      expect(await lookUpsOf([comment(8_000), comment(8_002)], 1)).to.be.at.least(2)
      for (let append = 0; append < 32; append++)
        expect(await lookUpsOf([comment(8_100 + append), comment(8_200 + append)], 2)).to.equal(2)
      expect(await lookUpsOf([comment(8_003), comment(8_004)], 2)).to.equal(0)
    })
  })

  it('leaves out what it knows under every mixture of new and known, of one append or several', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 12 })),
        async (appends) => {
          const round = String(last)
          const known = new Set<number>()
          const fresh = createSqlInbox(database.sql)
          for (const ids of appends) {
            const comments = ids.map((id) => comment(`${round}-${String(id)}`))
            const expected = comments.filter((_, index) => {
              const id = ids[index] ?? -1
              return !known.has(id) && known.add(id)
            })
            const stored = await fresh.append(comments, holding)
            expect([...stored].sort((a, b) => a - b)).to.deep.equal(expected.map(({ position }) => position))
          }
        },
      ),
      { numRuns: 30, verbose: true },
    )
  })
})
