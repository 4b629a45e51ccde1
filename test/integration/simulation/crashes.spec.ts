import { expect } from 'chai'
import type { Database } from '../../../src/persistence/database.ts'
import { ON_POSTGRES, openTestDatabase } from '../../support/database.ts'
import type { Fate } from '../../support/simulation/SimulatedConnection.ts'
import { Story } from '../../support/simulation/Story.ts'

/** `CRASH='crash 37, dies at 17' mocha test/integration/simulation/crashes.spec.ts` dies that one death again. */
const { CRASH } = process.env
const STEPS = 22
/** Short stories that together have every kind of outcome, a close by the seller and by the clock, and new settings. */
const SEEDS = ['crash 37', 'crash 59']

describe('a crash at every call of the database', function () {
  this.timeout(240_000)
  const asked = /^(?<seed>.*), (?<fate>\w+) at (?<at>\d+)$/.exec(CRASH ?? '')?.groups
  let database: Database

  before(async function () {
    // The embedded database is reached as a server is, and needs less time for so many deaths.
    if (ON_POSTGRES && asked === undefined) this.skip()
    database = await openTestDatabase()
  })
  after(() => (database as Database | undefined)?.close())

  /** Plays a story in which the database's call number `at` ends in `fate`. Returns how many calls there were. */
  const play = async (seed: string, fate: Fate, at: number): Promise<number> => {
    const faults = (call: number): Fate => (call === at ? fate : 'works')
    const story = new Story({ seed, sql: database.sql, steps: STEPS, faults, isRough: false })
    await story.play().catch((error: unknown) => {
      const again = `CRASH='${seed}, ${fate} at ${String(at)}' mocha test/integration/simulation/crashes.spec.ts`
      throw new Error(`${again}\n  ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    })
    return story.simulation.calls
  }

  if (asked !== undefined) {
    it(`holds: ${CRASH ?? ''}`, async () => {
      await play(asked.seed ?? '', asked.fate as Fate, Number(asked.at))
    })
    return
  }

  it('is tried in stories that have every kind of outcome, of end and of change', async () => {
    const kinds = new Set<string>()
    for (const seed of SEEDS) {
      await play(seed, 'works', 0)
      const rows = await database.sql.query<{ kind: string }>(
        'select outcome as kind from comment_outcome union select type from item_event',
      )
      for (const { kind } of rows) kinds.add(kind)
    }
    const outcomes = ['bid_accepted', 'claim_accepted', 'ignored', 'waitlisted']
    expect([...kinds]).to.include.members([...outcomes, 'close', 'tick', 'rules'])
  })

  const everywhere = async (seed: string, fate: Fate): Promise<void> => {
    const calls = await play(seed, 'works', 0)
    for (let at = 1; at <= calls; at++) await play(seed, fate, at)
  }
  for (const seed of SEEDS) {
    it(`story ${seed} holds when the process dies before any one of its calls takes effect`, () =>
      everywhere(seed, 'dies'))
    it(`story ${seed} holds when the process dies after any one of its calls took effect`, () =>
      everywhere(seed, 'diesAfter'))
  }
  it('and when the process lives, but the answer to any one of its calls is lost', () =>
    everywhere('crash 37', 'losesAnswer'))
})
