import { expect } from 'chai'
import type { ServerEvent } from '../../../src/protocol/events.ts'
import type { AuctionItem, Bid, Page } from '../../../src/protocol/resources.ts'
import { ItemOnOffer } from '../../../src/dashboard/page/live/ItemOnOffer.ts'
import { eventually } from '../../support/eventually.ts'

const AT = '2026-11-21T10:00:00.000Z'

const item = (id: string, liveSessionId: string, change: Partial<AuctionItem> = {}): AuctionItem => ({
  id,
  liveSessionId,
  productId: `product of ${id}`,
  mode: 'auction',
  startingPrice: 100,
  currentPrice: 100,
  minBidIncrement: null,
  timeLimitSeconds: null,
  status: 'active',
  outcome: null,
  endsAt: null,
  activatedAt: AT,
  closedAt: null,
  winnerUserId: null,
  claimsAccepted: 0,
  product: { name: 'Vase', imageUrl: '', stockQuantity: 6 },
  ...change,
})

const bid = (socialUsername: string, amount: number): Bid => ({
  id: socialUsername,
  auctionItemId: 'here',
  userId: socialUsername,
  socialUsername,
  socialCommentId: socialUsername,
  bidType: 'bid',
  amount,
  status: 'pending',
  isMatched: false,
  commentTimestamp: AT,
  processedAt: null,
  createdAt: AT,
})

const started = (id: string, productName = 'Vase'): ServerEvent => ({
  id: '1',
  type: 'auction.started',
  at: AT,
  data: { id, productName, mode: 'auction', startingPrice: 100, timeLimitSeconds: null },
})
const ended = (id: string): ServerEvent => ({
  id: '1',
  type: 'auction.ended',
  at: AT,
  data: { id, productName: 'Vase', finalPrice: 100 },
})
const bidNew = (socialUsername: string, amount: number): ServerEvent => ({
  id: '1',
  type: 'bid.new',
  at: AT,
  data: { socialUsername, amount, bidType: 'bid', productName: 'Vase', status: 'pending' },
})

/** What the service would answer; readings of one item can be held back. */
class Shop {
  items: AuctionItem[] = []
  bids = new Map<string, Bid[]>()
  held: (() => void)[] | null = null

  async get<T>(path: string): Promise<T> {
    const [, , id = '', bids] = path.split(/[/?]/)
    const answer = (): unknown => {
      if (path.startsWith('/auctions?')) {
        const status = new URLSearchParams(path.split('?')[1]).get('status')
        const page: Page<AuctionItem> = {
          items: this.items.filter((one) => one.status === status),
          nextCursor: null,
        }
        return page
      }
      return bids === 'bids' ? (this.bids.get(id) ?? []) : this.items.find((one) => one.id === id)
    }
    // The answer is what held at the time of asking.
    const held = structuredClone(answer())
    if (this.held !== null) await new Promise<void>((resolve) => this.held?.push(resolve))
    return held as T
  }
}

describe('ItemOnOffer', () => {
  let shop: Shop
  let offer: ItemOnOffer
  let failures: unknown[]

  beforeEach(() => {
    shop = new Shop()
    failures = []
    offer = new ItemOnOffer('mine', shop, (error) => failures.push(error))
  })
  afterEach(() => {
    offer.stop()
    expect(failures).to.deep.equal([])
  })

  const shown = () => {
    const { current } = offer
    return current.value === null
      ? null
      : { id: current.value.id, leader: current.value.leader, price: current.value.price }
  }

  it('finds what runs in its session and shows nothing of the others', async () => {
    shop.items = [item('there', 'other'), item('here', 'mine', { status: 'countdown', currentPrice: 150 })]
    shop.bids.set('here', [bid('ayse', 150)])
    await offer.find()
    expect(shown()).to.deep.equal({ id: 'here', leader: 'ayse', price: 150 })
  })

  it('shows an item that starts here, and no item that starts elsewhere', async () => {
    shop.items = [item('here', 'mine'), item('there', 'other')]
    offer.apply(started('there'))
    offer.apply(started('here'))
    await eventually(() => offer.current.value !== null)
    expect(shown()).to.deep.equal({ id: 'here', leader: null, price: 100 })
  })

  it('loses no bid that comes while the item is being read', async () => {
    shop.items = [item('here', 'mine')]
    shop.held = []
    offer.apply(started('here'))
    offer.apply(bidNew('ayse', 150))
    offer.apply(bidNew('can', 170))
    shop.held.forEach((answer) => answer())
    await eventually(() => offer.current.value !== null)
    expect(shown()).to.deep.equal({ id: 'here', leader: 'can', price: 170 })
    expect(offer.current.value?.takers.map(({ username }) => username)).to.deep.equal(['can', 'ayse'])
  })

  it('does not bring back an item that ended while it was being read', async () => {
    shop.items = [item('here', 'mine')]
    shop.held = []
    const found = offer.find()
    await eventually(() => shop.held?.length === 2)
    shop.held.splice(0).forEach((answer) => answer())
    await eventually(() => shop.held?.length === 2)
    offer.apply(ended('here'))
    shop.held.forEach((answer) => answer())
    await found
    expect(shown()).to.equal(null)
  })

  it('given a product of the same name in another session, then a bid there changes nothing here', async () => {
    shop.items = [item('here', 'mine'), item('there', 'other')]
    await offer.find()
    offer.apply(bidNew('stranger', 900))
    expect(shown()).to.deep.equal({ id: 'here', leader: null, price: 100 })
    // The next bid is one here: what is shown afterwards is what the item itself says.
    shop.items = [item('here', 'mine', { currentPrice: 120 }), item('there', 'other', { currentPrice: 900 })]
    shop.bids.set('here', [bid('ayse', 120)])
    offer.apply(bidNew('ayse', 120))
    await eventually(() => offer.current.value?.leader === 'ayse')
    expect(shown()).to.deep.equal({ id: 'here', leader: 'ayse', price: 120 })
  })

  it('once the other one ended, takes events at their word again', async () => {
    shop.items = [item('here', 'mine'), item('there', 'other')]
    await offer.find()
    offer.apply(ended('there'))
    offer.apply(bidNew('can', 130))
    expect(shown()).to.deep.equal({ id: 'here', leader: 'can', price: 130 })
  })

  it('tells of a failed reading', async () => {
    shop.get = () => Promise.reject(new Error('gone'))
    offer.apply(started('here'))
    await eventually(() => failures.length === 1)
    failures = []
  })
})
