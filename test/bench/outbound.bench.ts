import { loadConfig } from '../../config/index.ts'
import { openDatabase } from '../../src/persistence/database.ts'
import { eventually } from '../support/eventually.ts'
import { openOutboundFixture } from '../support/outbound/OutboundFixture.ts'
import { hang, startShopReceiver, type ShopReceiver } from '../support/outbound/ShopReceiver.ts'
import { PostgresServer } from '../support/postgres.ts'
import { report } from './report.ts'

/**
 * 10,000 deliveries to 100 shops, once with all of them well and once with 10 that take a request and never answer:
 * the other 90 must not take twice as long. Run: `node test/bench/outbound.bench.ts`.
 */
const SHOPS = 100
const HANGING = 10
const DELIVERIES = 10_000
const SHOP_LATENCY_MS = 5

async function run(postgres: PostgresServer, hanging: number): Promise<number> {
  const database = await openDatabase({ url: await postgres.createDatabase() })
  const fixture = await openOutboundFixture(database)
  const shops: ShopReceiver[] = []
  for (let n = 0; n < SHOPS; n += 1) {
    const shop = await startShopReceiver()
    if (n < hanging) shop.behave(hang)
    else shop.behave((response) => setTimeout(() => response.writeHead(200).end(), SHOP_LATENCY_MS))
    shops.push(shop)
  }
  const tenants: string[] = []
  for (const shop of shops) tenants.push((await fixture.addTenant({ webhookUrl: shop.url })).id)
  const now = new Date().toISOString()
  await database.sql.query(
    `insert into delivery (id, tenant_id, kind, type, ordering_key, payload, status, next_attempt_at, created_at)
     select gen_random_uuid(), ($1::uuid[])[1 + n % $2::int], 'webhook', 'cart.created', 'item-' || n % ($2::int * 10),
            jsonb_build_object('type', 'cart.created', 'timestamp', $3::text, 'data', jsonb_build_object('n', n)),
            'pending', $3::timestamptz, $3::timestamptz
       from generate_series(0, $4::int - 1) n`,
    [tenants, SHOPS, now, DELIVERIES],
  )
  await database.sql.query('analyze delivery')
  const well = tenants.slice(HANGING)
  const startedAt = performance.now()
  // Polls as in production; a hung call takes the whole of its time limit.
  fixture.start({ pollMs: 1_000 })
  await eventually(
    async () => {
      const [row] = await database.sql.query<{ open: string }>(
        `select count(*) as open from delivery where status = 'pending' and tenant_id = any($1::uuid[])`,
        [well],
      )
      return Number(row?.open) === 0
    },
    { timeoutMs: 300_000 },
  )
  const seconds = (performance.now() - startedAt) / 1_000
  await Promise.all(shops.map((shop) => shop.stop()))
  await fixture.close()
  return seconds
}

const { deliveriesAtOnceMax, deliveriesPerTargetMax, deliveryTimeoutMs } = loadConfig({
  NODE_ENV: 'test',
  JWT_SECRET: 'x'.repeat(32),
  ENCRYPTION_KEY: '0'.repeat(64),
}).outbound
console.log(
  `${DELIVERIES} deliveries, ${SHOPS} shops answering in ${SHOP_LATENCY_MS} ms, PostgreSQL with fsync`,
)
console.log(
  `at once ${deliveriesAtOnceMax}, per shop ${deliveriesPerTargetMax}, time limit ${deliveryTimeoutMs} ms`,
)
const postgres = await PostgresServer.start()
try {
  await run(postgres, 0) // warms code and caches up
  const all = await run(postgres, 0)
  const some = await run(postgres, HANGING)
  const share = (DELIVERIES * (SHOPS - HANGING)) / SHOPS
  report([
    { name: `none hangs: the ${String(SHOPS - HANGING)} others take`, value: all, unit: 's' },
    { name: 'none hangs: deliveries to them', value: share / all, unit: 'deliveries/s' },
    { name: `${String(HANGING)} hang: the ${String(SHOPS - HANGING)} others take`, value: some, unit: 's' },
    { name: 'with those that hang ÷ without', value: some / all, unit: '×', atMost: 2 },
  ])
} finally {
  await postgres.stop()
}
