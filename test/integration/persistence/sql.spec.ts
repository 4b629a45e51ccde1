import { expect } from 'chai'
import type { Database } from '../../../src/persistence/database.ts'
import type { Statement } from '../../../src/persistence/prepared.ts'
import { openTestDatabase } from '../../support/database.ts'

describe('a batch of statements', () => {
  let database: Database

  before(async () => {
    database = await openTestDatabase()
    await database.sql.query('create table step (number int primary key, note text)')
  })
  after(() => database.close())
  beforeEach(() => database.sql.query('delete from step'))

  const insert = (number: number): Statement => ({
    text: 'insert into step values ($1, null)',
    values: [number],
  })
  const stored = async (): Promise<unknown[]> =>
    (await database.sql.query<{ number: number }>('select number from step order by number')).map(
      (row) => row.number,
    )

  it('is stored as one, each statement seeing those before it', async () => {
    await database.sql.batch([
      ...Array.from({ length: 50 }, (_, number) => insert(number)),
      { text: 'update step set note = (select count(*)::text from step)', values: [] },
      { text: 'delete from step where number < $1', values: [48] },
    ])
    const rows = await database.sql.query('select number, note from step order by number')
    expect(rows).to.deep.equal([
      { number: 48, note: '50' },
      { number: 49, note: '50' },
    ])
  })

  it('leaves nothing behind when one of them fails, and rejects with that failure', async () => {
    for (const failingAt of [0, 1, 2]) {
      const statements = [insert(1), insert(2)].toSpliced(failingAt, 0, {
        text: 'insert into step values ($1)',
        values: ['no number'],
      })
      const error = await database.sql.batch(statements).catch((reason: unknown) => reason)
      expect(error).to.be.an('error').with.property('code', '22P02')
      expect(await stored()).to.deep.equal([])
    }
  })

  it('that no single write can take stands in a transaction block, which a server ends when it hears no more', async () => {
    const large = 'x'.repeat(100_000)
    await database.sql.batch([
      // Refused outside of a block.
      { text: 'savepoint here', values: [] },
      { text: 'insert into step values ($1, $2)', values: [1, large] },
    ])
    expect(await database.sql.query('select note from step')).to.deep.equal([{ note: large }])
  })

  it('is prepared once a connection, whichever way it is sent and however the one before it ended', async () => {
    const add = (number: number, note: string): Statement => ({
      text: 'insert into step values ($1, $2)',
      values: [number, note],
    })
    const large = 'x'.repeat(100_000)
    for (const [number, note] of [large, 'small', large, 'small'].entries()) {
      await database.sql.batch([add(number, note)])
      const again = database.sql.batch([insert(100 + number), add(number, note)])
      expect(await again.catch((reason: unknown) => reason)).to.have.property('code', '23505')
    }
    expect(await stored()).to.deep.equal([0, 1, 2, 3])
  })

  it('does not disturb others at the same time, whichever of them fails', async () => {
    const batches = Array.from({ length: 30 }, (_, index) =>
      database.sql.batch([insert(index), insert(index % 3 === 0 ? index : index + 100)]),
    )
    const queries = Array.from({ length: 30 }, (_, index) =>
      database.sql.query('select $1::int as n', [index]),
    )
    const outcomes = await Promise.allSettled(batches)
    expect((await Promise.all(queries)).flat()).to.deep.equal(Array.from({ length: 30 }, (_, n) => ({ n })))
    const kept = Array.from({ length: 30 }, (_, index) => index).filter((index) => index % 3 !== 0)
    expect(outcomes.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []))).to.deep.equal(
      kept,
    )
    expect(await stored()).to.deep.equal([...kept, ...kept.map((index) => index + 100)])
  })
})

describe('statements in order', function () {
  this.timeout(30_000)
  let database: Database

  before(async () => {
    database = await openTestDatabase()
    await database.sql.query('create table place (number int primary key, before int)')
  })
  after(() => database.close())
  beforeEach(() => database.sql.query('delete from place'))

  const next = 'insert into place select $1, (select count(*) from place) returning before'

  it('see what was sent before them, although nobody waited for it', async () => {
    const send = database.sql.inOrder<{ before: number }>()
    const rows = await Promise.all(
      Array.from({ length: 100 }, (_, number) => send({ text: next, values: [number] })),
    )
    expect(rows.flat().map((row) => row.before)).to.deep.equal(Array.from({ length: 100 }, (_, n) => n))
  })

  it('fail each for itself, and later ones are carried out all the same', async () => {
    const send = database.sql.inOrder<{ before: number }>()
    const sent = [1, 1, 2, 2, 3].map((number) => send({ text: next, values: [number] }))
    const outcomes = (await Promise.allSettled(sent)).map(({ status }) => status)
    expect(outcomes).to.deep.equal(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'])
    const after = await send({ text: next, values: [4] })
    expect(after).to.deep.equal([{ before: 3 }])
  })

  it('leave no connection behind, however they end', async () => {
    for (let round = 0; round < 20; round++) {
      const send = database.sql.inOrder()
      await Promise.allSettled([round, 0, round].map((number) => send({ text: next, values: [number] })))
    }
    const rows = await Promise.all(Array.from({ length: 20 }, () => database.sql.query('select 1 as n')))
    expect(rows.flat()).to.have.length(20)
  })
})
