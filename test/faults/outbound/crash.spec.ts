import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { openDatabase } from '../../../src/persistence/database.ts'
import { createEncryption } from '../../../src/runtime/encryption.ts'
import { eventually } from '../../support/eventually.ts'
import { openOutboundFixture, type OutboundFixture } from '../../support/outbound/OutboundFixture.ts'
import { startShopReceiver, type ShopReceiver } from '../../support/outbound/ShopReceiver.ts'
import { sharedPostgres } from '../../support/postgres.ts'

const DELIVERIES = 400
const KILLS = 4
const PROCESS = fileURLToPath(new URL('../../support/outbound/outboxProcess.ts', import.meta.url))

describe('an outbox that is killed again and again', function () {
  this.timeout(300_000)
  let fixture: OutboundFixture
  let shop: ShopReceiver
  let url: string
  let dataDir: string
  const key = randomBytes(32)
  const children: ChildProcess[] = []

  const startProcess = (): ChildProcess => {
    const child = spawn(process.execPath, [PROCESS, url, key.toString('hex'), dataDir], { stdio: 'inherit' })
    children.push(child)
    return child
  }

  before(async () => {
    url = await (await sharedPostgres()).createDatabase()
    dataDir = await mkdtemp(join(tmpdir(), 'outbox-'))
    fixture = await openOutboundFixture(await openDatabase({ url }), createEncryption([key]))
    shop = await startShopReceiver()
  })
  after(async () => {
    for (const child of children) child.kill('SIGKILL')
    await fixture.close()
    await shop.stop()
    await rm(dataDir, { recursive: true })
  })

  it('loses no delivery and repeats none under another id', async () => {
    // Slow enough to be caught in the middle of a call, sometimes after the shop took it and before that is stored.
    shop.behave((response) => {
      setTimeout(() => response.writeHead(200).end(), 20)
    })
    const committed: string[] = []
    for (let tenant = 0; tenant < 4; tenant += 1) {
      const { id } = await fixture.addTenant({ webhookUrl: shop.url })
      for (let n = 0; n < DELIVERIES / 4; n += 1)
        committed.push(await fixture.addWebhook(id, { data: { tenant, n } }))
    }
    const bodies = new Map<string, string>()
    const arrived = (): number => new Set(shop.received.map(({ headers }) => headers['webhook-id'])).size
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const child = startProcess()
      const enough = (DELIVERIES / (KILLS + 1)) * kill
      await eventually(() => arrived() >= enough, { timeoutMs: 60_000 })
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    startProcess()
    await eventually(
      async () => {
        const [row] = await fixture.database.sql.query<{ open: string }>(
          `select count(*) as open from delivery where status <> 'delivered'`,
        )
        return Number(row?.open) === 0
      },
      { timeoutMs: 60_000 },
    )
    for (const { headers, body } of shop.received) {
      const id = String(headers['webhook-id'])
      expect(bodies.get(id) ?? body, 'a repetition says the same').to.equal(body)
      bodies.set(id, body)
    }
    expect([...bodies.keys()].sort()).to.deep.equal([...committed].sort())
    expect(new Set(bodies.values()).size, 'no change is told under two ids').to.equal(DELIVERIES)
  })
})
