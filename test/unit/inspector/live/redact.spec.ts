import { expect } from 'chai'
import { HIDDEN, redact } from '../../../../src/inspector/live/redact.ts'

describe('redact', () => {
  it('hides whatever stands under a name that speaks of a secret, however deep', () => {
    const sentinel = 'sentinel-that-nobody-may-see'
    const context = {
      price: 100,
      accessToken: sentinel,
      connection: { appSecret: sentinel, headers: [{ authorization: sentinel }, { Cookie: sentinel }] },
      password_hash: sentinel,
      apiKey: sentinel,
      credentials: { user: 'a', pass: sentinel },
    }
    const shown = redact(context)
    expect(JSON.stringify(shown)).not.to.include(sentinel)
    expect(shown).to.deep.include({ price: 100, accessToken: HIDDEN })
  })

  it('leaves all else as it is', () => {
    const context = { lead: { username: 'ayse', amount: 150 }, list: [1, null, true], token: null }
    expect(redact(context)).to.deep.equal(context)
  })
})
