import { expect } from 'chai'
import { CLOSE_CODES } from '../../../../src/protocol/control.ts'
import type { Database } from '../../../../src/persistence/database.ts'
import type { Sql } from '../../../../src/persistence/sql.ts'
import { eventually } from '../../../support/eventually.ts'
import { GatewayFixture } from '../../../support/ws/GatewayFixture.ts'

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)
const texts = (from: number, to: number): string[] => range(from, to).map((n) => `comment ${String(n)}`)

describe('gateway: what a client hears', () => {
  let database: Database
  let fixture: GatewayFixture

  before(async () => {
    database = await GatewayFixture.openDatabase()
  })
  after(() => database.close())
  beforeEach(async () => {
    fixture = await GatewayFixture.start(database, {
      limits: { catchUpRowsMax: 3, catchUpEventsMax: 500, socketBufferBytesMax: 65_536 },
    })
  })
  afterEach(() => fixture.stop())

  it('sends the events of a tenant to all its sockets, in order, and to no other tenant', async () => {
    const [mine, other] = [await fixture.tenant(), await fixture.tenant()]
    const clients = [
      await fixture.connect({ token: mine.token }),
      await fixture.connect({ token: mine.token }),
    ]
    const stranger = await fixture.connect({ token: other.token })
    await Promise.all([...clients, stranger].map((client) => client.ready()))
    await fixture.comments(mine.id, texts(1, 5))
    await fixture.comments(mine.id, ['çiçek 🌸', 'x'.repeat(70_000)])
    for (const client of clients) {
      await eventually(() => client.events.length === 7)
      expect(client.eventIds).to.deep.equal(range(1, 7))
      expect(client.texts.slice(5)).to.deep.equal(['çiçek 🌸', 'x'.repeat(70_000)])
    }
    expect(stranger.events).to.be.empty
  })

  it('starts a newcomer after the last committed event', async () => {
    const { id, token } = await fixture.tenant()
    await fixture.comments(id, texts(1, 3))
    const client = await fixture.connect({ token })
    expect(await client.ready()).to.have.nested.property('data.lastEventId', '3')
    await fixture.comments(id, ['four'])
    await eventually(() => client.events.length > 0)
    expect(client.eventIds).to.deep.equal([4])
  })

  it('resumes after the id given, also in the middle of a batch', async () => {
    const { id, token } = await fixture.tenant()
    for (const batch of range(0, 9)) await fixture.comments(id, texts(batch * 5 + 1, batch * 5 + 5))
    const client = await fixture.connect({ token, since: 7 })
    await eventually(() => client.events.length === 43)
    expect(client.messages[0]?.type).to.equal('ready')
    expect(client.eventIds).to.deep.equal(range(8, 50))
  })

  it('neither loses nor repeats an event that is committed while a client catches up', async () => {
    const { id, token } = await fixture.tenant()
    for (const n of range(1, 30)) await fixture.comments(id, [`old ${String(n)}`])
    const writing = (async () => {
      for (const n of range(31, 90)) await fixture.comments(id, [`new ${String(n)}`])
    })()
    const clients = await Promise.all(range(1, 10).map((since) => fixture.connect({ token, since })))
    await writing
    for (const [index, client] of clients.entries()) {
      await eventually(() => client.eventIds.at(-1) === 90)
      expect(client.eventIds).to.deep.equal(range(index + 2, 90))
    }
  })

  it('reads the log again when an event was committed behind the back of an empty reading', async () => {
    // The reading sees no event, and before its answer arrives one is committed and announced.
    const late: { commit?: () => Promise<unknown> } = {}
    const sql: Sql = {
      ...database.sql,
      async query<T>(text: string, values?: readonly unknown[]) {
        const rows = await database.sql.query<T>(text, values)
        const { commit } = late
        if (commit !== undefined && text.includes('frames from tenant_events')) {
          delete late.commit
          await commit()
        }
        return rows
      },
    }
    const busy = await GatewayFixture.start(database, { sql })
    try {
      const { id, token } = await busy.tenant()
      await busy.comments(id, texts(1, 2))
      late.commit = () => busy.comments(id, ['three'])
      const client = await busy.connect({ token })
      await eventually(() => late.commit === undefined)
      await busy.comments(id, ['four'])
      await eventually(() => client.eventIds.includes(4))
      expect(client.messages.map((message) => message.type)).to.deep.equal([
        'ready',
        'comment.new',
        'comment.new',
      ])
      expect(client.eventIds).to.deep.equal([3, 4])
    } finally {
      await busy.stop()
    }
  })

  it('does not repeat an event that was in the log before it was announced', async () => {
    const { id, token } = await fixture.tenant()
    const frames = await fixture.commit(id, 'social.connected', [
      { socialUsername: 'a' },
      { socialUsername: 'b' },
    ])
    const client = await fixture.connect({ token, since: 1 })
    await eventually(() => client.eventIds.includes(2))
    fixture.announce(id, frames)
    await fixture.comments(id, ['three'])
    await eventually(() => client.eventIds.includes(3))
    expect(client.eventIds).to.deep.equal([2, 3])
  })

  it('says resync when what was missed is pruned, too much or unheard of, and goes on live', async () => {
    const { id, token } = await fixture.tenant()
    for (const n of range(1, 6)) await fixture.comments(id, [`comment ${String(n)}`])
    await fixture.comments(id, texts(7, 600))
    await fixture.prune(id, 3)
    const late = await Promise.all([1, 50, 9_999].map((since) => fixture.connect({ token, since })))
    await Promise.all(late.map((client) => eventually(() => client.messages.length >= 2)))
    await fixture.comments(id, ['after'])
    for (const client of late) {
      await eventually(() => client.events.length > 0)
      expect(client.messages.map((message) => message.type)).to.deep.equal(
        ['ready', 'resync', 'comment.new'].slice(0, 3),
      )
      expect(client.eventIds).to.deep.equal([601])
    }
  })

  it('refuses a since that is no id', async () => {
    const { token } = await fixture.tenant()
    const refusal = await fixture.connect({ token, since: 'yesterday' }).catch((error: unknown) => error)
    expect(String(refusal)).to.contain('400')
  })

  it('cuts off a client that does not read, and none that does', async () => {
    const { id, token } = await fixture.tenant()
    const [slow, quick] = [await fixture.connect({ token }), await fixture.connect({ token })]
    await Promise.all([slow.ready(), quick.ready()])
    slow.ws.pause()
    const big = 'x'.repeat(60_000)
    let sent = 0
    await eventually(async () => {
      await fixture.comments(id, [big])
      sent += 1
      return fixture.gateway.status().sockets === 1
    })
    expect(sent).to.be.lessThan(2_000)
    await eventually(() => quick.events.length === sent)
    slow.ws.resume()
    expect(await slow.closed()).to.be.oneOf([CLOSE_CODES.tooSlow, 1006])
    expect(quick.closeCode).to.equal(null)
  })

  it('answers the time, so that a client can learn its offset', async () => {
    const { token } = await fixture.tenant()
    const client = await fixture.connect({ token })
    await client.ready()
    client.send({ type: 'time', sent: 12.5 })
    const answer = await eventually(() => client.messages.find((message) => message.type === 'time'))
    expect(answer).to.have.nested.property('data.sent', 12.5)
    expect(Math.abs(Date.parse(answer?.at ?? '') - fixture.clock.now())).to.be.lessThan(1_000)
  })

  it('closes on messages that are unknown, too large or too many', async () => {
    const { token } = await fixture.tenant()
    const [odd, large, loud] = await Promise.all([1, 2, 3].map(() => fixture.connect({ token })))
    if (!odd || !large || !loud) throw new Error('not connected')
    await Promise.all([odd, large, loud].map((client) => client.ready()))
    odd.send('{"type":"shout"}')
    large.send('x'.repeat(10_000))
    for (const sent of range(1, 100)) loud.send({ type: 'time', sent })
    expect(await odd.closed()).to.equal(CLOSE_CODES.badMessage)
    expect(await large.closed()).to.equal(1009)
    expect(await loud.closed()).to.equal(CLOSE_CODES.tooMany)
  })

  it('pings, and drops a client that no longer answers', async () => {
    await fixture.stop()
    // Time enough for one that does, whose answer this very process has to send and to read.
    fixture = await GatewayFixture.start(database, { limits: { heartbeatMs: 1_000 } })
    const { token } = await fixture.tenant()
    const [alive, dead] = [await fixture.connect({ token }), await fixture.connect({ token })]
    await Promise.all([alive.ready(), dead.ready()])
    let pings = 0
    alive.ws.on('ping', () => pings++)
    dead.ws.pause()
    await eventually(() => fixture.gateway.status().sockets === 1)
    await eventually(() => pings >= 3)
    expect(alive.closeCode).to.equal(null)
  })

  it('tells everyone to go when it stops, and takes nobody after', async () => {
    const { token } = await fixture.tenant()
    const client = await fixture.connect({ token })
    await client.ready()
    await fixture.gateway.stop()
    expect(await client.closed()).to.equal(CLOSE_CODES.goingAway)
    expect(fixture.gateway.status()).to.deep.equal({ sockets: 0, tenants: 0 })
    const refusal = await fixture.connect({ token }).catch((error: unknown) => error)
    expect(String(refusal)).to.contain('503')
  })
})
