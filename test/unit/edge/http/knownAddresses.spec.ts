import { expect } from 'chai'
import { createKnownAddresses } from '../../../../src/edge/http/knownAddresses.ts'

describe('Known addresses', () => {
  it('hold an address for the account that was logged in to, and no other', () => {
    const known = createKnownAddresses()
    known.add('a@shop.test', '203.0.113.1')
    expect(known.has('a@shop.test', '203.0.113.1')).to.equal(true)
    expect(known.has('b@shop.test', '203.0.113.1')).to.equal(false)
    expect(known.has('a@shop.test', '203.0.113.2')).to.equal(false)
  })

  it('let go of the one that was used longest ago', () => {
    const known = createKnownAddresses(2)
    for (const address of ['1', '2', '1', '3']) known.add('a@shop.test', address)
    expect(['1', '2', '3'].map((address) => known.has('a@shop.test', address))).to.deep.equal([
      true,
      false,
      true,
    ])
  })
})
