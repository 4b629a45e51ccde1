import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { WebSocket } from 'ws'
import { answerUpgrades } from '../../../src/edge/ws/answerUpgrades.ts'
import { createInspectorTopic, INSPECTOR_TOPIC_PATH } from '../../../src/inspector/live/inspectorTopic.ts'
import { LiveFeed } from '../../../src/inspector/live/LiveFeed.ts'
import type { LiveMessage, SnapshotMessage } from '../../../src/inspector/live/LiveMessage.ts'
import { createOperators } from '../../../src/inspector/live/Operators.ts'
import type { Database } from '../../../src/persistence/database.ts'
import { CLOSE_CODES } from '../../../src/protocol/control.ts'
import { PROTOCOL } from '../../../src/protocol/events.ts'
import { openTestDatabase } from '../../support/database.ts'
import { EngineFixture, FakeClock } from '../../support/engine/EngineFixture.ts'
import { eventually } from '../../support/eventually.ts'

/** A client that keeps what it is told. */
interface Client {
  ws: WebSocket
  messages: LiveMessage[]
  closeCode: number | null
}

describe('inspector: the live topic', () => {
  let database: Database
  let fixture: EngineFixture
  let feed: LiveFeed
  let server: Server
  let topic: ReturnType<typeof createInspectorTopic>
  const operatorEmails: string[] = []
  const clock = new FakeClock()
  const revoked = new Set<string>()

  before(async () => {
    database = await openTestDatabase()
    fixture = await EngineFixture.start({ sql: database.sql, clock })
    feed = new LiveFeed({ engine: fixture.engine, clock })
    topic = createInspectorTopic({
      feed,
      clock,
      operators: createOperators(database.sql, operatorEmails),
      // A token is the tenant's id here.
      verify: (tenantId) =>
        Promise.resolve(
          /^[0-9a-f-]{36}$/.test(tenantId) && !revoked.has(tenantId)
            ? { tenantId, expiresAt: clock.now() + 900_000 }
            : null,
        ),
      authenticate: () => Promise.reject(new Error('no header is used here')),
      limits: { grantCheckMs: 20, authenticationTimeoutMs: 2_000 },
    })
    server = createServer()
    answerUpgrades(server, [topic.handleUpgrade])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  after(async () => {
    await topic.stop()
    await new Promise((resolve) => server.close(resolve))
    await fixture.engine.stop()
    await database.close()
  })

  async function connect(token?: string): Promise<Client> {
    const { port } = server.address() as AddressInfo
    const protocols = token === undefined ? [PROTOCOL] : [PROTOCOL, `bearer.${token}`]
    const ws = new WebSocket(`ws://127.0.0.1:${String(port)}${INSPECTOR_TOPIC_PATH}`, protocols)
    const client: Client = { ws, messages: [], closeCode: null }
    ws.on('message', (data: Buffer) => client.messages.push(JSON.parse(data.toString()) as LiveMessage))
    ws.on('close', (code) => (client.closeCode = code))
    ws.on('error', () => undefined)
    await new Promise<void>((resolve, reject) => ws.once('open', resolve).once('error', reject))
    return client
  }

  const snapshots = ({ messages }: Client): SnapshotMessage[] =>
    messages.filter((message) => message.type === '@xstate.snapshot')

  const ended = async (client: Client): Promise<void> => {
    client.ws.close()
    await eventually(() => client.closeCode !== null)
  }

  it('inspects nothing while nobody watches, and stops when the last one leaves', async () => {
    const show = await fixture.show()
    await fixture.auction(show)
    expect(feed.followed).to.equal(0)
    const client = await connect(show.tenantId)
    await eventually(() => feed.followed === 1)
    await ended(client)
    await eventually(() => feed.followed === 0)
  })

  it('shows an item from its activation to its end, with transitions, decisions and reasons in words', async () => {
    const show = await fixture.show()
    const client = await connect(show.tenantId)
    const itemId = await fixture.auction(show, 60)
    await eventually(() => client.messages.some(({ type }) => type === '@xstate.actor'))
    await fixture.engine.takeIn([
      fixture.comment(show.tenantId, '20', { by: 'ayse' }),
      fixture.comment(show.tenantId, '20.50', { by: 'can' }),
    ])
    await eventually(() => snapshots(client).length === 2)
    await fixture.engine.close({ tenantId: show.tenantId, itemId })
    await eventually(() => snapshots(client).length === 3)
    const [accepted, refused, closed] = snapshots(client)
    expect(accepted?.step.words).to.equal('bid_accepted: 20 ≥ 10 + 1')
    expect(accepted?.step.transitions).to.deep.equal(['auctionItem.running:bid:2'])
    expect(accepted?.step.changes.map(({ field }) => field)).to.deep.equal(['price', 'bidsPending', 'lead'])
    expect(refused?.step.words).to.equal('bid_too_low: 20.50 < 20 + 1')
    expect(refused?.step.transitions).to.deep.equal(['auctionItem.running:bid:0'])
    expect(closed?.step.words).to.equal('sold to @ayse at 20')
    expect(closed?.snapshot).to.include({ status: 'done', value: 'sold' })
    expect(closed?.item).to.include({ id: itemId, status: 'sold', productName: 'Ring', deadline: null })
    await eventually(() => feed.followed === 0)
    await ended(client)
  })

  it('speaks the wire protocol of Stately’s inspector', async () => {
    const show = await fixture.show()
    const itemId = await fixture.auction(show)
    const client = await connect(show.tenantId)
    await fixture.engine.takeIn([fixture.comment(show.tenantId, '20')])
    await eventually(() => snapshots(client).length === 1)
    expect(client.messages.map(({ type }) => type)).to.deep.equal([
      '@xstate.actor',
      '@xstate.event',
      '@xstate.snapshot',
    ])
    for (const message of client.messages) {
      expect(message).to.include({ sessionId: itemId, rootId: itemId })
      expect(message._version).to.match(/^\d+\.\d+\.\d+$/)
      expect(Number(message.createdAt)).to.equal(clock.now())
      expect(message.id).to.be.a('string')
    }
    const [actor, event, snapshot] = client.messages
    if (actor?.type !== '@xstate.actor') throw new Error('The actor comes first')
    expect(actor.name).to.equal('Ring')
    expect(JSON.parse(actor.definition)).to.include({ id: 'auctionItem', initial: 'resuming' })
    expect(actor.snapshot).to.include({ status: 'active' })
    expect(event).to.have.nested.property('event.type', 'bid')
    expect(snapshot).to.have.nested.property('event.type', 'bid')
    expect(snapshot).to.have.nested.property('snapshot.context.price', 2_000)
    await ended(client)
  })

  it('shows a tenant its own items alone, and an operator those of all', async () => {
    const [mine, theirs] = [await fixture.show(), await fixture.show()]
    const items = [await fixture.auction(mine), await fixture.auction(theirs)]
    // The fixture's tenants have their id in place of an email.
    operatorEmails.push(theirs.tenantId)
    const client = await connect(mine.tenantId)
    const operator = await connect(theirs.tenantId)
    await eventually(() => operator.messages.length >= 2)
    await fixture.engine.takeIn([
      fixture.comment(theirs.tenantId, '20'),
      fixture.comment(mine.tenantId, '30'),
    ])
    await eventually(() => snapshots(operator).length >= 2 && snapshots(client).length >= 1)
    expect(new Set(client.messages.map(({ sessionId }) => sessionId))).to.deep.equal(new Set([items[0]]))
    expect(JSON.stringify(client.messages)).not.to.include(theirs.tenantId)
    expect(operator.messages.map(({ sessionId }) => sessionId)).to.include.members(items)
    operatorEmails.length = 0
    await Promise.all([ended(client), ended(operator)])
  })

  it('is read-only: anything said but a token closes it, and changes nothing', async () => {
    const show = await fixture.show()
    const itemId = await fixture.auction(show)
    for (const said of ['{"type":"close"}', '{"type":"@xstate.event","event":{"type":"close"}}', 'close']) {
      const client = await connect(show.tenantId)
      client.ws.send(said)
      await eventually(() => client.closeCode !== null)
      expect(client.closeCode).to.equal(CLOSE_CODES.badMessage)
    }
    const [row] = await database.sql.query('select status from auction_item where id = $1', [itemId])
    expect(row).to.deep.equal({ status: 'active' })
  })

  it('shows nothing without a token, with a wrong one or once access has ended', async () => {
    const show = await fixture.show()
    await fixture.auction(show)
    const silent = await connect()
    const wrong = await connect('wrong')
    const other = await connect(show.tenantId)
    other.ws.send(JSON.stringify({ type: 'auth', token: crypto.randomUUID() }))
    const held = await connect(show.tenantId)
    await eventually(() => held.messages.length > 0)
    revoked.add(show.tenantId)
    for (const client of [silent, wrong, other, held]) {
      await eventually(() => client.closeCode !== null)
      expect(client.closeCode).to.equal(CLOSE_CODES.unauthenticated)
    }
    expect([...silent.messages, ...wrong.messages]).to.deep.equal([])
  })

  it('shows a flood in part and then where it ended', async () => {
    const show = await fixture.show()
    await fixture.auction(show)
    const client = await connect(show.tenantId)
    await eventually(() => client.messages.length === 1)
    const bids = Array.from({ length: 500 }, (_, n) => fixture.comment(show.tenantId, String(100 + n * 5)))
    await fixture.engine.takeIn(bids)
    await eventually(() => snapshots(client).at(-1)?.snapshot.context.price === 259_500)
    expect(snapshots(client).length).to.be.below(300)
    const shown = snapshots(client).reduce((sum, { step }) => sum + step.skipped, 0)
    expect(shown).to.be.above(200)
    await ended(client)
  })

  it('never shows a secret, wherever one might stand', async () => {
    const sentinel = 'sentinel-that-nobody-may-see'
    const show = await fixture.show()
    await database.sql.query(
      `update tenant set password_hash = $2::text, api_secret_hash = $2::text, webhook_secret = $2::text,
              social_access_token = $2::text, overlay_key = $2::text where id = $1`,
      [show.tenantId, sentinel],
    )
    await fixture.engine.tenantChanged({ tenantId: show.tenantId })
    const client = await connect(show.tenantId)
    const itemId = await fixture.auction(show)
    await fixture.engine.takeIn([fixture.comment(show.tenantId, '20')])
    await fixture.engine.close({ tenantId: show.tenantId, itemId })
    await eventually(() => snapshots(client).length === 2)
    expect(JSON.stringify(client.messages)).not.to.include(sentinel)
    await ended(client)
  })
})
