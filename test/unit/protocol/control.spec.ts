import { expect } from 'chai'
import { isEvent, parseClientMessage, parseServerMessage } from '../../../src/protocol/control.ts'

describe('protocol: messages checked on both sides', () => {
  it('reads what a client may say and nothing else', () => {
    expect(parseClientMessage('{"type":"auth","token":"t","more":1}')).to.deep.equal({
      type: 'auth',
      token: 't',
    })
    expect(parseClientMessage('{"type":"time","sent":5}')).to.deep.equal({ type: 'time', sent: 5 })
    const strange = [
      '',
      'null',
      '[]',
      '"auth"',
      '{"type":"auth"}',
      '{"type":"auth","token":""}',
      '{"type":"auth","token":7}',
      `{"type":"auth","token":"${'x'.repeat(5_000)}"}`,
      '{"type":"time","sent":"5"}',
      '{"type":"time","sent":1e400}',
      '{"type":"close"}',
    ]
    for (const text of strange) expect(parseClientMessage(text), text).to.equal(null)
  })

  it('tells events from control messages and lets unknown types through', () => {
    const at = '2026-11-21T10:00:00.000Z'
    const later = parseServerMessage(JSON.stringify({ id: '7', type: 'from.the.future', at, data: {} }))
    expect(later).to.have.property('type', 'from.the.future')
    expect(later !== null && isEvent(later)).to.equal(true)
    const ready = parseServerMessage(JSON.stringify({ type: 'ready', at, data: { lastEventId: '7' } }))
    expect(ready !== null && isEvent(ready)).to.equal(false)
    for (const text of ['', '{}', '{"type":"x","at":"y"}', '{"type":"x","at":"y","data":null}']) {
      expect(parseServerMessage(text), text).to.equal(null)
    }
  })
})
