import { expect } from 'chai'
import {
  nextConnection,
  RENEW_BEFORE_EXPIRY_MS,
  type SocialConnectionState,
} from '../../../../machines/socialConnection/index.ts'

const EXPIRY = 100 * RENEW_BEFORE_EXPIRY_MS
const none: SocialConnectionState = { status: 'disconnected', username: null, tokenExpiresAt: null }
const connected: SocialConnectionState = { status: 'connected', username: 'shop', tokenExpiresAt: EXPIRY }
const broken: SocialConnectionState = { ...connected, status: 'needs_reconnect' }

describe('nextConnection', () => {
  for (const from of [none, connected, broken]) {
    it(`given ${from.status}, when the account is linked, then it is connected and the seller hears it`, () => {
      const next = nextConnection(from, { type: 'linked', username: 'new', tokenExpiresAt: EXPIRY })
      expect(next).to.deep.equal({
        ...{ status: 'connected', username: 'new', tokenExpiresAt: EXPIRY, renewalDue: false },
        announcements: [{ type: 'social.connected', data: { socialUsername: 'new' } }],
      })
    })
  }

  for (const from of [connected, broken]) {
    for (const reason of ['moved', 'disconnected'] as const) {
      it(`given ${from.status}, when it is ${reason}, then nothing is kept and the seller hears why`, () => {
        expect(nextConnection(from, { type: reason })).to.deep.equal({
          ...{ status: 'disconnected', username: null, tokenExpiresAt: null, renewalDue: false },
          announcements: [{ type: 'social.disconnected', data: { reason } }],
        })
      })
    }
  }

  it('given none, when it is disconnected, then nobody hears anything', () => {
    expect(nextConnection(none, { type: 'disconnected' }).announcements).to.deep.equal([])
  })

  it('given connected, when the platform rejects the token, then the seller must reconnect', () => {
    const next = nextConnection(connected, { type: 'tokenRejected' })
    expect(next.status).to.equal('needs_reconnect')
    expect(next.announcements).to.deep.equal([
      { type: 'social.needs_reconnect', data: { reason: 'token_rejected' } },
    ])
    expect(nextConnection(broken, { type: 'tokenRejected' }).announcements).to.deep.equal([])
  })

  const ages: [at: number, status: string, renewalDue: boolean][] = [
    [EXPIRY - RENEW_BEFORE_EXPIRY_MS - 1, 'connected', false],
    [EXPIRY - RENEW_BEFORE_EXPIRY_MS, 'connected', true],
    [EXPIRY - 1, 'connected', true],
    [EXPIRY, 'needs_reconnect', false],
  ]
  for (const [at, status, renewalDue] of ages) {
    it(`given connected, ${(EXPIRY - at) / 1_000} s before expiry, then ${status}, renewal ${renewalDue ? '' : 'not '}due`, () => {
      expect(nextConnection(connected, { type: 'checked', at })).to.include({ status, renewalDue })
    })
  }

  it('given connected, when the token was renewed, then only its expiry changes', () => {
    expect(nextConnection(connected, { type: 'tokenRenewed', tokenExpiresAt: 7 })).to.deep.equal({
      ...connected,
      ...{ tokenExpiresAt: 7, renewalDue: false, announcements: [] },
    })
  })
})
