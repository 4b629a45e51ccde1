import { expect } from 'chai'
import { Desks } from '../../../src/engine/Desks.ts'
import { byUsername } from '../../../src/engine/desk/viewerKey.ts'
import type { Database } from '../../../src/persistence/database.ts'
import { createIds } from '../../../src/runtime/ids.ts'
import { openTestDatabase } from '../../support/database.ts'
import { EngineFixture, FakeClock } from '../../support/engine/EngineFixture.ts'

describe('desks in memory', () => {
  let database: Database
  let fixture: EngineFixture
  let desks: Desks
  /** Tenants with a running item, and without one. */
  const busy: string[] = []
  const idle: string[] = []

  before(async () => {
    database = await openTestDatabase()
    fixture = await EngineFixture.start({ sql: database.sql })
    for (let number = 0; number < 6; number++) {
      const show = await fixture.show()
      await fixture.auction(show)
      busy.push(show.tenantId)
      idle.push((await fixture.show()).tenantId)
    }
  })
  after(async () => {
    await fixture.engine.stop()
    await database.close()
  })
  beforeEach(() => {
    desks = new Desks(database.sql, byUsername, createIds(new FakeClock()), 4)
  })
  afterEach(() => {
    desks.clear()
  })

  const need = (tenantIds: readonly string[]) =>
    desks.prepare(tenantIds.map((tenantId) => ({ kind: 'tick', tenantId, itemId: '', at: 0 })))

  it('given more idle ones than are kept, when they are trimmed, then the oldest go and those that sell stay', async () => {
    await need([...busy.slice(0, 1), ...idle])
    expect(desks.isCrowded).to.equal(true)
    desks.trim()
    expect([...desks.all.keys()]).to.deep.equal([busy[0], idle[5]])
    expect(desks.isCrowded).to.equal(false)
  })

  it('given that all of them sell, when nothing could be trimmed, then they are not looked through before each batch', async () => {
    await need(busy)
    expect(desks.isCrowded).to.equal(true)
    desks.trim()
    expect([...desks.all.keys()]).to.have.members(busy)
    expect(desks.isCrowded).to.equal(false)
  })

  it('given that many sell, when as many idle ones have come, then those are trimmed', async () => {
    await need(busy)
    desks.trim()
    await need(idle)
    expect(desks.isCrowded).to.equal(false)
    await need([(await fixture.show()).tenantId])
    expect(desks.isCrowded).to.equal(true)
    desks.trim()
    expect([...desks.all.keys()]).to.have.members(busy)
  })
})
