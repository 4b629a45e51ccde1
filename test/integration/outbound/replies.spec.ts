import { expect } from 'chai'
import type { Outbound, OutboundOptions } from '../../../src/outbound/index.ts'
import { REPLY_AGE_MAX_MS } from '../../../src/outbound/replies/replySender.ts'
import { eventually } from '../../support/eventually.ts'
import { graphError, startGraphServer, type GraphServer } from '../../support/outbound/GraphServer.ts'
import { openOutboundFixture, type OutboundFixture } from '../../support/outbound/OutboundFixture.ts'

describe('auto-replies', () => {
  let fixture: OutboundFixture
  let graph: GraphServer
  let tenantId: string
  let sessionId: string

  const start = (options: Partial<OutboundOptions> = {}): Outbound =>
    fixture.start({ social: fixture.socialApp(graph.url), ...options })
  const addReply = (commentId: string, priority = 0): Promise<string> =>
    fixture.addReply(tenantId, { commentId, priority, sessionId })

  before(async () => {
    fixture = await openOutboundFixture()
  })
  beforeEach(async () => {
    graph = await startGraphServer()
    const account = { accountId: 'account-1', pageId: 'page-1', token: 'long-token' }
    tenantId = (await fixture.addTenant({ social: account })).id
    sessionId = await fixture.addSession(tenantId)
  })
  afterEach(async () => {
    await fixture.reset()
    await graph.stop()
  })
  after(() => fixture.close())

  it('are posted beside the comment, with the token in the header', async () => {
    start()
    const id = await addReply('c1')
    await fixture.settled(id, 'delivered')
    expect(graph.calls).to.deep.equal([
      {
        method: 'POST',
        path: '/c1/replies',
        query: {},
        form: { message: 'Sold to you' },
        token: 'long-token',
      },
    ])
  })

  it('are private messages from the page in the dialect that forbids public ones', async () => {
    start({ social: fixture.socialApp(graph.url, 'instagram') })
    for (const comment of ['c1', 'c2']) await fixture.settled(await addReply(comment), 'delivered')
    expect(graph.paths()).to.deep.equal([
      'GET /me/accounts',
      'POST /account-1/messages',
      'POST /account-1/messages',
    ])
    expect(graph.calls[1]).to.deep.include({
      token: 'page-token',
      form: { recipient: { comment_id: 'c1' }, message: { text: 'Sold to you' } },
    })
  })

  it('are tried again when only the page’s token could not be had', async () => {
    let calls = 0
    graph.misbehave = (_, response) => {
      calls += 1
      if (calls === 1) response.socket?.destroy()
      if (calls === 2) response.writeHead(502).end('<html>')
      return calls <= 2
    }
    start({ social: fixture.socialApp(graph.url, 'instagram') })
    const id = await addReply('c1')
    await fixture.tried(id, 1)
    fixture.clock.advance(2_000)
    await fixture.tried(id, 2)
    fixture.clock.advance(10_000)
    await fixture.settled(id, 'delivered')
    expect(graph.replies).to.have.length(1)
  })

  it('are never posted twice when the answer is lost after the platform took it', async () => {
    graph.misbehave = (_, response) => {
      response.socket?.destroy()
      return true
    }
    start()
    const id = await addReply('c1')
    expect(await fixture.settled(id, 'cancelled')).to.include({ attempts: 1, lastError: 'outcome_unknown' })
    expect(graph.calls).to.have.length(1)
  })

  it('are never posted twice when a gateway answers without the platform’s own word', async () => {
    graph.misbehave = (_, response) => {
      response.writeHead(504).end('<html>')
      return true
    }
    start()
    await fixture.settled(await addReply('c1'), 'cancelled')
    expect(graph.calls).to.have.length(1)
  })

  it('are tried again when the platform says that it did nothing', async () => {
    let calls = 0
    graph.misbehave = (_, response) => (calls += 1) === 1 && graphError(response, 500, 2)
    start()
    const id = await addReply('c1')
    await fixture.tried(id, 1)
    fixture.clock.advance(2_000)
    await fixture.settled(id, 'delivered')
    expect(graph.replies).to.have.length(1)
  })

  const limits: [name: string, code: number, headers: Record<string, string>, pauseMs: number][] = [
    ['17 with minutes', 17, { 'x-business-use-case-usage': usage(3) }, 180_000],
    ['32 with seconds', 32, { 'retry-after': '45' }, 45_000],
    ['4 without a word', 4, {}, 60_000],
    [
      '613 with both, the longer',
      613,
      { 'retry-after': '45', 'x-business-use-case-usage': usage(1) },
      60_000,
    ],
  ]
  for (const [name, code, headers, pauseMs] of limits) {
    it(`pause the account at the platform’s limit: ${name}`, async () => {
      let calls = 0
      graph.misbehave = (_, response) => (calls += 1) === 1 && graphError(response, 400, code, headers)
      fixture.clock.freeze()
      start()
      const id = await addReply('c1')
      const row = await eventually(async () => {
        const { lastError, ...rest } = await fixture.delivery(id)
        return lastError === `social_${code}` ? rest : undefined
      })
      expect(row?.attempts).to.equal(0)
      expect((row?.nextAttemptAt ?? 0) - fixture.clock.now()).to.equal(pauseMs)
      const second = await addReply('c2')
      fixture.clock.advance(pauseMs - 1)
      expect(await fixture.delivery(second)).to.include({ status: 'pending', attempts: 0 })
      fixture.clock.advance(1)
      await fixture.settled(id, 'delivered')
      await fixture.settled(second, 'delivered')
    })
  }

  it('stop at a rejected token: the seller is told once and nothing more is called', async () => {
    graph.misbehave = (_, response) => graphError(response, 401, 190)
    start()
    const first = await addReply('c1')
    await fixture.settled(first, 'failed')
    const second = await addReply('c2')
    expect(await fixture.settled(second, 'cancelled')).to.include({ attempts: 0, lastError: 'not_connected' })
    expect(graph.calls).to.have.length(1)
    expect(fixture.announced).to.deep.equal([
      { tenantId, announcement: { type: 'social.needs_reconnect', data: { reason: 'token_rejected' } } },
    ])
  })

  it('are given up when the show is over', async () => {
    await fixture.database.sql.query(`update live_session set status = 'ended' where id = $1::uuid`, [
      sessionId,
    ])
    start()
    expect(await fixture.settled(await addReply('c1'), 'cancelled')).to.include({
      lastError: 'session_ended',
    })
    expect(graph.calls).to.have.length(0)
  })

  it('are given up when they come too late to be understood', async () => {
    const id = await addReply('c1')
    fixture.clock.advance(REPLY_AGE_MAX_MS + 1)
    start()
    expect(await fixture.settled(id, 'cancelled')).to.include({ lastError: 'too_late' })
    expect(graph.calls).to.have.length(0)
  })

  it('answer the winners first in a flood, and are paced', async () => {
    for (let n = 0; n < 40; n += 1) await addReply(`loser-${n}`, 1)
    const winners = await Promise.all(['w1', 'w2', 'w3'].map((comment) => addReply(comment)))
    const frozen = fixture.clock.freeze()
    start()
    for (const id of winners) await fixture.settled(id, 'delivered')
    await eventually(() => graph.replies.length === 20)
    expect(graph.replies.slice(0, 4).map(({ commentId }) => commentId)).to.include.members(['w1', 'w2', 'w3'])
    frozen.thaw()
    await eventually(() => graph.replies.length === 43)
    expect(new Set(graph.replies.map(({ commentId }) => commentId)).size).to.equal(43)
  })

  it('left behind by a worker that died are not posted again', async () => {
    const id = await addReply('c1')
    await fixture.database.sql.query(
      `update delivery set lease_token = $2::uuid, next_attempt_at = now() - interval '1 s' where id = $1::uuid`,
      [id, fixture.ids.next()],
    )
    start()
    expect(await fixture.settled(id, 'cancelled')).to.include({ lastError: 'outcome_unknown' })
    expect(graph.calls).to.have.length(0)
  })
})

function usage(minutes: number): string {
  return JSON.stringify({
    '1784': [{ type: 'messenger', call_count: 100, estimated_time_to_regain_access: minutes }],
  })
}
