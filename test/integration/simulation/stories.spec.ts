import type { Database } from '../../../src/persistence/database.ts'
import { createRandom } from '../../../src/simulator/random.ts'
import { ON_POSTGRES, openTestDatabase } from '../../support/database.ts'
import type { Fate } from '../../support/simulation/SimulatedConnection.ts'
import { Story, type StoryOptions } from '../../support/simulation/Story.ts'

/** `SEED=… mocha test/integration/simulation/stories.spec.ts` plays one story again. */
const { SEED } = process.env
const STORIES = Number(process.env.STORIES ?? (ON_POSTGRES ? 30 : 150))
const STEPS = 30

/** Plays a story; what fails says how to see it again. */
async function play(options: StoryOptions): Promise<Story> {
  const story = new Story(options)
  await story.play().catch((error: unknown) => {
    const again = `SEED='${options.seed}' mocha test/integration/simulation/stories.spec.ts`
    throw new Error(`${again}\n  ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  })
  return story
}

describe('random stories', function () {
  this.timeout(240_000)
  let database: Database

  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database.close())

  const story = (seed: string): StoryOptions => {
    const draws = createRandom(`${seed} faults`)
    const isRough = !seed.startsWith('calm')
    const probability = isRough ? draws.pick([0.005, 0.02, 0.1]) : 0
    const fate = (): Fate =>
      draws.chance(probability) ? draws.pick(['fails', 'losesAnswer', 'dies', 'diesAfter']) : 'works'
    return { seed, sql: database.sql, steps: STEPS, faults: fate, isRough }
  }

  if (SEED !== undefined) {
    it(`story ${SEED} holds`, () => play(story(SEED)).then(() => undefined))
    return
  }
  it('hold without faults', async () => {
    for (let seed = 0; seed < STORIES / 10; seed++) await play(story(`calm ${String(seed)}`))
  })
  it('hold whatever fails, dies, comes twice or steps its clock', async () => {
    for (let seed = 0; seed < STORIES; seed++) await play(story(`rough ${String(seed)}`))
  })
})
