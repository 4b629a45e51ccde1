import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { allOf, createClient } from '../../src/client/index.ts'
import { createCrowd } from '../../src/simulator/crowd/crowd.ts'
import { connectAsBrowser, platformControl } from '../../src/simulator/demo/PlatformControl.ts'
import { ServiceProcess } from '../../src/simulator/demo/ServiceProcess.ts'
import { assertInvariantsAt } from '../support/checkers/assertInvariantsAt.ts'
import { eventually } from '../support/eventually.ts'

const POSTS = 60

describe('kill -9 in the middle of an auction', function () {
  this.timeout(300_000)
  let dataDir: string
  let service: ServiceProcess

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'live-commerce-'))
  })
  afterEach(async () => {
    await service.stop()
    await assertInvariantsAt({ databaseUrl: '', dataDir })
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('when the service starts again, then every acknowledged comment has its outcome and the right bid wins on time', async () => {
    const startedAt = performance.now()
    service = await ServiceProcess.start({ dataDir })
    const startSeconds = (performance.now() - startedAt) / 1_000
    const { port } = new URL(service.url)
    const client = createClient({ baseUrl: service.url })
    const email = `seller-${crypto.randomUUID()}@example.com`
    const { accessToken } = await client.register({ name: 'Lamps', email, password: 'a long password' })
    const username = await connectAsBrowser(service.url, accessToken)
    const control = platformControl(service.platformUrl)
    const accountId = await control.accountIdOf(username)
    const product = await client.createProduct({ name: 'Lamp', minBidIncrement: 5 })
    const session = await client.createSession({})
    await client.startSession(session.id)
    const item = await client.activate({
      productId: product.id,
      liveSessionId: session.id,
      mode: 'auction',
      startingPrice: 10,
      // It must outlast the comments, a restart on this very machine and the comment after it.
      timeLimitSeconds: Math.ceil(10 + 4 * startSeconds),
    })
    const endsAt = Date.parse((await client.auction(item.id)).endsAt ?? '')

    const acknowledged: string[] = []
    const script = createCrowd({ seed: 'killed', viewers: 20 }).script('auction', POSTS, 10)
    // Posts in flight when the service dies are never acknowledged and may fail; those before must survive.
    const speaking = (async () => {
      for (const { username: viewer, text } of script) {
        const posted = await control.comment(accountId, [{ username: viewer, text }])
        for (const comment of posted) if (comment.acknowledged) acknowledged.push(comment.id)
        if (acknowledged.length === POSTS / 2) break
      }
    })()
    await speaking
    const lastPosts = Promise.allSettled(
      Array.from({ length: 5 }, (_, index) =>
        control.comment(accountId, [{ username: `late${String(index)}`, text: String(5_000 + index * 10) }]),
      ),
    )
    await service.kill()
    for (const result of await lastPosts) {
      if (result.status !== 'fulfilled') continue
      for (const comment of result.value) if (comment.acknowledged) acknowledged.push(comment.id)
    }

    service = await ServiceProcess.start({ dataDir, port: Number(port) })
    const after = createClient({ baseUrl: service.url, accessToken })
    const again = platformControl(service.platformUrl)
    const [final] = await again.comment(accountId, [{ username: 'closer', text: '9000' }])
    expect(final?.acknowledged).to.equal(true)
    if (final !== undefined) acknowledged.push(final.id)

    const isSold = async (): Promise<boolean> => (await after.auction(item.id)).status === 'sold'
    await eventually(isSold, { timeoutMs: endsAt + 60_000 - Date.now() })
    const closed = await after.auction(item.id)
    const bids = await after.bids(item.id)
    const highest = bids.reduce((best, bid) => (bid.amount > best.amount ? bid : best))
    expect(closed.winnerUserId).to.equal(highest.userId)
    expect(closed.currentPrice).to.equal(highest.amount)
    expect(highest.socialUsername).to.equal('closer')
    expect(bids.filter((bid) => bid.status === 'won')).to.have.lengthOf(1)
    expect(bids.filter((bid) => bid.status === 'pending')).to.have.lengthOf(0)
    expect(Date.parse(closed.closedAt ?? '') - endsAt, 'closed at its deadline').to.be.within(0, 2_000)

    const comments = await allOf((cursor) =>
      after.comments(session.id, { limit: 100, ...(cursor === undefined ? {} : { cursor }) }),
    )
    const outcomes = new Map(comments.map((comment) => [comment.id, comment.outcome]))
    expect(outcomes.size, 'each comment is listed once').to.equal(comments.length)
    for (const id of acknowledged) expect(outcomes.get(id), `outcome of ${id}`).to.be.a('string')
  })
})
