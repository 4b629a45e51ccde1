import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { createEncryption } from '../../../src/runtime/encryption.ts'

const place = { tenantId: 'tenant-a', column: 'socialAccessToken' }

describe('encryption at rest', () => {
  const oldKey = randomBytes(32)
  const newKey = randomBytes(32)
  const encryption = createEncryption([oldKey])

  it('gives back every text, and never the same ciphertext twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (clear) => {
        fc.pre(clear.isWellFormed())
        const [one, other] = [encryption.encrypt(clear, place), encryption.encrypt(clear, place)]
        expect(encryption.decrypt(one, place)).to.equal(clear)
        expect(one).not.to.equal(other)
      }),
    )
  })

  it('opens nothing that stands at another tenant or in another column', () => {
    const ciphertext = encryption.encrypt('token', place)
    for (const elsewhere of [
      { ...place, tenantId: 'tenant-b' },
      { ...place, column: 'webhookSecret' },
    ]) {
      expect(() => encryption.decrypt(ciphertext, elsewhere)).to.throw()
    }
  })

  it('opens nothing that was altered, in any character', () => {
    const ciphertext = encryption.encrypt('token', place)
    for (let at = 0; at < ciphertext.length; at += 1) {
      const other = ciphertext[at] === 'A' ? 'B' : 'A'
      const altered = ciphertext.slice(0, at) + other + ciphertext.slice(at + 1)
      // The last character may carry bits that belong to no byte.
      const sameBytes = Buffer.from(altered.split('.')[1] ?? '', 'base64url').equals(
        Buffer.from(ciphertext.split('.')[1] ?? '', 'base64url'),
      )
      if (altered.split('.')[0] === ciphertext.split('.')[0] && sameBytes) continue
      expect(() => encryption.decrypt(altered, place), String(at)).to.throw()
    }
    for (const cut of ['', 'x', '.', ciphertext.slice(0, 12)])
      expect(() => encryption.decrypt(cut, place)).to.throw()
  })

  it('goes on reading what an older key wrote, and says that it is to be written anew', () => {
    const rotated = createEncryption([newKey, oldKey])
    const before = encryption.encrypt('token', place)
    expect(rotated.decrypt(before, place)).to.equal('token')
    expect(rotated.isCurrent(before)).to.equal(false)
    const after = rotated.encrypt('token', place)
    expect(rotated.isCurrent(after)).to.equal(true)
    expect(() => encryption.decrypt(after, place)).to.throw('No encryption key')
    expect(() => createEncryption([newKey]).decrypt(before, place)).to.throw('No encryption key')
  })

  it('needs a key', () => {
    expect(() => createEncryption([])).to.throw('needs a key')
  })
})
