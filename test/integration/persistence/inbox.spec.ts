import { expect } from 'chai'
import type { Database } from '../../../src/persistence/database.ts'
import { takeOver, type Holding } from '../../../src/persistence/fence.ts'
import { createSqlInbox, type Inbox, type StoredComment } from '../../../src/persistence/inbox.ts'
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
  /** A comment under a key of its own: the number, or the key given. */
  const comment = (key: string | number, tenant: 0 | 1 = 0): StoredComment => {
    const position = ++last
    return {
      partition: tenant,
      position,
      tenantId: TENANTS[tenant],
      commentKey: typeof key === 'string' ? key : key.toString().padStart(12, '0').padEnd(32, 'f'),
      commentId: String(key),
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
    const read = await inbox.undecided(holding, 0, 10)
    expect(read.map((one) => ({ ...one, commentKey: one.commentKey.replaceAll('-', '') }))).to.deep.equal(
      comments,
    )
  })

  it('leaves out what it knows, wherever its key lies among the others', async () => {
    const known = [comment(100), comment(300), comment('f'.repeat(32))]
    await inbox.append(known, holding)
    const again = [50, 100, 200, 300, 400].map((key) => comment(key))
    const stored = await inbox.append([...again, comment('f'.repeat(32)), comment(200)], holding)
    const fresh = again.filter((_, index) => index % 2 === 0).map(({ position }) => position)
    expect([...stored].sort((a, b) => a - b)).to.deep.equal(fresh)
  })
})
