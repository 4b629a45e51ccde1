import { expect } from 'chai'
import fc from 'fast-check'
import { ServerClock } from '../../../src/dashboard/page/live/ServerClock.ts'

describe('ServerClock', () => {
  it('is off by no more than half the quickest round trip, whatever the local clock says and the line does', () => {
    const delay = fc.integer({ min: 0, max: 2_000 })
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.array(fc.tuple(delay, delay), { minLength: 1, maxLength: 20 }),
        (skew, trips) => {
          let local = 5_000
          const clock = new ServerClock(() => local)
          for (const [there, back] of trips) {
            const askedAt = local
            const serverAt = local + there + skew
            local += there + back
            clock.sample(askedAt, local, serverAt)
          }
          const error = Math.abs(clock.now() - (local + skew))
          return error <= clock.errorMs + 1e-6
        },
      ),
    )
  })

  it('believes the quickest of the last eight answers', () => {
    let local = 0
    const clock = new ServerClock(() => local)
    clock.sample(0, 10, 1_005)
    local = 100
    clock.sample(20, 100, 9_999)
    expect(clock.now()).to.equal(1_100)
    for (let n = 0; n < 8; n++) clock.sample(100, 200, 5_000)
    expect(clock.now()).to.equal(4_950)
  })

  it('uses the wall clock until it knows better and after it forgot', () => {
    const clock = new ServerClock(() => 0)
    expect(Math.abs(clock.now() - Date.now())).to.be.lessThan(1_000)
    clock.sample(0, 0, 42)
    expect(clock.now()).to.equal(42)
    clock.reset()
    expect(Math.abs(clock.now() - Date.now())).to.be.lessThan(1_000)
    expect(clock.errorMs).to.equal(Infinity)
  })
})
