import { expect } from 'chai'
import type { Comment } from '../../../src/protocol/resources.ts'
import { CommentFeed } from '../../../src/dashboard/page/live/CommentFeed.ts'

const TIMESTAMP = '2026-11-21T10:00:00.000Z'

const said = (socialUsername: string, text: string) => ({ socialUsername, text, timestamp: TIMESTAMP })

const bid = (socialUsername: string, amount: number) =>
  ({ socialUsername, amount, bidType: 'bid', productName: 'Vase', status: 'pending' }) as const

const decided = (
  socialUsername: string,
  text: string,
  outcome: Comment['outcome'],
  reason: string | null = null,
): Comment => ({
  id: `${socialUsername} ${text}`,
  ...said(socialUsername, text),
  displayName: socialUsername,
  receivedAt: TIMESTAMP,
  userId: null,
  auctionItemId: null,
  outcome,
  reason,
  amount: null,
})

describe('CommentFeed', () => {
  let flushes: (() => void)[]
  let feed: CommentFeed
  const flush = (): void => {
    for (const one of flushes.splice(0)) one()
  }
  const texts = (): string[] => feed.shown.value.map((entry) => entry.text)

  beforeEach(() => {
    flushes = []
    feed = new CommentFeed((one) => flushes.push(one))
  })

  it('announces any number of comments once a frame, in order', () => {
    for (let n = 0; n < 500; n++) feed.append(said('ayse', String(n)))
    expect(flushes).to.have.length(1)
    flush()
    expect(texts()).to.deep.equal(Array.from({ length: 500 }, (_, n) => String(n)))
  })

  it('keeps the latest five thousand and a little, however many come', () => {
    for (let n = 1; n <= 20_000; n++) feed.append(said('ayse', String(n)))
    flush()
    const shown = feed.shown.value
    expect(shown.length).to.be.within(5_000, 5_500)
    expect(shown.at(-1)).to.include({ text: '20000', number: 20_000 })
  })

  it('marks the comment of an accepted bid: the latest unmarked one of that viewer', () => {
    for (const [who, text] of [
      ['ayse', '150'],
      ['can', '160'],
      ['ayse', '170'],
    ] as const) {
      feed.append(said(who, text))
      feed.accept(bid(who, Number(text)))
    }
    flush()
    expect(feed.shown.value.map((entry) => entry.mark?.amount)).to.deep.equal([150, 160, 170])
  })

  it('lays recorded outcomes over their comments, twins in order, and overrules no mark', () => {
    feed.append(said('ayse', '150'))
    feed.append(said('ayse', '150'))
    feed.append(said('can', 'hi'))
    feed.explain(
      [
        decided('can', 'hi', 'ignored', 'no_amount'),
        decided('ayse', '150', 'ignored', 'bid_too_low'),
        decided('ayse', '150', 'bid_accepted'),
      ],
      feed.total,
    )
    feed.explain([decided('can', 'hi', 'bid_accepted')], feed.total)
    flush()
    expect(feed.shown.value.map((entry) => entry.mark?.outcome)).to.deep.equal([
      'bid_accepted',
      'ignored',
      'ignored',
    ])
    expect(feed.unexplained).to.equal(0)
  })

  it('tells how far back the oldest one without an outcome lies, and waits no longer for what was said elsewhere', () => {
    for (const text of ['1', '2', '3', '4']) feed.append(said('ayse', text))
    feed.accept(bid('ayse', 4))
    expect(feed.unexplained).to.equal(4)
    feed.explain([decided('ayse', '3', 'ignored', 'bid_too_low')], 3)
    expect(feed.unexplained).to.equal(0)
    feed.append(said('can', 'late'))
    expect(feed.unexplained).to.equal(1)
    flush()
    expect(feed.shown.value.map((entry) => entry.mark?.outcome)).to.deep.equal([
      undefined,
      undefined,
      'ignored',
      'bid_accepted',
      undefined,
    ])
  })

  it('given a flood, explains the oldest as well as the newest', () => {
    const texts = Array.from({ length: 900 }, (_, n) => String(n))
    for (const text of texts) feed.append(said('ayse', text))
    const recorded = texts.map((text) => decided('ayse', text, 'ignored', 'bid_too_low')).reverse()
    feed.explain(recorded, feed.total)
    flush()
    expect(feed.shown.value.every((entry) => entry.mark?.reason === 'bid_too_low')).to.equal(true)
  })

  it('puts what was recorded in place of all, and keeps what came while that was read, once', () => {
    feed.append(said('ayse', 'before'))
    const since = feed.total
    feed.append(said('can', 'recorded too'))
    feed.append(said('can', 'came later'))
    feed.reset(
      [
        decided('can', 'recorded too', 'ignored', 'question'),
        decided('ayse', 'before', 'ignored', 'question'),
      ],
      since,
    )
    flush()
    expect(texts()).to.deep.equal(['before', 'recorded too', 'came later'])
    const numbers = feed.shown.value.map((entry) => entry.number)
    expect(numbers).to.deep.equal([...new Set(numbers)].sort((a, b) => a - b))
  })

  it('filters bids, claims and questions of any script', () => {
    feed.append(said('a', 'is it real?'))
    feed.append(said('b', '这是什么？'))
    feed.append(said('c', '150'))
    feed.accept(bid('c', 150))
    feed.append(said('d', 'mine'))
    feed.explain([decided('d', 'mine', 'ignored', 'claim_on_auction')], feed.total)
    flush()
    feed.filter.value = 'questions'
    expect(texts()).to.deep.equal(['is it real?', '这是什么？'])
    feed.filter.value = 'bids'
    expect(texts()).to.deep.equal(['150'])
    feed.filter.value = 'claims'
    expect(texts()).to.deep.equal(['mine'])
  })

  it('tells a name that looks like one that took part', () => {
    feed.append(said('can', '150'))
    feed.accept(bid('can', 150))
    feed.append(said('can_', '160'))
    feed.append(said('can', '170'))
    flush()
    expect(feed.shown.value.map((entry) => entry.alike)).to.deep.equal([null, 'can', null])
  })
})
