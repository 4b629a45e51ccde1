import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { call } from '../support/contract/call.ts'
import { Seller, sign } from '../support/contract/Seller.ts'
import { APP_SECRET, service, VERIFY_TOKEN } from '../support/contract/service.ts'

const PATH = '/webhooks/social'

describe('4.5 Inbound comment webhook', () => {
  let url: string
  let seller: Seller
  const verify = (query: string) => call(url, 'GET', `${PATH}?${query}`)
  const post = (raw: string | Uint8Array, headers: Record<string, string> = {}) =>
    call(url, 'POST', PATH, { raw, headers })

  before(async function start() {
    this.timeout(60_000)
    url = (await service()).url
    seller = await Seller.connected()
  })

  describe('GET', () => {
    const token = encodeURIComponent(VERIFY_TOKEN)

    it('200 with the challenge as the plain body when mode is subscribe and the token is the configured one', async () => {
      const answer = await verify(`hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`)
      expect(`${answer.status} ${answer.text}`).to.equal('200 1158201444')
      expect(answer.headers.get('content-type')).to.include('text/plain')
    })

    it('the challenge comes back as it is', async () => {
      const challenge = '<b>ü&"\' 0012</b>'
      const query = `hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=${encodeURIComponent(challenge)}`
      expect((await verify(query)).text).to.equal(challenge)
    })

    for (const [what, query] of [
      ['another mode', `hub.mode=unsubscribe&hub.verify_token=${token}&hub.challenge=1`],
      ['no mode', `hub.verify_token=${token}&hub.challenge=1`],
      ['another token', 'hub.mode=subscribe&hub.verify_token=guess&hub.challenge=1'],
      ['an empty token', 'hub.mode=subscribe&hub.verify_token=&hub.challenge=1'],
      ['no token', 'hub.mode=subscribe&hub.challenge=1'],
      [
        'a token given twice',
        `hub.mode=subscribe&hub.verify_token=${token}&hub.verify_token=${token}&hub.challenge=1`,
      ],
      ['no query', ''],
    ] as const) {
      it(`otherwise 403 with body Forbidden: ${what}`, async () => {
        const answer = await verify(query)
        expect(`${answer.status} ${answer.text}`).to.equal('403 Forbidden')
      })
    }
  })

  describe('POST', () => {
    const body = () => JSON.stringify(seller.payload('ada', 'hello'))

    it('200 with body EVENT_RECEIVED', async () => {
      const raw = body()
      const answer = await post(raw, { 'x-hub-signature-256': sign(raw) })
      expect(`${answer.status} ${answer.text}`).to.equal('200 EVENT_RECEIVED')
      expect(answer.headers.get('x-request-id')).to.be.a('string')
    })

    it('when the header is absent no check is made', async () => {
      expect((await post(body())).text).to.equal('EVENT_RECEIVED')
    })

    it('the signature of the raw bytes counts, escapes and white space included', async () => {
      const raw = body().replace('hello', 'caf\\u00e9').replace(/^\{/, '{  ')
      expect((await post(raw, { 'x-hub-signature-256': sign(raw) })).text).to.equal('EVENT_RECEIVED')
    })

    it('the signature of the JSON-serialized body counts too', async () => {
      const raw = body().replace('hello', 'caf\\u00e9').replace(/^\{/, '{  ')
      const serialised = JSON.stringify(JSON.parse(raw))
      expect(serialised).to.not.equal(raw)
      expect((await post(raw, { 'x-hub-signature-256': sign(serialised) })).text).to.equal('EVENT_RECEIVED')
    })

    const hex = (raw: string) => createHmac('sha256', APP_SECRET).update(raw).digest('hex')
    for (const [what, header] of [
      ['another secret', (raw: string) => sign(raw, 'guess')],
      ['another body', (raw: string) => sign(`${raw} `)],
      ['without sha256=', hex],
      ['upper-case hex', (raw: string) => `sha256=${hex(raw).toUpperCase()}`],
      ['upper-case name', (raw: string) => `SHA256=${hex(raw)}`],
      ['cut short', (raw: string) => sign(raw).slice(0, -1)],
      ['an empty header', () => ''],
      ['sha256= alone', () => 'sha256='],
      ['given twice', (raw: string) => `${sign(raw)}, ${sign(raw)}`],
    ] as const) {
      it(`a mismatch gives 403 with body Invalid signature: ${what}`, async () => {
        const raw = body()
        const answer = await post(raw, { 'x-hub-signature-256': header(raw) })
        expect(`${answer.status} ${answer.text}`).to.equal('403 Invalid signature')
      })
    }

    it('a body that is no JSON is refused, signed or not', async () => {
      for (const raw of ['', '{', 'hello', '{"object":"social",}']) {
        const signed = await post(raw, { 'x-hub-signature-256': sign(raw) })
        expect(signed.refusal, raw).to.equal('400 Malformed JSON')
      }
    })

    it('valid JSON of any shape is acknowledged', async () => {
      for (const raw of [
        '{}',
        '[]',
        'null',
        '7',
        '"x"',
        '{"object":"social","entry":[{"id":{},"changes":[[]]}]}',
      ]) {
        expect((await post(raw, { 'x-hub-signature-256': sign(raw) })).text, raw).to.equal('EVENT_RECEIVED')
      }
    })

    it('is acknowledged whatever its content type says', async () => {
      const raw = body()
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json; charset=utf-8',
      ]) {
        expect(
          (await post(raw, { 'content-type': type, 'x-hub-signature-256': sign(raw) })).status,
          type,
        ).to.equal(200)
      }
    })

    it('takes up to 4 MiB, and answers 413 to more', async () => {
      const padded = (bytes: number) => `{"object":"social","pad":"${'x'.repeat(bytes - 28)}"}`
      expect((await post(padded(4_194_304))).text).to.equal('EVENT_RECEIVED')
      expect((await post(padded(4_194_305))).status).to.equal(413)
    })

    it('U+0000, lone surrogates and overlong fields cost nobody a comment', async () => {
      const { session } = await seller.onAir({ startingPrice: 1 })
      const odd = seller.payload('e\u0000vil\ud800', 'x\u0000\udfff'.repeat(2_000), {
        id: `long-${'9'.repeat(3_000)}`,
      })
      const even = seller.payload('ada', '50', { id: 'good' })
      expect((await seller.post({ ...odd, entry: [...odd.entry, ...even.entry] })).text).to.equal(
        'EVENT_RECEIVED',
      )
      expect((await seller.outcome(session, 'good')).outcome).to.equal('bid_accepted')
      await seller.call('POST', `/sessions/${session.id}/end`)
    })

    it('other methods get 405 with Allow', async () => {
      const answer = await call(url, 'PUT', PATH, { body: {} })
      expect(answer.refusal).to.equal('405 Method not allowed')
      expect(answer.headers.get('allow')).to.include('POST')
    })
  })
})
