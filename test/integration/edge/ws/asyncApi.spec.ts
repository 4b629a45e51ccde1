import { Ajv } from 'ajv'
import { expect } from 'chai'
import { asyncApiDocument } from '../../../../src/edge/ws/asyncApi.ts'
import type { Database } from '../../../../src/persistence/database.ts'
import type { EventData, EventType } from '../../../../src/protocol/events.ts'
import { openTestDatabase } from '../../../support/database.ts'
import { eventually } from '../../../support/eventually.ts'
import { GatewayFixture } from '../../../support/ws/GatewayFixture.ts'

const ID = '01a1fca4-03b0-7000-9da4-5018bc04a3af'
const AT = '2026-11-21T10:00:00.000Z'

/** One of each; the compiler asks for a new line when the protocol gains a type. */
const ONE_OF_EACH: EventData = {
  'comment.new': { socialUsername: 'ayse', text: 'mine', timestamp: AT },
  'bid.new': {
    socialUsername: 'ayse',
    amount: 100.3,
    bidType: 'bid',
    productName: 'Vase',
    status: 'pending',
  },
  'cart.added': { socialUsername: 'ayse', productName: 'Vase', amount: 25 },
  'stock.updated': { productId: ID, remaining: 0 },
  'auction.started': {
    id: ID,
    productName: 'Vase',
    mode: 'auction',
    startingPrice: 0,
    timeLimitSeconds: null,
  },
  'auction.countdown': { id: ID, endsAt: AT },
  'auction.extended': { id: ID, timeLimitSeconds: 75, endsAt: AT },
  'auction.ended': { id: ID, productName: 'Vase', finalPrice: 100 },
  'social.connected': { socialUsername: 'silver.shop' },
  'social.disconnected': { reason: 'moved' },
  'social.needs_reconnect': { reason: 'expired' },
  'webhook.paused': { reason: 'gone' },
}

interface Document {
  channels: { events: { messages: Record<string, { payload: object }> } }
}

describe('gateway: its AsyncAPI document', () => {
  const { messages } = (asyncApiDocument() as Document).channels.events
  const ajv = new Ajv({ strict: false, validateFormats: false })
  let database: Database
  let fixture: GatewayFixture

  before(async () => {
    database = await openTestDatabase()
    fixture = await GatewayFixture.start(database)
  })
  after(async () => {
    await fixture.stop()
    await database.close()
  })

  it('describes every message that goes over the wire', async () => {
    const { id, token } = await fixture.tenant()
    const client = await fixture.connect({ token, since: 99 })
    await eventually(() => client.messages.some((message) => message.type === 'resync'))
    client.send({ type: 'time', sent: 1 })
    const types = Object.keys(ONE_OF_EACH) as EventType[]
    for (const type of types) fixture.announce(id, await fixture.commit(id, type, [ONE_OF_EACH[type]]))
    await eventually(() => client.messages.length === types.length + 3)
    for (const message of client.messages) {
      const schema = messages[message.type]?.payload
      expect(schema, message.type).to.be.an('object')
      expect(ajv.validate(schema ?? false, message), `${message.type}: ${ajv.errorsText()}`).to.equal(true)
    }
  })

  it('refuses what the protocol does not say', () => {
    const bid = { id: '1', type: 'bid.new', at: AT, data: { ...ONE_OF_EACH['bid.new'], email: 'a@b.c' } }
    expect(ajv.validate(messages['bid.new']?.payload ?? true, bid)).to.equal(false)
    const started = { id: '1', type: 'auction.started', at: AT, data: {} }
    expect(ajv.validate(messages['auction.started']?.payload ?? true, started)).to.equal(false)
  })
})
