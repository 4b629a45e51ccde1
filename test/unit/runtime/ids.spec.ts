import { expect } from 'chai'
import fc from 'fast-check'
import { createIds, isId } from '../../../src/runtime/ids.ts'

describe('ids', () => {
  /** Ids made while the clock shows these times, ms. */
  const made = (times: readonly number[]): string[] => {
    let now = 0
    const ids = createIds({ now: () => now })
    return times.map((time) => {
      now = time
      return ids.next()
    })
  }
  /** Its first 48 bits. */
  const timeOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

  it('are UUIDs of version 7 and variant 1 that begin with the time', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 48 - 10 }), (time) => {
        const [id = ''] = made([time])
        expect(isId(id), id).to.equal(true)
        expect(id).to.match(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
        expect(timeOf(id)).to.equal(time)
      }),
      { verbose: true },
    )
  })

  it('rise whatever the clock does, also when one millisecond holds more than it can count', () => {
    const clocks = fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(clocks, (clock) => {
        const ids = made(clock.map((time) => 1_790_000_000_000 + time))
        expect(ids).to.deep.equal(ids.toSorted())
        expect(new Set(ids)).to.have.lengthOf(ids.length)
      }),
      { verbose: true },
    )
    const ids = made(Array.from({ length: 10_000 }, () => 1_790_000_000_000))
    expect(ids).to.deep.equal(ids.toSorted())
    expect(new Set(ids)).to.have.lengthOf(ids.length)
    expect(timeOf(ids.at(-1) ?? '') - timeOf(ids[0] ?? '')).to.equal(2)
  })

  it('rise above any id of another clock, be it behind or ahead', () => {
    const time = fc.nat({ max: 2 ** 48 - 10 })
    fc.assert(
      fc.property(time, time, fc.nat({ max: 5_000 }), (theirs, ours, count) => {
        const other = createIds({ now: () => theirs })
        for (let n = 0; n < count; n++) other.next()
        const last = other.next()
        const ids = createIds({ now: () => ours })
        const first = ids.next()
        ids.riseAbove(last)
        const made = [ids.next(), ids.next()]
        expect([last, ...made]).to.deep.equal([last, ...made].toSorted())
        expect([first, ...made]).to.deep.equal([first, ...made].toSorted())
        expect(new Set([first, last, ...made])).to.have.lengthOf(4)
      }),
      { verbose: true, numRuns: 200 },
    )
  })

  it('differ at random behind the time, in every place', () => {
    const ids = made(Array.from({ length: 3_000 }, (_, n) => n))
    const digits = ids.map((id) => id.replaceAll('-', '').slice(17))
    for (let place = 0; place < 15; place++) {
      expect(new Set(digits.map((text) => text[place])), `place ${String(place)}`).to.have.lengthOf(16)
    }
  })
})
