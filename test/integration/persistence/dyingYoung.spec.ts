import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import type { Database } from '../../../src/persistence/database.ts'
import type { Statement } from '../../../src/persistence/prepared.ts'
import { ON_POSTGRES, openTestDatabase } from '../../support/database.ts'

const ROUNDS = 10
const STATEMENTS = 100
const CHARACTERS = 2_000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void

const oldBytes = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name === 'old_space' || name === 'large_object_space')
    .reduce((sum, { space_used_size: bytes }) => sum + bytes, 0)

describe('what statements of the hot path leave behind', function () {
  this.timeout(60_000)
  let database: Database

  before(async function () {
    // The embedded database keeps what it keeps.
    if (!ON_POSTGRES) this.skip()
    database = await openTestDatabase()
  })
  after(() => (database as Database | undefined)?.close())

  it('dies young, instead of being moved among the old with every text that was sent', async () => {
    const send = database.sql.inOrder()
    const statement = (number: number): Statement => ({
      text: 'select length($1::text)',
      values: [String(number).repeat(CHARACTERS).slice(0, CHARACTERS)],
    })
    const round = async (): Promise<void> => {
      for (let number = 0; number < STATEMENTS; number++) {
        await send(statement(number))
        await database.sql.batch([statement(number)])
      }
    }
    await round()
    collect()
    const before = oldBytes()
    for (let count = 0; count < ROUNDS; count++) {
      await round()
      // What survives the first is moved by the second.
      collect({ type: 'minor' })
      collect({ type: 'minor' })
    }
    const sentBytes = ROUNDS * STATEMENTS * 2 * CHARACTERS
    expect(oldBytes() - before).to.be.below(sentBytes / 4)
  })
})
