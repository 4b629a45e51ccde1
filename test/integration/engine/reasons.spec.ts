import { expect } from 'chai'
import type { ItemRefusal } from '../../../machines/auctionItem/index.ts'
import { CHATTER_REASONS, type ChatterReason } from '../../../machines/comments/index.ts'
import type { Database } from '../../../src/persistence/database.ts'
import { openTestDatabase } from '../../support/database.ts'
import { EngineFixture } from '../../support/engine/EngineFixture.ts'

/** A comment that is ignored for the reason, and what has to be so that it is. */
interface Example {
  text: string
  mode?: 'auction' | 'fixed_price'
  settings?: object
  /** What the same viewer says before. */
  first?: string
}

/** One for each reason of the closed lists; the compiler sees to it that none is missing. */
const EXAMPLES: Record<ChatterReason | ItemRefusal, Example> = {
  empty: { text: '🔥🔥' },
  too_long: { text: 'ab '.repeat(2_000) },
  question: { text: 'is it 150?' },
  negation: { text: 'not 150' },
  no_amount: { text: 'so pretty' },
  several_amounts: { text: '100 or 150' },
  too_many_words: { text: 'my two lovely cats are 150 always' },
  unit: { text: 'size 42' },
  percentage: { text: '50%' },
  time: { text: '10:30' },
  fraction_or_date: { text: '1/2' },
  negative: { text: '-50' },
  signed: { text: '+150' },
  glued_letters: { text: 'x150' },
  malformed_number: { text: '1.2.3' },
  too_many_decimals: { text: '1.5555' },
  too_large: { text: '99999999999' },
  claim_on_auction: { text: 'mine' },
  bid_on_fixed_price: { text: '150', mode: 'fixed_price' },
  bid_too_low: { text: '10.99' },
  bid_too_high: { text: '31', settings: { maxBidFactor: 3 } },
  already_claimed: { text: 'me', first: 'mine', mode: 'fixed_price' },
  viewer_not_matched: { text: '150', settings: { requireMatchedViewer: true } },
}

describe('why a comment did not count', () => {
  let database: Database
  let fixture: EngineFixture

  before(async () => {
    database = await openTestDatabase()
    fixture = await EngineFixture.start({ sql: database.sql })
  })
  after(async () => {
    await fixture.engine.stop()
    await database.close()
  })

  it('has an example for each way in which a comment says nothing', () => {
    expect(Object.keys(EXAMPLES)).to.include.members([...CHATTER_REASONS])
  })

  for (const [reason, { text, mode = 'auction', settings = {}, first }] of Object.entries(EXAMPLES)) {
    it(`is stored as ${reason} for “${text.slice(0, 40)}”`, async () => {
      const show = await fixture.show({ settings })
      const { tenantId } = show
      await fixture.offer(show, mode)
      for (const said of first === undefined ? [text] : [first, text])
        await fixture.engine.takeIn([fixture.comment(tenantId, said)])
      await fixture.settled(tenantId)
      expect((await fixture.outcomes(tenantId)).at(-1)).to.equal(`${text}: ${reason}`)
    })
  }

  it('is stored as no_active_item when nothing is on offer, and as blocked for a blocked viewer', async () => {
    const show = await fixture.show()
    const { tenantId } = show
    await fixture.engine.takeIn([fixture.comment(tenantId, '12')])
    await fixture.auction(show)
    await fixture.engine.takeIn([fixture.comment(tenantId, '15')])
    await fixture.settled(tenantId)
    await database.sql.query('update viewer set is_blocked = true where tenant_id = $1', [tenantId])
    await fixture.settled(tenantId)
    await fixture.engine.takeIn([fixture.comment(tenantId, '20')])
    await fixture.settled(tenantId)
    const expected = ['12: no_active_item', '15: bid_accepted', '20: blocked']
    expect(await fixture.outcomes(tenantId)).to.deep.equal(expected)
  })
})
