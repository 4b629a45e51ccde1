import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import type { Bid, CartEvent } from '../../src/protocol/resources.ts'
import { eventually } from '../support/eventually.ts'
import { startShopReceiver, answer, type ShopReceiver } from '../support/outbound/ShopReceiver.ts'
import { Seller } from '../support/contract/Seller.ts'
import { checkWebhookAgainstDocument } from '../support/contract/documentCheck.ts'
import { service } from '../support/contract/service.ts'
import type { SocketClient } from '../support/ws/SocketClient.ts'

describe('6 Events', () => {
  let seller: Seller
  let socket: SocketClient
  let receiver: ShopReceiver

  before(async function start() {
    this.timeout(60_000)
    receiver = await startShopReceiver()
  })
  after(() => receiver.stop())

  beforeEach(async () => {
    receiver.received.length = 0
    receiver.behave(answer(200))
    seller = await Seller.connected()
    await seller.call('PUT', '/tenant', { body: { webhookUrl: receiver.url } })
    socket = await seller.listen()
  })
  afterEach(() => {
    socket.terminate()
  })

  const heard = async (count: number) => {
    await eventually(() => socket.events.length >= count)
    return socket.events.map(({ type, data }) => ({ type, data }))
  }
  interface Delivered {
    type: string
    timestamp: string
    data: Record<string, unknown>
  }
  const delivered = async (count: number): Promise<Delivered[]> => {
    await eventually(() => receiver.received.length >= count)
    for (const one of receiver.received) await checkWebhookAgainstDocument(seller.url, one)
    return receiver.received.map(({ body }) => JSON.parse(body) as Delivered)
  }

  describe('6.1 Real-time events, payloads exactly as listed', () => {
    it('auction started, new comment, new bid, auction ended', async () => {
      const { item, session } = await seller.onAir({ startingPrice: 100, product: { name: 'Lamp' } })
      await seller.tell(session, '@Ada', ' 150 ', { timestamp: 1_700_000_000 })
      await seller.close(item.id)
      expect(await heard(4)).to.deep.equal([
        {
          type: 'auction.started',
          data: {
            id: item.id,
            productName: 'Lamp',
            mode: 'auction',
            startingPrice: 100,
            timeLimitSeconds: null,
          },
        },
        {
          type: 'comment.new',
          data: { socialUsername: 'ada', text: '150', timestamp: '2023-11-14T22:13:20.000Z' },
        },
        {
          type: 'bid.new',
          data: {
            socialUsername: 'ada',
            amount: 150,
            bidType: 'bid',
            productName: 'Lamp',
            status: 'pending',
          },
        },
        {
          type: 'auction.ended',
          data: { id: item.id, productName: 'Lamp', winnerSocialUsername: 'ada', finalPrice: 150 },
        },
      ])
    })

    it('cart added, new bid and stock updated for an accepted claim; none for a waitlisted one', async () => {
      const { item, session } = await seller.onAir({
        mode: 'fixed_price',
        startingPrice: 19.9,
        product: { stockQuantity: 1 },
      })
      await seller.tell(session, 'ada', 'mine')
      await seller.tell(session, 'ben', 'mine')
      await seller.close(item.id)
      const events = await heard(7)
      expect(events.map(({ type }) => type).filter((type) => type === 'comment.new')).to.have.length(2)
      expect(events.filter(({ type }) => type !== 'comment.new' && type !== 'auction.started')).to.deep.equal(
        [
          { type: 'cart.added', data: { socialUsername: 'ada', productName: 'Silver ring', amount: 19.9 } },
          {
            type: 'bid.new',
            data: {
              socialUsername: 'ada',
              amount: 19.9,
              bidType: 'claim',
              productName: 'Silver ring',
              status: 'won',
            },
          },
          { type: 'stock.updated', data: { productId: item.productId, remaining: 0 } },
          { type: 'auction.ended', data: { id: item.id, productName: 'Silver ring', finalPrice: 19.9 } },
        ],
      )
    })

    it('the winner’s username is absent when there is no won bid', async () => {
      const { item } = await seller.onAir({ startingPrice: 7, timeLimitSeconds: 60 })
      await seller.close(item.id)
      expect(await heard(2)).to.deep.equal([
        {
          type: 'auction.started',
          data: {
            id: item.id,
            productName: 'Silver ring',
            mode: 'auction',
            startingPrice: 7,
            timeLimitSeconds: 60,
          },
        },
        { type: 'auction.ended', data: { id: item.id, productName: 'Silver ring', finalPrice: 7 } },
      ])
    })

    it('each is sent to the tenant that owns the record only', async () => {
      const stranger = await Seller.connected()
      const theirs = await stranger.listen()
      const { session } = await seller.onAir({ startingPrice: 1 })
      await seller.tell(session, 'ada', '50')
      await heard(3)
      await stranger.say('eve', 'hello')
      await eventually(() => theirs.events.length > 0)
      expect(theirs.texts).to.deep.equal(['hello'])
      expect(socket.texts).to.deep.equal(['50'])
      theirs.terminate()
    })

    it('ids rise; a client that comes back with ?since= gets what it missed', async () => {
      const { item } = await seller.onAir()
      await heard(1)
      const [first] = socket.eventIds
      await seller.close(item.id)
      await heard(2)
      expect(socket.eventIds[1]).to.be.above(first ?? Infinity)
      const url = `${(await service()).url.replace('http', 'ws')}/api/v1/ws`
      const { SocketClient: Client } = await import('../support/ws/SocketClient.ts')
      const again = await Client.connect(url, { token: seller.account.accessToken, since: first ?? 0 })
      await eventually(() => again.events.length > 0)
      expect(again.events.map(({ type }) => type)).to.deep.equal(['auction.ended'])
      again.terminate()
    })

    it('an extension is told with timeLimitSeconds and endsAt', async () => {
      const { item } = await seller.onAir({ timeLimitSeconds: 60 })
      const { data } = await seller.call<{ endsAt: string }>('PUT', `/auctions/${item.id}/extend`, {
        body: { seconds: 5 },
      })
      expect((await heard(2))[1]).to.deep.equal({
        type: 'auction.extended',
        data: { id: item.id, timeLimitSeconds: 65, endsAt: data.endsAt },
      })
    })
  })

  describe('6.2 Outbound webhooks', () => {
    it('started with id, mode, startingPrice, productName, timeLimitSeconds; ended with id, productName, winner, finalPrice', async () => {
      const { item, session } = await seller.onAir({ startingPrice: 100, product: { name: 'Lamp' } })
      await seller.tell(session, 'ada', '150')
      await seller.close(item.id)
      const [started, ended] = await delivered(2)
      expect(started?.type).to.equal('auction.started')
      expect(started?.data).to.deep.equal({
        id: item.id,
        mode: 'auction',
        startingPrice: 100,
        productName: 'Lamp',
        timeLimitSeconds: null,
      })
      expect(ended?.type).to.equal('auction.ended')
      expect(ended?.data).to.deep.equal({
        id: item.id,
        productName: 'Lamp',
        winnerSocialUsername: 'ada',
        finalPrice: 150,
      })
      for (const one of [started, ended]) expect(one?.timestamp).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    })

    it('one for each cart event, identified by the cart event’s id', async () => {
      await seller.call('PUT', '/tenant', { body: { settings: { currency: 'TRY' } } })
      const { item, session, product } = await seller.onAir({ mode: 'fixed_price', startingPrice: 30 })
      await seller.tell(session, '@Ada', 'mine', { fromId: '77' })
      const [, cart] = await delivered(2)
      const [event] = (await seller.cartEvents()) as [CartEvent]
      const [bid] = (await seller.bids(item.id)) as [Bid]
      expect(cart?.type).to.equal('cart.created')
      expect(cart?.data).to.deep.equal({
        id: event.id,
        auctionItemId: item.id,
        bidId: bid.id,
        productId: product.id,
        productName: 'Silver ring',
        amount: 30,
        currency: 'TRY',
        user: {
          id: bid.userId,
          socialUsername: 'ada',
          displayName: '@Ada',
          email: null,
          externalUserId: null,
        },
      })
    })

    it('signed with webhookSecret as the Standard Webhooks specification says', async () => {
      await seller.onAir()
      await delivered(1)
      const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]]
      const verified = new Webhook(seller.account.tenant.webhookSecret).verify(
        body,
        headers as Record<string, string>,
      )
      expect(verified).to.have.property('type', 'auction.started')
      expect(() =>
        new Webhook(`whsec_${btoa('another secret')}`).verify(body, headers as Record<string, string>),
      ).to.throw()
    })

    it('after regeneration the old secret signs beside the new one; with revokeOld it ends at once', async () => {
      const old = seller.account.tenant.webhookSecret
      const regenerate = async (body?: unknown) =>
        (
          await seller.call<{ webhookSecret: string }>(
            'POST',
            '/tenant/webhook-secret/regenerate',
            body === undefined ? {} : { body },
          )
        ).data
      const second = await regenerate()
      expect(second).to.have.all.keys('webhookSecret')
      const { item } = await seller.onAir()
      await delivered(1)
      const check = (index: number, secret: string) => {
        const { headers, body } = receiver.received[index] as (typeof receiver.received)[number]
        new Webhook(secret).verify(body, headers as Record<string, string>)
      }
      check(0, old)
      check(0, second.webhookSecret)
      const third = await regenerate({ revokeOld: true })
      await seller.close(item.id)
      await delivered(2)
      check(1, third.webhookSecret)
      expect(() => {
        check(1, second.webhookSecret)
      }).to.throw()
    })

    it('delivery failures are swallowed and never affect the API response', async () => {
      receiver.behave(answer(500))
      const { item } = await seller.onAir()
      expect((await seller.close(item.id)).status).to.equal(200)
      await seller.call('PUT', '/tenant', { body: { webhookUrl: 'http://127.0.0.1:1/nobody' } })
      expect((await seller.onAir()).item.status).to.equal('active')
    })

    it('a ping tells nothing but its own id', async () => {
      const { data, status } = await seller.call<{ deliveryId: string }>('POST', '/tenant/webhook-test', {
        body: {},
      })
      expect(status).to.equal(202)
      const [ping] = await delivered(1)
      expect(ping).to.deep.include({ type: 'ping', data: { id: data.deliveryId } })
    })

    it('webhookUrl null records nothing', async () => {
      await seller.call('PUT', '/tenant', { body: { webhookUrl: null } })
      await seller.onAir()
      const { data } = await seller.call<{ items: unknown[] }>('GET', '/webhook-deliveries?kind=webhook')
      expect(data.items).to.deep.equal([])
    })

    it('deliveries are listed, told in detail and sent again on demand', async () => {
      await seller.onAir()
      await delivered(1)
      interface Listed {
        id: string
        status: string
        type: string
      }
      const [one] = (await eventually(async () => {
        const { data } = await seller.call<{ items: Listed[] }>(
          'GET',
          '/webhook-deliveries?kind=webhook&status=delivered',
        )
        return data.items.length === 1 ? data.items : undefined
      })) as Listed[]
      expect(one?.type).to.equal('auction.started')
      expect((await seller.call('GET', `/webhook-deliveries/${one?.id}`)).status).to.equal(200)
      expect((await seller.call('POST', `/webhook-deliveries/${one?.id}/redeliver`)).status).to.be.oneOf([
        200, 201, 202,
      ])
      await delivered(2)
      const [first, second] = receiver.received
      expect(second?.body).to.equal(first?.body)
    })
  })

  it('auto-replies: claim accepted, bid accepted with the amount, stock exhausted', async () => {
    const { graph } = await service()
    const templates = {
      claimAccepted: 'C {username} {product}',
      bidAccepted: 'B {username} {amount} {currency}',
      stockExhausted: 'S {username}',
    }
    await seller.call('PUT', '/tenant', { body: { settings: { autoReply: { templates } } } })
    const auction = await seller.onAir({ startingPrice: 1 })
    const bid = await seller.say('ada', '50.5')
    await seller.outcome(auction.session, bid)
    await seller.call('POST', `/sessions/${auction.session.id}/end`)
    const fixed = await seller.onAir({ mode: 'fixed_price', product: { stockQuantity: 1 } })
    const claim = await seller.say('ben', 'mine')
    const late = await seller.say('cem', 'mine')
    await seller.outcome(fixed.session, late)
    const replyTo = (id: string) =>
      graph.replies.filter(({ commentId }) => commentId === id).map(({ message }) => message)
    await eventually(() => replyTo(late).length > 0)
    expect(replyTo(bid)).to.deep.equal(['B ada 50.5 USD'])
    expect(replyTo(claim)).to.deep.equal(['C ben Silver ring'])
    expect(replyTo(late)).to.deep.equal(['S cem'])
  })
})
