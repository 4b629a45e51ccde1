import { expect } from 'chai'
import fc from 'fast-check'
import { minor, MINOR_MAX, toDecimalText } from '../../../machines/money.ts'
import {
  amounts,
  bigints,
  booleans,
  ints,
  jsons,
  smallints,
  stretchesOf,
  texts,
  times,
  uuids,
  type Column,
  type MakeColumn,
} from '../../../src/persistence/columns.ts'
import type { Database } from '../../../src/persistence/database.ts'
import { openTestDatabase } from '../../support/database.ts'

const awkwardText = fc.constantFrom(
  '',
  'NULL',
  'null',
  '"',
  '\\',
  '{a,b}',
  ',',
  ' a ',
  "'",
  '\n',
  '𝟏🔥',
  'ş',
  'é',
)
const anyText = fc
  .oneof(awkwardText, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', minLength: 30 }))
  .map((one) => one.replaceAll('\0', ''))
const [TIME_MIN, TIME_MAX] = [Date.parse('0001-01-01'), Date.parse('9999-12-31')]

/** Of each type: its name, its column, any values of it, and how each is read back: in SQL, and as a text. */
const TYPES = [
  kind('smallint', smallints, fc.integer({ min: -32_768, max: 32_767 })),
  kind('int', ints, fc.integer()),
  kind('bigint', bigints, fc.maxSafeInteger()),
  kind('boolean', booleans, fc.boolean()),
  kind('uuid', uuids, fc.uuid()),
  kind('text', texts, anyText),
  kind('numeric', amounts, fc.integer({ min: 0, max: MINOR_MAX }).map(minor), 'value', toDecimalText),
  kind(
    'timestamptz',
    times,
    fc.integer({ min: TIME_MIN, max: TIME_MAX }),
    '(extract(epoch from value) * 1000)::bigint',
  ),
  kind(
    'jsonb',
    jsons,
    anyText.map((one) => JSON.stringify({ one })),
    `value ->> 'one'`,
    (json) => (JSON.parse(json) as { one: string }).one,
  ),
]

interface Kind {
  type: string
  column: (values: readonly unknown[]) => Column
  values: fc.Arbitrary<unknown>
  read: string
  expected: (value: unknown) => string
}

function kind<T>(
  type: string,
  make: MakeColumn<T>,
  values: fc.Arbitrary<T>,
  read = 'value',
  expected: (value: T) => string = String,
): Kind {
  return {
    type,
    column: (all) => make(all as readonly (T | null)[], (one) => one),
    values,
    read,
    expected: (value) => expected(value as T),
  }
}

describe('columns of a bulk statement', function () {
  this.timeout(60_000)
  let database: Database

  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database.close())

  /** What the server makes of a column, as texts. */
  const received = async (type: string, column: Column, read = 'value'): Promise<(string | null)[]> => {
    const rows = await database.sql.query<{ value: string | null }>(
      `select (${read})::text as value from unnest($1::${type}[]) with ordinality as u (value, place) order by place`,
      [column],
    )
    return rows.map(({ value }) => value)
  }

  for (const { type, column, values, read, expected } of TYPES)
    it(`bring any values of ${type} as they are, and nothing as null`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.option(values), { maxLength: 60 }), async (all) => {
          expect(await received(type, column(all), read)).to.deep.equal(
            all.map((one) => (one === null ? null : expected(one))),
          )
        }),
        { numRuns: 60, verbose: true },
      )
    })

  it('bring texts that are longer than the room that is kept', async () => {
    const long = ['ş'.repeat(700_000), '', 'a'.repeat(900_000)]
    expect(
      await received(
        'text',
        texts(long, (one) => one),
      ),
    ).to.deep.equal(long)
  })

  it('take UUIDs with dashes or without, and nothing else', async () => {
    const id = '01A2a1c5-72ee-7000-93b6-95c78dccad42'
    const both = uuids([id, id.replaceAll('-', '')], (one) => one)
    expect(await received('uuid', both)).to.deep.equal([id.toLowerCase(), id.toLowerCase()])
    for (const wrong of ['', 'no id', `${id}0`, id.replace('A', 'g'), `ş${id.slice(1)}`])
      expect(() => uuids([wrong], (one) => one))
        .to.throw(TypeError)
        .with.property('message', `A column of UUIDs takes UUIDs, but got ${JSON.stringify(wrong)}`)
  })

  it('name what rows one after the other share by its place', () => {
    const rows = ['b1', 'b2', 'a1', 'c1', 'c2', 'a2']
    const areAlike = (one: string, next: string): boolean => one.slice(0, 1) === next.slice(0, 1)
    expect(stretchesOf(rows, areAlike)).to.deep.equal({
      first: ['b1', 'a1', 'c1', 'a2'],
      places: [1, 1, 2, 3, 3, 4],
    })
    expect(stretchesOf([], areAlike)).to.deep.equal({ first: [], places: [] })
  })
})
