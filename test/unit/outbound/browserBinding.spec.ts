import { expect } from 'chai'
import {
  AUTHORIZATION_TIME_LIMIT_MS,
  createBrowserBinding,
} from '../../../src/outbound/social/browserBinding.ts'

const NOW = 1_700_000_000_000

describe('the browser binding', () => {
  const binding = createBrowserBinding('secret')
  const cookie = binding.issue('tenant-a', NOW)

  it('knows its own cookie until the time is up', () => {
    expect(binding.matches(cookie, 'tenant-a', NOW)).to.equal(true)
    expect(binding.matches(cookie, 'tenant-a', NOW + AUTHORIZATION_TIME_LIMIT_MS - 1)).to.equal(true)
    expect(binding.matches(cookie, 'tenant-a', NOW + AUTHORIZATION_TIME_LIMIT_MS)).to.equal(false)
  })

  it('refuses it for another tenant, and under another secret', () => {
    expect(binding.matches(cookie, 'tenant-b', NOW)).to.equal(false)
    expect(createBrowserBinding('other').matches(cookie, 'tenant-a', NOW)).to.equal(false)
  })

  it('refuses what was altered, and what is no cookie of ours', () => {
    const [expires = '', signature = ''] = cookie.split('.')
    const forged = [
      `${Number(expires) + 1}.${signature}`,
      expires,
      `${expires}.`,
      `.${signature}`,
      '',
      'x.y',
      `1e99.${signature}`,
    ]
    for (const text of [...forged, undefined])
      expect(binding.matches(text, 'tenant-a', NOW), text).to.equal(false)
  })
})
