import { expect } from 'chai'
import type { SendOutcome } from '../../../src/outbound/outbox/ClaimedDelivery.ts'
import { createLane, type Lane } from '../../../src/outbound/outbox/lane.ts'
import { createTokenBucket } from '../../../src/outbound/outbox/tokenBucket.ts'

const LIMITS = { inFlightMax: 4, failuresToOpen: 3, openMs: 1_000 }

const outcome = (responseStatus: number | null): SendOutcome => ({
  type: 'tried',
  verdict: responseStatus === 200 ? { type: 'accepted' } : { type: 'unknown', reason: 'timeout' },
  attempt: {
    ...{ at: 0, url: '', requestHeaders: {}, responseBody: null, error: null, durationMs: 0 },
    responseStatus,
  },
})

describe('a lane', () => {
  let now: number
  let lane: Lane
  const fails = (): Promise<unknown> => lane.run(() => Promise.resolve(outcome(null)))
  const succeeds = (): Promise<unknown> => lane.run(() => Promise.resolve(outcome(200)))

  beforeEach(() => {
    now = 0
    lane = createLane(LIMITS, { now: () => now })
  })

  it('takes as many calls at once as its limit, and two more by hand', async () => {
    const waiting = Promise.withResolvers<SendOutcome>()
    const rooms: number[] = []
    const calls = Array.from({ length: 6 }, () => {
      const call = lane.run(() => waiting.promise)
      rooms.push(lane.room())
      return call
    })
    expect(rooms).to.deep.equal([3, 2, 1, 0, 0, -1])
    waiting.resolve(outcome(200))
    await Promise.all(calls)
    expect(lane.room()).to.equal(4)
  })

  it('closes after so many calls in a row without an answer, then lets one feel the target out', async () => {
    for (let n = 0; n < 2; n += 1) await fails()
    expect(lane.room()).to.equal(4)
    await fails()
    expect(lane.room()).to.equal(0)
    now = 1_000
    expect(lane.room()).to.equal(1)
    await fails()
    expect(lane.room()).to.equal(0)
    now = 2_000
    await succeeds()
    expect(lane.room()).to.equal(4)
  })

  it('does not count an answer as a failure, whatever it says', async () => {
    for (let n = 0; n < 2; n += 1) await fails()
    await lane.run(() => Promise.resolve(outcome(500)))
    for (let n = 0; n < 2; n += 1) await fails()
    expect(lane.room()).to.equal(4)
  })

  it('stays closed while paused, and opens at once when a call gets through', async () => {
    lane.pause(5_000)
    now = 4_999
    expect(lane.room()).to.equal(0)
    await succeeds()
    expect(lane.room()).to.equal(4)
  })

  it('is forgettable only while there is nothing to remember', async () => {
    expect(lane.isForgettable()).to.equal(true)
    await fails()
    expect(lane.isForgettable()).to.equal(false)
    await succeeds()
    expect(lane.isForgettable()).to.equal(true)
    lane.pause(10)
    expect(lane.isForgettable()).to.equal(false)
  })

  it('gives its place back when a call throws', async () => {
    await lane.run(() => Promise.reject(new Error('bug'))).catch(() => undefined)
    expect(lane.room()).to.equal(4)
  })
})

describe('a token bucket', () => {
  it('gives its capacity at once, then so many a second, and never saves more than its capacity', () => {
    let now = 0
    const bucket = createTokenBucket({ capacity: 5, perSecond: 2 }, { now: () => now })
    for (let n = 0; n < 5; n += 1) bucket.take()
    expect(bucket.available()).to.equal(0)
    now = 499
    expect(bucket.available()).to.equal(0)
    now = 500
    expect(bucket.available()).to.equal(1)
    now = 60_000
    expect(bucket.available()).to.equal(5)
    expect(bucket.isFull()).to.equal(true)
  })

  it('owes what was taken beyond it', () => {
    let now = 0
    const bucket = createTokenBucket({ capacity: 1, perSecond: 1 }, { now: () => now })
    for (let n = 0; n < 3; n += 1) bucket.take()
    now = 2_000
    expect(bucket.available()).to.equal(0)
    now = 3_000
    expect(bucket.available()).to.equal(1)
  })
})
