import { expect } from 'chai'
import { createRefusalLog } from '../../../../src/edge/http/refusalLog.ts'
import { AppError } from '../../../../src/runtime/errors.ts'
import { SimulatedTime } from '../../../support/simulation/SimulatedTime.ts'

describe('refusalLog', () => {
  const time = new SimulatedTime()
  const rest = () => Promise.resolve()
  let lines: object[]
  beforeEach(() => {
    lines = []
    time.install()
  })
  afterEach(() => {
    time.uninstall()
  })

  it('an outage is one line a second, which tells how many were refused and why, without a stack', async () => {
    const note = createRefusalLog({ warn: (fields) => void lines.push(fields) })
    const cause = new Error('connect ECONNREFUSED')
    for (let request = 0; request < 500; request++) note(new AppError('overloaded', { cause }))
    await time.advance(1_000, rest)
    expect(lines).to.deep.equal([{ requests: 500, reason: 'connect ECONNREFUSED' }])
    await time.advance(10_000, rest)
    expect(lines, 'nothing refused, nothing said').to.have.length(1)
    note(new Error('Query read timeout'))
    await time.advance(1_000, rest)
    expect(lines.slice(1)).to.deep.equal([{ requests: 1, reason: 'Query read timeout' }])
  })
})
