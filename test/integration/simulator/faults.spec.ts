import { expect } from 'chai'
import { startPlatform, type FaultOrder, type Platform } from '../../../src/simulator/platform/index.ts'

describe('stand-in platform: misbehaving on demand', () => {
  let platform: Platform
  let accountId: string
  let token: string
  let commentId: string

  beforeEach(async () => {
    platform = await startPlatform({ autoApprove: true })
    token = await tokenOf(platform)
    const [seller] = platform.sellers.all()
    accountId = seller?.accountId ?? ''
    const [comment] = await platform.stage.comment(accountId, [{ username: 'ayse', text: '150' }])
    commentId = comment?.id ?? ''
  })
  afterEach(async function () {
    // Whatever a fault spoilt, the calls after it are well again.
    platform.faults.clear()
    if (this.currentTest?.state === 'passed') {
      expect((await profile()).status).to.equal(200)
      expect((await reply()).status).to.equal(200)
    }
    await platform.stop()
  })

  const reply = (timeoutMs = 20_000): Promise<Response> =>
    fetch(`${platform.graphUrl}/${commentId}/replies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Thank you' }),
      signal: AbortSignal.timeout(timeoutMs),
    })
  const profile = (): Promise<Response> =>
    fetch(`${platform.graphUrl}/${accountId}`, { headers: { authorization: `Bearer ${token}` } })
  const spoil = (fault: Omit<FaultOrder, 'target'>): void =>
    void platform.faults.add({ target: 'reply', times: 1, ...fault })
  const failure = (request: Promise<unknown>): Promise<string> =>
    request.then(
      () => 'none',
      (error: unknown) => (error as Error).name,
    )
  const replies = (): number => platform.stage.counts().replies

  it('slow: the right answer, late', async () => {
    spoil({ kind: 'slow', delayMs: 150 })
    const askedAt = performance.now()
    expect((await reply()).status).to.equal(200)
    expect(performance.now() - askedAt).to.be.at.least(145)
    expect(replies()).to.equal(1)
  })

  it('server_error: the status asked for and a page for people', async () => {
    spoil({ kind: 'server_error', status: 503 })
    const answer = await reply()
    expect(answer.status).to.equal(503)
    expect(await answer.text()).to.contain('<html>')
    expect(replies()).to.equal(0)
  })

  for (const [code, header] of [
    [4, 'x-app-usage'],
    [17, 'x-app-usage'],
    [32, 'x-business-use-case-usage'],
    [613, 'x-business-use-case-usage'],
  ] as const) {
    it(`rate_limited ${String(code)}: 429 and ${header}, which tells when access returns`, async () => {
      spoil({ kind: 'rate_limited', code, regainMinutes: 7 })
      const answer = await reply()
      expect(answer.status).to.equal(429)
      expect(await answer.json()).to.have.nested.property('error.code', code)
      const usage = answer.headers.get(header) ?? ''
      if (header === 'x-app-usage') expect(answer.headers.get('retry-after')).to.equal('420')
      else expect(usage).to.contain('"estimated_time_to_regain_access":7')
      expect(JSON.parse(usage)).to.be.an('object')
      expect(replies()).to.equal(0)
    })
  }

  it('graph_error: a well-formed refusal of the code asked for', async () => {
    spoil({ kind: 'graph_error', code: 10 })
    const answer = await reply()
    expect(answer.status).to.equal(400)
    expect(await answer.json()).to.have.nested.property('error.code', 10)
  })

  it('expired_token: 190', async () => {
    spoil({ kind: 'expired_token' })
    const answer = await reply()
    expect(answer.status).to.equal(401)
    expect(await answer.json()).to.have.nested.property('error.code', 190)
  })

  it('timeout_after_success: does it and never says so', async () => {
    spoil({ kind: 'timeout_after_success' })
    expect(await failure(reply(2_000))).to.equal('TimeoutError')
    expect(replies()).to.equal(1)
  })

  it('reset: cuts the line before anything is done', async () => {
    spoil({ kind: 'reset' })
    expect(await failure(reply())).to.equal('TypeError')
    expect(replies()).to.equal(0)
  })

  it('spoils as many calls as told, of several faults by the oldest, and until removed when not told', async () => {
    platform.faults.add({ target: 'reply', kind: 'server_error', status: 500, times: 2 })
    const lasting = platform.faults.add({ target: 'all', kind: 'server_error', status: 503 })
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push((await reply()).status)
    expect(statuses).to.deep.equal([500, 500, 503, 503])
    expect((await profile()).status).to.equal(503)
    expect(platform.faults.all().map(({ spoiled }) => spoiled)).to.deep.equal([3])
    expect(platform.faults.remove(lasting.id)).to.equal(true)
    expect(platform.faults.remove(lasting.id)).to.equal(false)
    expect((await reply()).status).to.equal(200)
  })

  it('takes orders over HTTP, and names the field of one that is none', async () => {
    const order = (body: object): Promise<Response> =>
      fetch(`${platform.url}/control/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await order({ target: 'reply', kind: 'reset', times: 1 })).status).to.equal(201)
    expect(await failure(reply())).to.equal('TypeError')
    const refused = await order({ target: 'reply', kind: 'explode' })
    expect(refused.status).to.equal(400)
    expect(await refused.text()).to.contain('kind')
  })
})

/** Connects the platform's first seller as an app does. */
async function tokenOf(platform: Platform): Promise<string> {
  const redirect_uri = 'http://app.test/callback'
  const asked = { client_id: 'stand-in-app', redirect_uri, response_type: 'code', state: 's' }
  const away = await fetch(`${platform.authorizeUrl}?${String(new URLSearchParams(asked))}`, {
    redirect: 'manual',
  })
  const code = new URL(away.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const redeemed = new URLSearchParams({ client_id: 'stand-in-app', redirect_uri, code })
  const answer = await fetch(`${platform.graphUrl}/oauth/access_token?${String(redeemed)}`)
  return ((await answer.json()) as { access_token: string }).access_token
}
