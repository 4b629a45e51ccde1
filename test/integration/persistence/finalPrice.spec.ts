import { expect } from 'chai'
import { OlderDatabase } from '../../support/OlderDatabase.ts'

const SESSION = '00000000-0000-7000-8000-000000000002'
const PRODUCT = '00000000-0000-7000-8000-000000000003'

/** As the migrations before it left items: closed, running, without a bid, and at a fixed price. */
const ITEMS = [
  { id: '00000000-0000-7000-8000-00000000000a', mode: 'auction', bids: [20, 30], closed: true },
  { id: '00000000-0000-7000-8000-00000000000b', mode: 'auction', bids: [20, 45.5], closed: false },
  { id: '00000000-0000-7000-8000-00000000000c', mode: 'auction', bids: [], closed: true },
  { id: '00000000-0000-7000-8000-00000000000d', mode: 'fixed_price', bids: [], closed: true },
]

describe('the migration to final prices', () => {
  let database: OlderDatabase

  before(async () => {
    database = await OlderDatabase.open('Migration0005AppendComments')
    const { tenantId } = database
    await database.run(`insert into live_session (id, tenant_id, title, status, created_at, updated_at)
               values ('${SESSION}', '${tenantId}', 'Show', 'live', now(), now())`)
    await database.run(`insert into product (id, tenant_id, name, image_url, stock_quantity, status, created_at, updated_at)
               values ('${PRODUCT}', '${tenantId}', 'Ring', '', 1, 'available', now(), now())`)
    for (const { id, mode, bids, closed } of ITEMS) {
      await database.run(`insert into auction_item (id, tenant_id, live_session_id, product_id, mode, starting_price, current_price,
                                           activated_at, stock_quantity, opened_at_position, status, outcome, closed_at)
                 values ('${id}', '${tenantId}', '${SESSION}', '${PRODUCT}', '${mode}', 10, ${String(bids.at(-1) ?? 10)}, now(), 1, 0,
                         ${closed ? `'cancelled', 'no_bids', now()` : `'active', null, null`})`)
      for (const [index, amount] of bids.entries())
        await database.run(`insert into bid (id, tenant_id, auction_item_id, user_id, social_username, social_comment_id, bid_type, amount,
                                    status, is_matched, comment_timestamp, created_at, partition, comment_position)
                   values ('00000000-0000-7000-8000-0000000000f${String(index)}', '${tenantId}', '${id}', '${tenantId}', 'a', '1', 'bid',
                           ${String(amount)}, 'pending', false, now(), now(), 1, (select count(*) + 1 from bid))`)
    }
  })
  after(() => database.close())

  const prices = (stored: string) =>
    database.run(`select i.current_price::text as price, ${stored} as stored from auction_item i order by id`)
  const PRICES = ['30.00', '45.50', '10.00', '10.00']

  it('keeps every price, and stores that of an item that ended', async () => {
    await database.migrator.up()
    const ended = ['30.00', null, '10.00', '10.00']
    expect(await prices('i.final_price::text')).to.deep.equal(
      PRICES.map((price, index) => ({ price, stored: ended[index] })),
    )
  })

  it('takes nothing away when it is undone', async () => {
    await database.migrator.down({ to: 'Migration0005AppendComments' })
    expect(await prices('null')).to.deep.equal(PRICES.map((price) => ({ price, stored: null })))
  })
})
