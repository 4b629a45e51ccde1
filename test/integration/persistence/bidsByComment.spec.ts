import { expect } from 'chai'
import { OlderDatabase } from '../../support/OlderDatabase.ts'

const SESSION = '00000000-0000-7000-8000-000000000002'
const PRODUCT = '00000000-0000-7000-8000-000000000003'
/** One that closed at position 4, one that runs since, and one of another session beside both. */
const CLOSED = '00000000-0000-7000-8000-00000000000a'
const RUNNING = '00000000-0000-7000-8000-00000000000b'
const BESIDE = '00000000-0000-7000-8000-00000000000c'
const ITEMS = [
  { id: CLOSED, session: SESSION, opened: 0, closed: 4, bids: [1, 2, 4] },
  { id: RUNNING, session: SESSION, opened: 4, closed: null, bids: [5, 7, 8] },
  { id: BESIDE, session: SESSION.replace('2', '4'), opened: 2, closed: null, bids: [3, 6] },
]

describe('the migration to one key of bids', () => {
  let database: OlderDatabase

  before(async () => {
    database = await OlderDatabase.open('Migration0007LogStretches')
    const { tenantId } = database
    await database.run(`insert into product (id, tenant_id, name, image_url, stock_quantity, status, created_at, updated_at)
               values ('${PRODUCT}', '${tenantId}', 'Ring', '', 1, 'available', now(), now())`)
    for (const session of new Set(ITEMS.map((item) => item.session)))
      await database.run(`insert into live_session (id, tenant_id, title, status, created_at, updated_at)
                 values ('${session}', '${tenantId}', 'Show', 'live', now(), now())`)
    for (const { id, session, opened, closed, bids } of ITEMS) {
      const ending = closed === null ? `'active', null, null, null` : `'cancelled', 'no_bids', now(), 4`
      await database.run(`insert into auction_item (id, tenant_id, live_session_id, product_id, mode, starting_price, final_price,
                                           activated_at, stock_quantity, opened_at_position, status, outcome, closed_at,
                                           closed_at_position)
                 values ('${id}', '${tenantId}', '${session}', '${PRODUCT}', 'auction', 10, ${closed === null ? 'null' : '14'},
                         now(), 1, ${String(opened)}, ${ending})`)
      for (const position of bids)
        await database.run(`insert into bid (id, tenant_id, auction_item_id, user_id, social_username, social_comment_id, bid_type, amount,
                                    status, is_matched, comment_timestamp, created_at, partition, comment_position)
                   values ('00000000-0000-7000-8000-0000000000f${String(position)}', '${tenantId}', '${id}', '${tenantId}', 'a', '1', 'bid',
                           ${String(10 + position)}, 'pending', false, now(), now(), 1, ${String(position)})`)
    }
  })
  after(() => database.close())

  const prices = () => database.run('select i.current_price::int as price from auction_item i order by id')
  const PRICES = [{ price: 14 }, { price: 18 }, { price: 16 }]

  it('finds the bids of each item, beside those of others at the same time', async () => {
    await database.migrator.up()
    for (const { id, bids } of ITEMS)
      expect(
        await database.run(
          `select array_agg(b.comment_position::int order by b.comment_position) as bids
             from auction_item i, bids_of(i) b where i.id = '${id}'`,
        ),
      ).to.deep.equal([{ bids }])
    expect(await prices()).to.deep.equal(PRICES)
  })

  it('finds them by the key, whose statement the planner sees through', async () => {
    await database.run('set enable_seqscan = off')
    const plan = await database.run(
      `explain select b.id from auction_item i, bids_of(i) b where i.id = '${RUNNING}'`,
    )
    await database.run('reset enable_seqscan')
    const lines = plan.map((row) => String(row['QUERY PLAN'])).join('\n')
    expect(lines).to.match(/Index Scan using bid_comment_unique on bid b/)
    expect(lines).to.match(/Index Cond: .*tenant_id = i\.tenant_id.*comment_position > i\.opened_at_position/)
  })

  it('refuses a second bid of a comment, before and after it is undone', async () => {
    const again = () =>
      database.run('insert into bid select * from bid where comment_position = 1').then(
        () => 'stored',
        (error: unknown) => String(error),
      )
    expect(await again()).to.include('bid_comment_unique')
    await database.migrator.down({ to: 'Migration0007LogStretches' })
    expect(await again()).to.match(/bid_pkey|bid_comment_unique/)
    expect(await prices()).to.deep.equal(PRICES)
  })
})
