import { expect } from 'chai'
import { routes } from '../../src/edge/http/routes/index.ts'
import { call } from '../support/contract/call.ts'
import { sign } from '../support/contract/Seller.ts'
import { startService, type Service } from '../support/contract/service.ts'

describe('5 Authentication: what a service without secrets of the platform does', () => {
  let running: Service
  before(async function start() {
    this.timeout(60_000)
    running = await startService({ SOCIAL_APP_SECRET: '', SOCIAL_VERIFY_TOKEN: '' })
  })
  after(() => running.stop())

  it('8: no app secret is configured, so no check is made, whatever the header says', async () => {
    const raw = '{"object":"social","entry":[]}'
    for (const signature of ['', 'sha256=', 'sha256=00', sign(raw, ''), sign(raw, 'null'), sign(raw)]) {
      const headers = { 'x-hub-signature-256': signature }
      const answer = await call(running.url, 'POST', '/webhooks/social', { raw, headers })
      expect(`${String(answer.status)} ${answer.text}`, signature).to.equal('200 EVENT_RECEIVED')
    }
  })

  it('9: an unset verify token never matches', async () => {
    for (const token of ['', 'null', 'undefined', '0']) {
      const query = `hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=7`
      const answer = await call(running.url, 'GET', `/webhooks/social?${query}`)
      expect(`${String(answer.status)} ${answer.text}`, token).to.equal('403 Forbidden')
    }
    const bare = await call(running.url, 'GET', '/webhooks/social?hub.mode=subscribe&hub.challenge=7')
    expect(`${String(bare.status)} ${bare.text}`).to.equal('403 Forbidden')
  })

  it('1: the routes without authentication are those of the contract and what the decisions add', () => {
    const open = routes.filter(({ auth }) => auth === 'none').map(({ method, path }) => `${method} ${path}`)
    expect(open.sort()).to.deep.equal([
      'GET /auth/social/callback',
      // The key in the address is the credential.
      'GET /overlay/:key',
      'POST /auth/login',
      // A refresh token is the credential.
      'POST /auth/logout',
      'POST /auth/refresh',
      'POST /auth/register',
    ])
  })
})
