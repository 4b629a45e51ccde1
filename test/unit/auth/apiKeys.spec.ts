import { expect } from 'chai'
import { createApiKeys } from '../../../src/auth/apiKeys.ts'

describe('createApiKeys', () => {
  const apiKeys = createApiKeys('a pepper of the service')

  it('a secret matches its own hash only, and is not in it', () => {
    const { apiKey, apiSecret, apiSecretHash } = apiKeys.create()
    const other = apiKeys.create()
    expect(apiKeys.matches(apiSecret, apiSecretHash)).to.equal(true)
    expect(apiKeys.matches(other.apiSecret, apiSecretHash)).to.equal(false)
    expect(apiKeys.matches('', apiSecretHash)).to.equal(false)
    expect(apiSecretHash).not.to.include(apiSecret)
    expect([apiKey, apiSecret]).not.to.include.members([other.apiKey])
  })

  it('a stolen table is useless without the pepper', () => {
    const { apiSecret, apiSecretHash } = apiKeys.create()
    expect(createApiKeys('another pepper').matches(apiSecret, apiSecretHash)).to.equal(false)
  })

  it('a hash that is none matches nothing', () => {
    for (const hash of ['', '!', 'short']) expect(apiKeys.matches('x', hash)).to.equal(false)
  })
})
