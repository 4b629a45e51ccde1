/** How long a restart takes with many running items and a full inbox, against reading the rows it has to read. */
import { takeOver } from '../../../src/persistence/fence.ts'
import { createSqlInbox } from '../../../src/persistence/inbox.ts'
import { openDatabase } from '../../../src/persistence/database.ts'
import { progress, report, type Figure } from '../report.ts'
import { onEachStore, type Store } from '../stores.ts'
import { EngineBench } from './EngineBench.ts'
import { offerMany } from './offerMany.ts'

const ITEMS = 10_000
const COMMENTS = 100_000

async function restart(store: Store): Promise<Figure[]> {
  progress(`putting ${String(ITEMS)} items on offer`)
  const options = await store.create()
  await offerMany(options, ITEMS)

  // What a process leaves behind that was killed after it acknowledged: comments in the inbox, not decided.
  const database = await openDatabase(options)
  const { sql } = database
  await sql.query(
    `insert into inbox_comment (partition, position, tenant_id, comment_key, comment_id, username, display_name, from_id, text,
                              media_id, commented_at, received_at)
   select (hashtext(t.id::text) & 63)::smallint, n, t.id, gen_random_uuid(), n::text, 'viewer' || n % 500, 'Viewer', n % 500,
          n::text, null, now(), now()
     from generate_series(1, $1::int) as n
     join (select id, row_number() over (order by id) - 1 as place from tenant) as t on t.place = n % $2::int`,
    [COMMENTS, ITEMS],
  )
  progress('reading the inbox, then starting again')
  await sql.query('analyze')
  let start = performance.now()
  const inbox = createSqlInbox(sql)
  const holding = await takeOver(sql, 'reader')
  let read = 0
  for (let after = 0; ;) {
    const page = await inbox.undecided(holding, after, 10_000)
    read += page.length
    after = page.at(-1)?.position ?? after
    if (page.length < 10_000) break
  }
  const readSeconds = (performance.now() - start) / 1_000
  await database.close()

  start = performance.now()
  const again = await EngineBench.open(options)
  const takenOver = (performance.now() - start) / 1_000
  while (again.engine.status().backlog > 0 || again.announced < COMMENTS) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const decided = (performance.now() - start) / 1_000
  await again.close()
  return [
    { name: `reading ${String(read)} inbox rows`, value: readSeconds, unit: 's' },
    {
      name: `restart with ${String(ITEMS)} running items: ready to take in`,
      value: takenOver,
      unit: 's',
    },
    { name: 'ready ÷ reading the rows', value: takenOver / readSeconds, unit: '×' },
    { name: `all ${String(COMMENTS)} comments decided and committed`, value: decided, unit: 's' },
  ]
}

report(await onEachStore(restart))
