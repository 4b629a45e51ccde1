import { expect } from 'chai'
import type { Page, Sending, SessionResult } from '../../../src/protocol/resources.ts'
import { SessionResults } from '../../../src/dashboard/page/live/SessionResults.ts'
import { eventually } from '../../support/eventually.ts'

const DONE: Sending = { pending: 0, delivered: 1, failed: 0, cancelled: 0 }
const PENDING: Sending = { ...DONE, pending: 1, delivered: 0 }

const result = (number: number, webhooks = DONE): SessionResult => ({
  id: `0000000${String(number).padStart(3, '0')}`,
  productId: 'product',
  productName: 'Vase',
  mode: 'auction',
  outcome: 'no_bids',
  finalPrice: 10,
  bidsAccepted: 0,
  claimsAccepted: 0,
  winnerSocialUsername: null,
  closedAt: '2026-11-21T10:00:00.000Z',
  webhooks,
  replies: DONE,
})

describe('SessionResults', () => {
  let stored: SessionResult[]
  let reads: number
  let isGone: boolean
  let results: SessionResults

  const get = <T>(path: string): Promise<T> => {
    reads += 1
    if (isGone) return Promise.reject(new Error('gone'))
    const { searchParams } = new URL(path, 'http://service')
    const from = Number(searchParams.get('cursor') ?? 0)
    const page: Page<SessionResult> = {
      items: stored.slice(from, from + 100),
      nextCursor: from + 100 < stored.length ? String(from + 100) : null,
    }
    return Promise.resolve(structuredClone(page) as T)
  }

  beforeEach(() => {
    stored = Array.from({ length: 250 }, (_, n) => result(250 - n))
    reads = 0
    isGone = false
    results = new SessionResults('session', { get })
  })
  afterEach(() => results.stop())

  it('reads a long show to its end', async () => {
    await results.read()
    expect(results.list.value).to.have.length(250)
    expect(reads).to.equal(3)
  })

  it('reads one page when an item closed, and tells which it was', async () => {
    await results.read()
    stored.unshift(result(251))
    reads = 0
    expect(await results.ended(result(251).id)).to.deep.equal(result(251))
    expect(await results.ended('of another session')).to.equal(undefined)
    expect(results.list.value).to.have.length(251)
    expect(reads).to.equal(2)
  })

  it('asks again until the shop was told, also of an item far down', async () => {
    stored[150] = result(100, PENDING)
    await results.read()
    stored[150] = result(100)
    await eventually(() => results.list.value[150]?.webhooks.delivered === 1)
    expect(results.list.value).to.have.length(250)
  })

  it('makes good a reading that failed', async () => {
    await results.read()
    isGone = true
    stored.unshift(result(251))
    const failure = await results.ended(result(251).id).catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(Error)
    isGone = false
    await eventually(() => results.list.value.length === 251)
  })
})
