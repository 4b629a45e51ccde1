import { expect } from 'chai'
import fc from 'fast-check'
import { kindsOf, plainColumn, textColumn } from '../../../src/persistence/columns.ts'
import type { Database } from '../../../src/persistence/database.ts'
import { openTestDatabase } from '../../support/database.ts'

describe('columns of a bulk statement', function () {
  this.timeout(30_000)
  let database: Database

  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database.close())

  /** What the server makes of a column. */
  const received = async (type: string, column: string): Promise<unknown[]> =>
    (
      await database.sql.query<{ value: unknown }>(
        `select value from unnest($1::${type}[]) with ordinality as u (value, place) order by place`,
        [column],
      )
    ).map(({ value }) => value)

  it('bring any texts as they are', async () => {
    const awkward = fc.constantFrom('', 'NULL', 'null', '"', '\\', '{a,b}', ',', ' a ', "'", '\n', '𝟏🔥')
    const text = fc.oneof(
      awkward,
      fc.string({ unit: 'grapheme' }).map((one) => one.replaceAll('\0', '')),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text)), async (texts) => {
        expect(
          await received(
            'text',
            textColumn(texts, (one) => one),
          ),
        ).to.deep.equal(texts)
      }),
      { numRuns: 200, verbose: true },
    )
  })

  it('bring numbers, booleans and nothing', async () => {
    expect(
      await received(
        'int',
        plainColumn([1, null, -3], (one) => one),
      ),
    ).to.deep.equal([1, null, -3])
    expect(
      await received(
        'boolean',
        plainColumn([true, false, null], (one) => one),
      ),
    ).to.deep.equal([true, false, null])
    expect(
      await received(
        'int',
        plainColumn<number>([], (one) => one),
      ),
    ).to.deep.equal([])
  })

  it('name what rows share by its place', () => {
    const rows = ['b1', 'a1', 'b2', 'c1', 'a2']
    expect(kindsOf(rows, (row) => row.slice(0, 1))).to.deep.equal({
      first: ['b1', 'a1', 'c1'],
      places: [1, 2, 1, 3, 2],
    })
  })
})
