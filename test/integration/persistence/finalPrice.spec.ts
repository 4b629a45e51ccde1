import { MikroORM } from '@mikro-orm/core'
import type { PostgreSqlDriver } from '@mikro-orm/postgresql'
import { expect } from 'chai'
import { ormOptions } from '../../../src/persistence/database.ts'
import { startEmbedded, type Embedded } from '../../../src/persistence/embedded/startEmbedded.ts'
import { embeddedFiles } from '../../support/database.ts'

const TENANT = '00000000-0000-7000-8000-000000000001'
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
  let embedded: Embedded
  let orm: MikroORM<PostgreSqlDriver>
  const run = (statement: string) => orm.em.getConnection().execute<Record<string, unknown>[]>(statement)

  before(async () => {
    embedded = await startEmbedded({
      dataDir: undefined,
      initialFiles: await embeddedFiles(),
      idleTransactionMsMax: 3_000,
    })
    orm = await MikroORM.init<PostgreSqlDriver>(ormOptions({}, embedded))
    await orm.migrator.up({ to: 'Migration0005AppendComments' })
    await run(`insert into tenant (id, name, slug, email, password_hash, api_key, api_secret_hash, webhook_secret, created_at,
                                   updated_at) values ('${TENANT}', 'Shop', 's', 'e', '', 'k', '', '', now(), now())`)
    await run(`insert into live_session (id, tenant_id, title, status, created_at, updated_at)
               values ('${SESSION}', '${TENANT}', 'Show', 'live', now(), now())`)
    await run(`insert into product (id, tenant_id, name, image_url, stock_quantity, status, created_at, updated_at)
               values ('${PRODUCT}', '${TENANT}', 'Ring', '', 1, 'available', now(), now())`)
    for (const { id, mode, bids, closed } of ITEMS) {
      await run(`insert into auction_item (id, tenant_id, live_session_id, product_id, mode, starting_price, current_price,
                                           activated_at, stock_quantity, opened_at_position, status, outcome, closed_at)
                 values ('${id}', '${TENANT}', '${SESSION}', '${PRODUCT}', '${mode}', 10, ${String(bids.at(-1) ?? 10)}, now(), 1, 0,
                         ${closed ? `'cancelled', 'no_bids', now()` : `'active', null, null`})`)
      for (const [index, amount] of bids.entries())
        await run(`insert into bid (id, tenant_id, auction_item_id, user_id, social_username, social_comment_id, bid_type, amount,
                                    status, is_matched, comment_timestamp, created_at, partition, comment_position)
                   values ('00000000-0000-7000-8000-0000000000f${String(index)}', '${TENANT}', '${id}', '${TENANT}', 'a', '1', 'bid',
                           ${String(amount)}, 'pending', false, now(), now(), 1, (select count(*) from bid))`)
    }
  })
  after(async () => {
    await orm.close(true)
    await embedded.close()
  })

  const prices = (stored: string) =>
    run(`select i.current_price::text as price, ${stored} as stored from auction_item i order by id`)
  const PRICES = ['30.00', '45.50', '10.00', '10.00']

  it('keeps every price, and stores that of an item that ended', async () => {
    await orm.migrator.up()
    const ended = ['30.00', null, '10.00', '10.00']
    expect(await prices('i.final_price::text')).to.deep.equal(
      PRICES.map((price, index) => ({ price, stored: ended[index] })),
    )
  })

  it('takes nothing away when it is undone', async () => {
    await orm.migrator.down({ to: 'Migration0005AppendComments' })
    expect(await prices('null')).to.deep.equal(PRICES.map((price) => ({ price, stored: null })))
  })
})
