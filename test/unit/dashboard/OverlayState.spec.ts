import { expect } from 'chai'
import { OverlayState, type OverlayView } from '../../../src/dashboard/page/overlay/OverlayState.ts'
import type { ServerEvent } from '../../../src/protocol/events.ts'
import { eventually } from '../../support/eventually.ts'

const AT = '2026-11-21T10:00:00.000Z'

const view = (currentPrice: number, isNameShared = false): OverlayView => ({
  currency: 'TRY',
  isNameShared,
  bids: [],
  item: {
    id: 'vase',
    liveSessionId: 'session',
    productId: 'product',
    mode: 'auction',
    startingPrice: 100,
    currentPrice,
    minBidIncrement: null,
    timeLimitSeconds: null,
    status: 'active',
    outcome: null,
    endsAt: null,
    activatedAt: AT,
    closedAt: null,
    winnerUserId: null,
    claimsAccepted: 0,
    product: { name: 'Vase', imageUrl: '', stockQuantity: 1 },
  },
})
const started: ServerEvent = {
  id: '1',
  type: 'auction.started',
  at: AT,
  data: { id: 'vase', productName: 'Vase', mode: 'auction', startingPrice: 100, timeLimitSeconds: null },
}
const bid: ServerEvent = {
  id: '2',
  type: 'bid.new',
  at: AT,
  data: { socialUsername: 'ayse', amount: 150, bidType: 'bid', productName: 'Vase', status: 'pending' },
}
const ended: ServerEvent = {
  id: '3',
  type: 'auction.ended',
  at: AT,
  data: { id: 'vase', productName: 'Vase', finalPrice: 150, winnerSocialUsername: 'ayse' },
}

describe('OverlayState', () => {
  /** Readings under way, oldest first; each is answered by the test. */
  let readings: PromiseWithResolvers<OverlayView | null>[]
  let state: OverlayState

  beforeEach(() => {
    readings = []
    state = new OverlayState(() => {
      const reading = Promise.withResolvers<OverlayView | null>()
      readings.push(reading)
      return reading.promise
    })
  })

  const answer = async (reading: number, shown: OverlayView | null): Promise<void> => {
    readings[reading]?.resolve(shown)
    await new Promise(setImmediate)
  }

  it('given a bid that comes while the item is read, then it is laid over what was read', async () => {
    state.apply(started)
    state.apply(bid)
    await answer(0, view(100))
    expect(state.item.value).to.include({ id: 'vase', price: 150, leader: 'ayse' })
  })

  it('given an item that ends while it is read, then it is not shown', async () => {
    state.apply(started)
    state.apply(ended)
    await answer(0, view(100))
    expect(state.item.value).to.equal(null)
  })

  it('given two readings that answer out of order, then the one that began later counts', async () => {
    const first = state.read()
    const second = state.read()
    await answer(1, view(200))
    await answer(0, view(100))
    await Promise.all([first, second])
    expect(state.item.value).to.include({ price: 200 })
  })

  it('given another show that offers the same product, then its bids are not taken for this item’s', async () => {
    const first = state.read()
    state.apply(bid)
    await answer(0, view(100, true))
    await first
    expect(state.item.value).to.include({ price: 100, leader: null })
    await eventually(() => readings.length === 2)
    await answer(1, view(120, true))
    expect(state.item.value).to.include({ price: 120 })
    state.apply(bid)
    expect(state.item.value).to.include({ price: 120 })
    await eventually(() => readings.length === 3)
  })

  it('given a revoked key, then it says so', async () => {
    const reading = state.read()
    await answer(0, null)
    await reading
    expect(state.isRevoked.value).to.equal(true)
  })
})
