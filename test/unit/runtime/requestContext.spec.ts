import { expect } from 'chai'
import { currentContext, runInContext, traceIdOf } from '../../../src/runtime/requestContext.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

describe('request context', () => {
  it('exists inside and not outside', () => {
    expect(runInContext({ requestId: 'r' }, currentContext)).to.deep.equal({ requestId: 'r' })
    expect(currentContext()).to.equal(undefined)
  })

  it('reads the trace id of a traceparent header and refuses everything else', () => {
    expect(traceIdOf(`00-${TRACE}-00f067aa0ba902b7-01`)).to.equal(TRACE)
    for (const header of [undefined, '', TRACE, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, '00-xyz-1-1']) {
      expect(traceIdOf(header)).to.equal(undefined)
    }
  })
})
