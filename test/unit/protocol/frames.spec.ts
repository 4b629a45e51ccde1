import { expect } from 'chai'
import fc from 'fast-check'
import { isoTime } from '../../../src/protocol/frames.ts'

describe('isoTime', () => {
  it('is the RFC 3339 text of any moment, whatever was asked before', () => {
    const moment = fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 })
    const nearby = fc.tuple(moment, fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 50 }))
    fc.assert(
      fc.property(nearby, ([start, steps]) => {
        for (const step of steps) {
          const millis = Math.min(start + step, 253_402_300_799_999)
          expect(isoTime(millis)).to.equal(new Date(millis).toISOString())
        }
      }),
    )
  })
})
