import { expect } from 'chai'
import type { Comment, Page } from '../../../src/protocol/resources.ts'
import { CommentFeed } from '../../../src/dashboard/page/live/CommentFeed.ts'
import { Outcomes } from '../../../src/dashboard/page/live/Outcomes.ts'
import { eventually } from '../../support/eventually.ts'

const TIMESTAMP = '2026-11-21T10:00:00.000Z'

/** The comments of a session as the service pages through them, newest first. */
class Recorded {
  readonly comments: Comment[] = []
  readonly paths: string[] = []
  failures = 0

  say(feed: CommentFeed, text: string): void {
    feed.append({ socialUsername: 'ayse', text, timestamp: TIMESTAMP })
    this.comments.unshift({
      id: text,
      socialUsername: 'ayse',
      displayName: 'ayse',
      text,
      timestamp: TIMESTAMP,
      receivedAt: TIMESTAMP,
      userId: null,
      auctionItemId: null,
      outcome: 'ignored',
      reason: 'bid_too_low',
      amount: Number(text),
    })
  }

  get<T>(path: string): Promise<T> {
    this.paths.push(path)
    if (this.failures-- > 0) return Promise.reject(new Error('gone'))
    const { searchParams } = new URL(path, 'http://service')
    const limit = Number(searchParams.get('limit'))
    const from = Number(searchParams.get('cursor') ?? 0)
    const page: Page<Comment> = {
      items: this.comments.slice(from, from + limit),
      nextCursor: from + limit < this.comments.length ? String(from + limit) : null,
    }
    return Promise.resolve(page as T)
  }
}

describe('Outcomes', () => {
  let feed: CommentFeed
  let recorded: Recorded
  let outcomes: Outcomes

  beforeEach(() => {
    feed = new CommentFeed((flush) => flush())
    recorded = new Recorded()
    outcomes = new Outcomes('session', recorded, feed)
  })
  afterEach(() => outcomes.stop())

  const reasons = () => feed.shown.value.map(({ mark }) => mark?.reason ?? null)

  it('reads back as far as comments lack their outcome, and no further', async () => {
    for (let n = 0; n < 450; n++) recorded.say(feed, String(n))
    outcomes.readSoon()
    await eventually(() => feed.unexplained === 0)
    expect(reasons()).to.deep.equal(Array.from({ length: 450 }, () => 'bid_too_low'))
    expect(recorded.paths).to.have.length(5)
    recorded.say(feed, 'one more')
    outcomes.readSoon()
    await eventually(() => feed.unexplained === 0)
    expect(recorded.paths).to.have.length(6)
  })

  it('reads at most once a second, however many comments call for it', async () => {
    for (let n = 0; n < 50; n++) {
      recorded.say(feed, String(n))
      outcomes.readSoon()
    }
    expect(recorded.paths).to.deep.equal([])
    await eventually(() => feed.unexplained === 0)
    expect(recorded.paths).to.have.length(1)
  })

  it('tries again after a reading that failed, without another comment', async () => {
    recorded.say(feed, '150')
    recorded.failures = 1
    outcomes.readSoon()
    await eventually(() => feed.unexplained === 0)
    expect(recorded.paths).to.have.length(2)
    expect(reasons()).to.deep.equal(['bid_too_low'])
  })
})
