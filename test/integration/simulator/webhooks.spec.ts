import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { startPlatform, type Platform } from '../../../src/simulator/platform/index.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/simulator/WebhookReceiver.ts'

describe('stand-in platform: webhooks', () => {
  let platform: Platform
  let receiver: WebhookReceiver
  let accountId: string

  beforeEach(async () => {
    receiver = await startWebhookReceiver('the word')
    platform = await startPlatform({
      appSecret: 'secret',
      verifyToken: 'the word',
      webhookUrl: receiver.url,
    })
    const seller = platform.sellers.create()
    platform.sellers.change(seller, { subscribedFields: ['live_comments'] })
    ;({ accountId } = seller)
  })
  afterEach(async () => {
    await platform.stop()
    await receiver.stop()
  })

  const say = (...texts: string[]) =>
    platform.stage.comment(
      accountId,
      texts.map((text) => ({ username: 'ayse', text })),
    )

  it('shakes hands once, then posts bytes whose signature holds over the raw body', async () => {
    await say('aldım 🔥 / 150')
    await say('ikinci')
    expect(receiver.handshakes).to.deep.equal(['the word'])
    expect(receiver.posts).to.have.length(2)
    for (const { body, signature } of receiver.posts) {
      expect(signature).to.equal(`sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`)
    }
    expect(receiver.posts[0]?.body.toString()).to.contain(String.raw`ald\u0131m \ud83d\udd25 \/ 150`)
  })

  it('posts nothing to a receiver that does not know the word, until it does', async () => {
    platform.subscriber.verifyToken = 'another word'
    expect(await platform.sender.verify()).to.equal(false)
    const said = say('150')
    platform.subscriber.verifyToken = 'the word'
    expect((await said)[0]).to.include({ acknowledged: true })
    expect(receiver.handshakes.at(-1)).to.equal('the word')
    expect(receiver.posts).to.have.length(1)
  })

  it('sends the same bytes again until they are answered with 200, be it 500, 302 or 204 before', async () => {
    receiver.statuses.push(500, 302, 204)
    const [posted] = await say('150')
    expect(posted).to.include({ acknowledged: true, attempts: 4 })
    expect(receiver.posts).to.have.length(4)
    const [first, ...later] = receiver.posts
    for (const post of later) {
      expect(post.body.equals(first?.body ?? Buffer.alloc(0))).to.equal(true)
      expect(post.signature).to.equal(first?.signature)
    }
    expect(platform.sender.counts).to.deep.include({ posts: 4, acknowledged: 1, refused: 3, pending: 0 })
  })

  it('puts a thousand comments into a post at most, in the order they were said', async () => {
    const posted = await say(...Array.from({ length: 1_001 }, (_, n) => String(n)))
    expect(receiver.posts.map(({ commentIds }) => commentIds.length)).to.deep.equal([1_000, 1])
    expect(receiver.posts.flatMap(({ commentIds }) => commentIds)).to.deep.equal(posted.map(({ id }) => id))
    expect(new Set(posted.map(({ timestamp }) => timestamp)).size).to.equal(1_001)
  })

  it('repeats what was acknowledged and mixes the order when told to', async () => {
    platform.sender.manner.duplicates = 2
    platform.sender.manner.shuffle = true
    const posted = await say(...Array.from({ length: 50 }, (_, n) => String(n)))
    const sent = receiver.posts.map(({ commentIds }) => commentIds)
    expect(sent).to.have.length(3)
    expect(sent[1]).to.deep.equal(sent[0])
    expect(sent[0]).not.to.deep.equal(posted.map(({ id }) => id))
    expect([...(sent[0] ?? [])].sort()).to.deep.equal(posted.map(({ id }) => id).sort())
  })

  it('sends nothing of a page that nobody subscribed, and says so', async () => {
    const silent = platform.sellers.create()
    const [posted] = await platform.stage.comment(silent.accountId, [{ username: 'ayse', text: '150' }])
    expect(posted).to.include({ acknowledged: false, attempts: 0 })
    expect(receiver.posts).to.deep.equal([])
  })

  it('gives up what is pending when it stops', async () => {
    await say('first')
    receiver.statuses.push(...Array.from({ length: 50 }, () => 500))
    const said = say('never taken')
    await platform.stop()
    expect((await said)[0]).to.include({ acknowledged: false })
    platform = await startPlatform()
  })
})
