import { openDatabase, type DatabaseOptions } from '../../../src/persistence/database.ts'
import { EngineBench } from './EngineBench.ts'

const SHOWS_AT_ONCE = 10_000

/**
 * Makes tenants with a running auction each and leaves no process behind. The first is put on offer by an engine, the
 * rows of the others are written as it wrote those: one activation after the other would take minutes.
 */
export async function offerMany(options: DatabaseOptions, count: number): Promise<void> {
  const bench = await EngineBench.open(options)
  const [first] = await bench.shows(1)
  if (first === undefined) throw new Error('no show')
  for (let made = 1; made < count; made += SHOWS_AT_ONCE)
    await bench.shows(Math.min(SHOWS_AT_ONCE, count - made))
  const itemId = await bench.activate(first)
  await bench.close()

  const database = await openDatabase(options)
  await database.sql.query('analyze')
  await database.sql.query(
    `insert into auction_item
     select copy.* from auction_item i, live_session s join product p on p.tenant_id = s.tenant_id
      cross join lateral jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'tenant_id', s.tenant_id,
                           'live_session_id', s.id, 'product_id', p.id)) as copy
      where i.id = $1 and s.tenant_id <> i.tenant_id`,
    [itemId],
  )
  await database.sql.query(
    `insert into item_event
     select copy.* from item_event e, auction_item i
      cross join lateral jsonb_populate_record(e, jsonb_build_object('item_id', i.id, 'tenant_id', i.tenant_id)) as copy
      where e.item_id = $1 and i.id <> $1`,
    [itemId],
  )
  await database.sql.query('analyze')
  await database.close()
}
