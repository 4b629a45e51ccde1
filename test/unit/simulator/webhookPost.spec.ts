import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import type { PlatformComment } from '../../../src/simulator/platform/comment.ts'
import { DIALECTS } from '../../../src/simulator/platform/dialect.ts'
import { webhookPost } from '../../../src/simulator/platform/webhookPost.ts'

const comment = (change: Partial<PlatformComment> = {}): PlatformComment => ({
  id: '17000000000000000',
  accountId: '1784',
  mediaId: '1790',
  fromId: '77',
  username: 'ayse',
  text: '150',
  timestamp: 1_700_000_000_123,
  ...change,
})

const signed = (body: string | Buffer): string =>
  `sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`

describe('webhookPost', () => {
  it('escapes all beyond ASCII and slashes, and signs those very bytes', () => {
    const text = 'aldım 🔥 https://a.b/c'
    const { body, signature } = webhookPost(DIALECTS.social, [comment({ text })], 1_700_000_001_000, 'secret')
    expect(body.every((byte) => byte < 0x80)).to.equal(true)
    expect(body.toString()).to.contain(String.raw`ald\u0131m \ud83d\udd25 https:\/\/a.b\/c`)
    expect(signature).to.equal(signed(body))
    // Whoever parses and writes it again has other bytes, with another signature, of the same words.
    const again = JSON.stringify(JSON.parse(body.toString()))
    expect(again).to.contain(text)
    expect(signed(again)).not.to.equal(signature)
  })

  it('carries what the platform tells of a comment, an entry for each run of one account', () => {
    const comments = [
      comment(),
      comment({ id: '2', text: '160' }),
      comment({ id: '3', accountId: 'other' }),
      comment({ id: '4' }),
    ]
    const { body } = webhookPost(DIALECTS.social, comments, 1_700_000_001_999, null)
    const payload = JSON.parse(body.toString()) as {
      object: string
      entry: { id: string; time: number; changes: { field: string; value: { id: string } }[] }[]
    }
    expect(payload.object).to.equal('social')
    expect(payload.entry.map(({ id, time, changes }) => [id, time, changes.length])).to.deep.equal([
      ['1784', 1_700_000_001, 2],
      ['other', 1_700_000_001, 1],
      ['1784', 1_700_000_001, 1],
    ])
    expect(payload.entry[0]?.changes[0]).to.deep.equal({
      field: 'live_comments',
      value: {
        from: { id: '77', username: 'ayse' },
        media: { id: '1790', media_product_type: 'LIVE' },
        id: '17000000000000000',
        text: '150',
        timestamp: 1_700_000_000_123,
      },
    })
  })

  it('is unsigned where the platform has no secret, and speaks the dialect', () => {
    const { body, signature } = webhookPost(DIALECTS.instagram, [comment()], 0, null)
    expect(signature).to.equal(null)
    expect(JSON.parse(body.toString())).to.have.property('object', 'instagram')
  })
})
