import { expect } from 'chai'
import { retryAfterMs } from '../../../src/outbound/webhooks/retryAfter.ts'

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0)

describe('retryAfterMs', () => {
  const cases: [value: string | undefined, expected: number | null][] = [
    [undefined, null],
    ['0', 0],
    ['120', 120_000],
    [' 5 ', 5_000],
    ['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
    ['Saturday, 21-Nov-26 12:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['', null],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['99999999999999', null],
    ['2026', 2_026_000],
  ]
  for (const [value, expected] of cases) {
    it(`reads ${JSON.stringify(value)} as ${expected === null ? 'nothing' : `${expected} ms`}`, () => {
      expect(retryAfterMs(value, NOW)).to.equal(expected)
    })
  }
})
