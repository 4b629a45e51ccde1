import { expect } from 'chai'
import { equal, isSignedBy, signatureOf } from '../../../../src/edge/webhooks/signature.ts'

const SECRET = 'app secret'

describe('signature', () => {
  // RFC 4231, test case 2.
  it('is sha256= and the lower-case hex HMAC-SHA256', () => {
    expect(signatureOf('what do ya want for nothing?', 'Jefe')).to.equal(
      'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  it('counts for the bytes as they came, however they are written', () => {
    const raw = Buffer.from('{ "text": "\\u00e7 \\/" }')
    expect(isSignedBy(signatureOf(raw, SECRET), raw, JSON.parse(raw.toString()), SECRET)).to.equal(true)
  })

  it('counts for the body serialised again', () => {
    const raw = Buffer.from('{ "text": "\\u00e7" }')
    const header = signatureOf('{"text":"ç"}', SECRET)
    expect(isSignedBy(header, raw, JSON.parse(raw.toString()), SECRET)).to.equal(true)
  })

  it('fails for another secret, another body, an empty header and bytes that are no JSON', () => {
    const raw = Buffer.from('{"a":1}')
    const header = signatureOf(raw, SECRET)
    expect(isSignedBy(header, raw, { a: 1 }, 'another secret')).to.equal(false)
    expect(isSignedBy(header, Buffer.from('{"a":2}'), { a: 2 }, SECRET)).to.equal(false)
    expect(isSignedBy('', raw, { a: 1 }, SECRET)).to.equal(false)
    expect(isSignedBy(header.toUpperCase(), raw, { a: 1 }, SECRET)).to.equal(false)
    expect(isSignedBy(header, Buffer.from('{"a":'), undefined, SECRET)).to.equal(false)
  })

  it('texts of different lengths are unequal, also when they differ in bytes only', () => {
    expect(equal('a', 'ab')).to.equal(false)
    expect(equal('é', 'e\u0301')).to.equal(false)
    expect(equal('é', 'é')).to.equal(true)
  })
})
