import { expect } from 'chai'
import { minor } from '../../../../machines/money.ts'
import { ItemProbe } from '../../../support/engine/ItemProbe.ts'

const types = (decisions: readonly { type: string }[]): string[] => decisions.map((decision) => decision.type)
const timed = (seconds: number) => ({ timeLimitSeconds: seconds, endsAt: seconds * 1_000 })

describe('auction item', () => {
  describe('bids', () => {
    it('given no increment, when a bid is 10 above the price, then it leads; a cent less is too low', () => {
      const item = new ItemProbe()
      expect(item.bid(109.99)).to.deep.include({
        type: 'ignored',
        reason: 'bid_too_low',
        amount: 10_999,
        price: 10_000,
      })
      expect(types(item.bid(110))).to.deep.equal(['bidAccepted'])
      expect(item.context.price).to.equal(11_000)
      expect(item.context.lead).to.deep.equal({
        bidId: 'bid2',
        userId: 'ayse',
        username: 'ayse',
        amount: 11_000,
      })
    })
    it('given 100.1 and increment 0.2, when bids come, then 100.3 is the lowest that counts', () => {
      const item = new ItemProbe({ price: minor(10_010), increment: minor(20) })
      expect(types(item.bid(100.29))).to.deep.equal(['ignored'])
      expect(types(item.bid(100.3))).to.deep.equal(['bidAccepted'])
    })
    it('given a bid factor, when a bid is above it, then it is a slip; from a price of 0 nothing is', () => {
      const item = new ItemProbe({ rules: { maxBidFactor: 3 } })
      expect(item.bid(300.01)).to.deep.include({
        type: 'ignored',
        reason: 'bid_too_high',
        amount: 30_001,
        price: 10_000,
      })
      expect(types(item.bid(300))).to.deep.equal(['bidAccepted'])
      const fromNothing = new ItemProbe({ price: minor(0), rules: { maxBidFactor: 3 } })
      expect(types(fromNothing.bid(500))).to.deep.equal(['bidAccepted'])
    })
    it('given that only known viewers count, when an unknown one bids or claims, then it is ignored', () => {
      const auction = new ItemProbe({ rules: { requireMatchedViewer: true } })
      expect(auction.bid(200)[0]).to.include({ reason: 'viewer_not_matched' })
      expect(types(auction.bid(200, { matched: true }))).to.deep.equal(['bidAccepted'])
      const sale = new ItemProbe({ mode: 'fixed_price', rules: { requireMatchedViewer: true } })
      expect(sale.claim('ayse')[0]).to.include({ reason: 'viewer_not_matched' })
    })
    it('given a fixed price, when a bid comes, then it is ignored; given an auction, so is a claim', () => {
      expect(new ItemProbe({ mode: 'fixed_price' }).bid(200)[0]).to.include({ reason: 'bid_on_fixed_price' })
      expect(new ItemProbe().claim('ayse')[0]).to.include({ reason: 'claim_on_auction' })
    })
  })

  describe('claims', () => {
    it('given stock of two, when four claim, then two win in order and the others wait', () => {
      const item = new ItemProbe({ mode: 'fixed_price' })
      expect(item.claim('a')[0]).to.include({ type: 'claimAccepted', amount: 10_000, remaining: 1 })
      expect(item.claim('a')[0]).to.include({ type: 'ignored', reason: 'already_claimed' })
      expect(item.claim('b')[0]).to.include({ type: 'claimAccepted', remaining: 0 })
      expect(types(item.claim('c'))).to.deep.equal(['claimWaitlisted'])
      // Stock is asked before the earlier claim, as the contract orders it.
      expect(types(item.claim('a'))).to.deep.equal(['claimWaitlisted'])
      expect(item.context.claimsAccepted).to.equal(2)
    })
    it('given a sold-out item, when stock is raised while it runs, then claims count again', () => {
      const item = new ItemProbe({ mode: 'fixed_price', stockQuantity: 1 })
      item.claim('a')
      expect(types(item.claim('b'))).to.deep.equal(['claimWaitlisted'])
      expect(item.send({ type: 'stock', at: 2, stockQuantity: 3 })).to.deep.equal([
        { type: 'stockChanged', stockQuantity: 3, remaining: 2 },
      ])
      expect(types(item.claim('b'))).to.deep.equal(['claimAccepted'])
    })
  })

  describe('close', () => {
    it('given bids, when it closes, then it is sold to the highest', () => {
      const item = new ItemProbe()
      item.bid(120, { user: 'a' })
      item.bid(150, { user: 'b' })
      const [closed] = item.send({ type: 'close', at: 9, by: 'seller' })
      expect(closed).to.deep.include({
        type: 'closed',
        status: 'sold',
        outcome: 'won',
        finalPrice: 15_000,
        by: 'seller',
      })
      expect(closed).to.have.nested.property('winner.userId', 'b')
      expect(item.status).to.equal('sold')
      expect(item.deadline).to.equal(null)
      expect(item.bid(500), 'after the close').to.deep.equal([])
    })
    it('given nothing accepted, when it closes, then it is cancelled without a winner', () => {
      const [closed] = new ItemProbe().send({ type: 'close', at: 9, by: 'session_end' })
      expect(closed).to.deep.include({
        status: 'cancelled',
        outcome: 'no_bids',
        winner: null,
        finalPrice: 10_000,
      })
    })
    it('given claims only, when it closes, then it is cancelled on the wire and tells what it sold', () => {
      const item = new ItemProbe({ mode: 'fixed_price' })
      item.claim('a')
      const [closed] = item.send({ type: 'close', at: 9, by: 'seller' })
      expect(closed).to.deep.include({
        status: 'cancelled',
        outcome: 'claimed',
        claimsAccepted: 1,
        winner: null,
      })
    })
    it('given a pending bid on a fixed price, when it closes, then it is sold and no bid changes', () => {
      const item = new ItemProbe({ mode: 'fixed_price', bidsPending: 1 })
      const [closed] = item.send({ type: 'close', at: 9, by: 'seller' })
      expect(closed).to.deep.include({ status: 'sold', winner: null })
    })
  })

  describe('clock', () => {
    it('given 60 s, when time passes, then it counts down 10 s before the end, once, and ends at zero', () => {
      const item = new ItemProbe(timed(60))
      expect(item.deadline).to.equal(50_000)
      expect(item.send({ type: 'tick', at: 49_999 })).to.deep.equal([])
      expect(item.send({ type: 'tick', at: 50_000 })).to.deep.equal([
        { type: 'countdownStarted', endsAt: 60_000 },
      ])
      expect(item.status).to.equal('countdown')
      expect(item.deadline).to.equal(60_000)
      expect(item.send({ type: 'tick', at: 59_999 })).to.deep.equal([])
      expect(item.send({ type: 'tick', at: 60_000 })[0]).to.include({ type: 'closed', by: 'timer' })
    })
    it('given 10 s, when time passes, then the countdown takes half of it', () => {
      expect(new ItemProbe(timed(10)).deadline).to.equal(5_000)
    })
    it('given no countdown, when time is up, then it closes from active', () => {
      const item = new ItemProbe({ ...timed(60), rules: { countdownSeconds: 0 } })
      expect(types(item.send({ type: 'tick', at: 60_000 }))).to.deep.equal(['closed'])
    })
    it('given no timer, when it is extended, then one starts from now', () => {
      const item = new ItemProbe()
      expect(item.deadline).to.equal(null)
      expect(item.send({ type: 'extend', at: 5_000, seconds: 30 })).to.deep.equal([
        { type: 'extended', by: 'seller', seconds: 30, timeLimitSeconds: 30, endsAt: 35_000 },
      ])
      expect(item.deadline).to.equal(25_000)
    })
    it('given a countdown, when it is extended, then it stays in countdown and ends later', () => {
      const item = new ItemProbe(timed(60))
      item.send({ type: 'tick', at: 50_000 })
      item.send({ type: 'extend', at: 51_000, seconds: 60 })
      expect(item.status).to.equal('countdown')
      expect(item.deadline).to.equal(120_000)
      expect(item.context.timeLimitSeconds).to.equal(120)
    })
    it('given an item rebuilt in countdown, when it starts, then it is in countdown without telling again', () => {
      const item = new ItemProbe({ ...timed(60), status: 'countdown' })
      expect(item.status).to.equal('countdown')
      expect(item.decisions).to.deep.equal([])
    })
    it('given new rules while it runs, when they lengthen the countdown, then the next deadline follows', () => {
      const item = new ItemProbe(timed(60))
      const rules = { ...item.context.rules, countdownSeconds: 20 }
      expect(types(item.send({ type: 'rules', at: 1, rules }))).to.deep.equal(['rulesChanged'])
      expect(item.deadline).to.equal(40_000)
    })
  })

  describe('anti-snipe', () => {
    const rules = { antiSnipe: { windowSeconds: 5, extendSeconds: 10, extensionsMax: 2 } }
    it('given a bid inside the window, when it is accepted, then the end moves to at least 10 s from it, in whole seconds', () => {
      const item = new ItemProbe({ ...timed(60), rules })
      expect(types(item.bid(150, { at: 54_999 }))).to.deep.equal(['bidAccepted'])
      const [, extended] = item.bid(170, { at: 55_500 })
      expect(extended).to.deep.equal({
        type: 'extended',
        by: 'anti_snipe',
        seconds: 6,
        timeLimitSeconds: 66,
        endsAt: 66_000,
      })
    })
    it('given a bid inside the window that is too low, when it is ignored, then the end stays', () => {
      const item = new ItemProbe({ ...timed(60), rules })
      item.bid(101, { at: 58_000 })
      expect(item.context.endsAt).to.equal(60_000)
    })
    it('given the most extensions, when they are used up, then the end stays', () => {
      const item = new ItemProbe({ ...timed(60), rules })
      item.bid(150, { at: 59_000 })
      item.bid(170, { at: 68_000 })
      const end = item.context.endsAt
      expect(item.context.extensions).to.equal(2)
      expect(types(item.bid(190, { at: (end ?? 0) - 1_000 }))).to.deep.equal(['bidAccepted'])
      expect(item.context.endsAt).to.equal(end)
    })
  })
})
