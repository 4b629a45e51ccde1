import { expect } from 'chai'
import { quietFor } from '../../../src/dashboard/page/live/quietFor.ts'

const START = Date.parse('2026-11-21T10:00:00.000Z')
const live = { status: 'live', startedAt: '2026-11-21T10:00:00.000Z' } as const

describe('quietFor', () => {
  it('tells of a silence of a minute, since the last comment or since the show began', () => {
    expect(quietFor(live, null, START + 59_999)).to.equal(null)
    expect(quietFor(live, null, START + 60_000)).to.equal(60_000)
    expect(quietFor(live, START + 30_000, START + 89_999)).to.equal(null)
    expect(quietFor(live, START + 30_000, START + 95_000)).to.equal(65_000)
  })

  it('counts from the start of this show, not from a comment of the one before', () => {
    expect(quietFor(live, START - 3_600_000, START + 10_000)).to.equal(null)
  })

  it('has nothing to say of a show that is not live', () => {
    expect(quietFor(null, null, START + 600_000)).to.equal(null)
    expect(quietFor({ ...live, status: 'ended' }, null, START + 600_000)).to.equal(null)
    expect(quietFor({ status: 'scheduled', startedAt: null }, null, START + 600_000)).to.equal(null)
  })
})
