import { expect } from 'chai'
import fc from 'fast-check'
import { parsePayload, type PayloadWords } from '../../../../src/edge/webhooks/parsePayload.ts'

const WORDS: PayloadWords = {
  object: 'social',
  commentFields: ['comments', 'live_comments'],
  bareEntries: false,
}
const NOW = 1_700_000_000_123

const value = (fields: object = {}): Record<string, unknown> => ({
  id: 'c1',
  from: { id: 'u1', username: 'Ann' },
  media: { id: 'm1' },
  text: '150',
  timestamp: 1_700_000_000,
  ...fields,
})
const change = (fields: object = {}, field = 'comments') => ({ field, value: value(fields) })
const payload = (...changes: unknown[]) => ({ object: 'social', entry: [{ id: 'a1', time: 1, changes }] })
const parse = (body: unknown) => parsePayload(body, WORDS, NOW)
const only = (body: unknown) => {
  const { comments, skipped } = parse(body)
  expect(skipped).to.deep.equal([])
  expect(comments).to.have.length(1)
  return { accountId: comments[0]?.accountId, ...comments[0]?.comment }
}

describe('parsePayload', () => {
  it('reads a comment with the account that it was made to', () => {
    expect(only(payload(change()))).to.deep.equal({
      accountId: 'a1',
      commentId: 'c1',
      username: 'ann',
      displayName: 'Ann',
      fromId: 'u1',
      text: '150',
      mediaId: 'm1',
      commentedAt: 1_700_000_000_000,
    })
  })

  it('takes the fields comments and live_comments, and no other', () => {
    const { comments } = parse(
      payload(change({ id: '1' }), change({ id: '2' }, 'live_comments'), change({ id: '3' }, 'mentions')),
    )
    expect(comments.map(({ comment }) => comment.commentId)).to.deep.equal(['1', '2'])
  })

  it('ignores payloads of another object', () => {
    for (const object of ['instagram', 'Social', '', null, undefined, ['social']]) {
      expect(parse({ ...payload(change()), object }).comments).to.deep.equal([])
    }
  })

  it('skips entries without changes, and entries that are none', () => {
    const entry = [
      { id: 'a1', time: 1 },
      { id: 'a1', changes: null },
      null,
      7,
      'x',
      [],
      { changes: [change()] },
      { id: 'a1', ...change() },
    ]
    expect(parse({ object: 'social', entry })).to.deep.equal({ comments: [], skipped: [] })
  })

  it('takes field and value that stand in the entry itself, where the platform writes so', () => {
    const body = {
      object: 'social',
      entry: [
        { id: 'a1', ...change() },
        { id: 'a1', field: 'comments' },
      ],
    }
    const { comments } = parsePayload(body, { ...WORDS, bareEntries: true }, NOW)
    expect(comments.map(({ comment }) => comment.commentId)).to.deep.equal(['c1'])
  })

  it('one broken comment never costs the others', () => {
    const broken = [
      null,
      7,
      {},
      { field: 'comments' },
      { field: 'comments', value: [] },
      change({ id: null }),
    ]
    const { comments, skipped } = parse(payload(change({ id: '1' }), ...broken, change({ id: '2' })))
    expect(comments.map(({ comment }) => comment.commentId)).to.deep.equal(['1', '2'])
    expect(skipped).to.have.length(3)
  })

  it('skips a comment without a sender, and says so', () => {
    for (const from of [undefined, null, {}, { id: '', username: '' }, 'ann', { username: '  ' }]) {
      expect(parse(payload(change({ from }))).comments, JSON.stringify(from)).to.deep.equal([])
      expect(parse(payload(change({ from }))).skipped).to.deep.equal(['a comment without a sender'])
    }
  })

  it('takes a sender by the id alone, or by the username alone', () => {
    expect(only(payload(change({ from: { id: 'u1' } })))).to.include({ username: 'u1', fromId: 'u1' })
    expect(only(payload(change({ from: { username: '@Ann ' } })))).to.include({ username: 'ann', fromId: '' })
  })

  it('takes ids that came as numbers', () => {
    const body = { object: 'social', entry: [{ id: 17, changes: [change({ id: 42, media: { id: 5 } })] }] }
    expect(only(body)).to.include({ accountId: '17', commentId: '42', mediaId: '5' })
  })

  it('reads the time in seconds, milliseconds and RFC 3339; absent or broken, it is the time of receipt', () => {
    const at = 1_700_000_000_000
    const times: [unknown, number][] = [
      [1_700_000_000, at],
      ['1700000000', at],
      [1_700_000_000_000, at],
      ['2023-11-14T22:13:20.000Z', at],
      ['2023-11-14T22:13:20+0000', at],
      ['2023-11-15T01:13:20+03:00', at],
    ]
    for (const [timestamp, expected] of times) {
      expect(only(payload(change({ timestamp }))), String(timestamp)).to.include({ commentedAt: expected })
    }
    for (const timestamp of [
      undefined,
      null,
      '',
      'yesterday',
      -5,
      1e300,
      Number.NaN,
      {},
      'x'.repeat(100_000),
    ]) {
      expect(only(payload(change({ timestamp })))).to.include({ commentedAt: NOW })
    }
  })

  it('cleans what PostgreSQL would refuse', () => {
    const comment = only(
      payload(
        change({ id: 'c\u00001', text: '1\u000050\ud800', from: { id: '\u0000u', username: 'a\u0000nn' } }),
      ),
    )
    expect(JSON.stringify(comment)).not.to.match(/\\u0000|\\ud800/)
    expect(comment.text).to.include('1')
  })

  it('keeps what is too long distinct: the same start does not make two comments one', () => {
    const long = 'c'.repeat(300)
    const { comments } = parse(payload(change({ id: `${long}1` }), change({ id: `${long}2` })))
    expect(new Set(comments.map(({ comment }) => comment.commentId)).size).to.equal(2)
    for (const { comment } of comments) expect(comment.commentId.length).to.be.at.most(255)
    const sent = only(payload(change({ from: { id: 'u'.repeat(500), username: 'n'.repeat(500) } })))
    expect(sent.fromId?.length).to.be.at.most(128)
    expect(sent.username?.length).to.be.at.most(255)
  })

  it('reads 1,000 changes of one post', () => {
    const changes = Array.from({ length: 1_000 }, (_, index) => change({ id: `c${String(index)}` }))
    expect(parse(payload(...changes)).comments).to.have.length(1_000)
  })

  it('never throws, whatever JSON comes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (first, second) => {
        parse(first)
        parse(payload(first, { field: 'comments', value: second }, change()))
        parse({ object: 'social', entry: first })
        expect(
          parse(payload(change(), change(value({ from: first, id: second })))).comments.length,
        ).to.be.at.least(1)
      }),
    )
  })
})
