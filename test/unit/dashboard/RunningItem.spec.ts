import { expect } from 'chai'
import type { ServerEvent } from '../../../src/protocol/events.ts'
import { applyEvent, runningItem, type RunningItem } from '../../../src/dashboard/page/live/RunningItem.ts'
import type { AuctionItem, Bid } from '../../../src/protocol/resources.ts'

const AT = '2026-11-21T10:00:00.000Z'

const resource = (change: Partial<AuctionItem> = {}): AuctionItem => ({
  id: 'item',
  liveSessionId: 'session',
  productId: 'product',
  mode: 'auction',
  startingPrice: 100,
  currentPrice: 100,
  minBidIncrement: null,
  timeLimitSeconds: 60,
  status: 'active',
  outcome: null,
  endsAt: '2026-11-21T10:01:00.000Z',
  activatedAt: AT,
  closedAt: null,
  winnerUserId: null,
  claimsAccepted: 0,
  product: { name: 'Vase', imageUrl: '', stockQuantity: 6 },
  ...change,
})

const storedBid = (socialUsername: string, change: Partial<Bid> = {}): Bid => ({
  id: socialUsername,
  auctionItemId: 'item',
  userId: socialUsername,
  socialUsername,
  socialCommentId: socialUsername,
  bidType: 'bid',
  amount: 150,
  status: 'pending',
  isMatched: false,
  commentTimestamp: AT,
  processedAt: null,
  createdAt: AT,
  ...change,
})

const event = <T extends ServerEvent['type']>(
  type: T,
  data: Extract<ServerEvent, { type: T }>['data'],
): ServerEvent => ({ id: '1', type, at: AT, data }) as ServerEvent

const bidEvent = (socialUsername: string, amount: number, productName = 'Vase'): ServerEvent =>
  event('bid.new', { socialUsername, amount, bidType: 'bid', productName, status: 'pending' })

describe('RunningItem', () => {
  const play = (item: RunningItem, ...events: ServerEvent[]): RunningItem => events.reduce(applyEvent, item)

  it('follows the leader and the price', () => {
    const item = play(runningItem(resource(), []), bidEvent('ayse', 150), bidEvent('can', 170))
    expect(item).to.include({ price: 170, leader: 'can', bidCount: 2 })
    expect(item.takers).to.deep.equal([
      { username: 'can', amount: 170 },
      { username: 'ayse', amount: 150 },
    ])
  })

  it('does not count a bid that it already read over REST', () => {
    const read = runningItem(resource({ currentPrice: 150 }), [storedBid('ayse')])
    expect(play(read, bidEvent('ayse', 150))).to.equal(read)
  })

  it('leaves the events of other items alone', () => {
    const item = runningItem(resource(), [])
    const others = [
      bidEvent('ayse', 150, 'Lamp'),
      event('auction.extended', { id: 'other', timeLimitSeconds: 90, endsAt: AT }),
      event('auction.countdown', { id: 'other', endsAt: AT }),
      event('stock.updated', { productId: 'other', remaining: 1 }),
    ]
    expect(play(item, ...others)).to.equal(item)
  })

  it('moves its end by extension and countdown', () => {
    const endsAt = '2026-11-21T10:02:00.000Z'
    const item = play(
      runningItem(resource(), []),
      event('auction.extended', { id: 'item', timeLimitSeconds: 120, endsAt }),
      event('auction.countdown', { id: 'item', endsAt }),
    )
    expect(item).to.include({ endsAt: Date.parse(endsAt), timeLimitSeconds: 120, isCountdown: true })
  })

  it('fills the stock at a fixed price and follows a stock that was raised', () => {
    const claim = event('bid.new', {
      socialUsername: 'ayse',
      amount: 100,
      bidType: 'claim',
      productName: 'Vase',
      status: 'won',
    })
    const stock = (remaining: number) => event('stock.updated', { productId: 'product', remaining })
    const item = play(runningItem(resource({ mode: 'fixed_price' }), []), claim, stock(5))
    expect(item).to.include({ claimed: 1, stock: 6, leader: null })
    expect(play(item, stock(9))).to.include({ claimed: 1, stock: 10 })
  })

  it('does not count a claim that it already read over REST', () => {
    const read = runningItem(resource({ mode: 'fixed_price', claimsAccepted: 1 }), [
      storedBid('ayse', { bidType: 'claim', status: 'won' }),
    ])
    const claim = event('bid.new', {
      socialUsername: 'ayse',
      amount: 100,
      bidType: 'claim',
      productName: 'Vase',
      status: 'won',
    })
    expect(play(read, claim, claim)).to.equal(read)
  })

  it('lists those who wait in the order they came, each once', () => {
    const waiting = (name: string) => storedBid(name, { bidType: 'claim', status: 'lost' })
    const bids = [
      waiting('can'),
      waiting('lena'),
      waiting('can'),
      storedBid('ayse', { bidType: 'claim', status: 'won' }),
    ]
    const item = runningItem(resource({ mode: 'fixed_price', claimsAccepted: 1 }), bids)
    expect(item.waitlist).to.deep.equal(['can', 'lena'])
    expect(item.claimed).to.equal(1)
  })
})
