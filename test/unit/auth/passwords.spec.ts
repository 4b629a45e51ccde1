import { expect } from 'chai'
import { createPasswords } from '../../../src/auth/passwords.ts'
import type { AppError } from '../../../src/runtime/errors.ts'

/** The least that scrypt takes: these tests are about turns and verdicts, not about cost. */
const CHEAP = { costLog2: 10, atOnceMax: 1, waitingMax: 2 }

describe('createPasswords', () => {
  it('verifies what it hashed, and nothing else', async () => {
    const passwords = await createPasswords(CHEAP)
    const stored = await passwords.hash('correct horse')
    expect(stored).not.to.include('correct')
    expect(await passwords.verify('correct horse', stored)).to.equal(true)
    expect(await passwords.verify('correct horse ', stored)).to.equal(false)
    expect(await passwords.verify('', stored)).to.equal(false)
  })

  it('hashes the same password differently each time', async () => {
    const passwords = await createPasswords(CHEAP)
    expect(await passwords.hash('correct horse')).not.to.equal(await passwords.hash('correct horse'))
  })

  it('no password is right for an unknown account', async () => {
    const passwords = await createPasswords(CHEAP)
    expect(await passwords.verify('anything', undefined)).to.equal(false)
  })

  it('refuses as overloaded once too many wait, and goes on afterwards', async () => {
    const passwords = await createPasswords(CHEAP)
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => passwords.hash('x')))
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    )
    expect(refused).to.have.length(3)
    for (const error of refused) expect((error as AppError).code).to.equal('overloaded')
    expect(await passwords.verify('x', await passwords.hash('x'))).to.equal(true)
  })
})
