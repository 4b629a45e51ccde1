import { expect } from 'chai'
import {
  createReader,
  readComment,
  type Reading,
  type ReadingSettings,
} from '../../../../machines/comments/index.ts'

const bid = (major: number): Reading => readComment(String(major), 'auction')
const CLAIM: Reading = { kind: 'claim' }

describe("a shop's claim keywords", () => {
  const read = createReader({ claimKeywords: ['Kaptım', 'I’ll grab it', '抢到', '+9', 'A7', 'me'] })

  it('replace the default phrases', () => {
    expect(read('kaptım', 'fixed_price')).to.deep.equal(CLAIM)
    expect(read('mine', 'fixed_price').kind).to.equal('chatter')
    expect(read('+1', 'fixed_price').kind).to.equal('chatter')
  })

  it('fold like the comments do', () => {
    for (const text of ['KAPTIM!!', 'kaptim', 'Kaptım 🔥', 'kaptımmmm', "I'LL GRAB IT", 'ill grab it']) {
      expect(read(text, 'fixed_price'), text).to.deep.equal(CLAIM)
    }
  })

  it('may be in a script without spaces, a number or a code', () => {
    for (const text of ['抢到', '抢到这个', '+9', 'a7', 'A7 please'])
      expect(read(text, 'fixed_price'), text).to.deep.equal(CLAIM)
  })

  it('that are everyday words still need filler around them', () => {
    expect(read('me please', 'fixed_price')).to.deep.equal(CLAIM)
    expect(read('follow me', 'fixed_price').kind).to.equal('chatter')
  })

  it('claim though a built-in list has them for a saying or a question', () => {
    for (const keyword of ['buy now', 'take me', 'claim closed', 'any', 'Kim']) {
      const chosen = createReader({ claimKeywords: [keyword], locale: 'tr' })
      expect(chosen(keyword, 'fixed_price'), keyword).to.deep.equal(CLAIM)
      expect(chosen(`${keyword}?`, 'fixed_price').kind, keyword).to.equal('chatter')
      expect(chosen(`not ${keyword}`, 'fixed_price').kind, keyword).to.equal('chatter')
    }
    expect(createReader({ claimKeywords: ['mine'] })('gold mine', 'fixed_price').kind).to.equal('chatter')
    expect(createReader({ claimKeywords: ['take'] })('take care', 'fixed_price').kind).to.equal('chatter')
  })

  it('longer than four words claim when they are all that is said', () => {
    const patient = createReader({ claimKeywords: ['put this in my cart now'] })
    expect(patient('Put this in my cart now!', 'fixed_price')).to.deep.equal(CLAIM)
    expect(patient('put this in my cart now or never', 'fixed_price').kind).to.equal('chatter')
  })

  it('that leave nothing when folded are never said', () => {
    expect(createReader({ claimKeywords: ['🔥', ' ', ''] })('🔥', 'fixed_price')).to.deep.equal({
      kind: 'chatter',
      reason: 'empty',
    })
  })

  it('may be none at all', () => {
    expect(createReader({ claimKeywords: [] })('mine', 'fixed_price').kind).to.equal('chatter')
  })
})

describe("a shop's locale and currency", () => {
  const cases: readonly (readonly [string, ReadingSettings, Reading['kind'], Reading['kind']])[] = [
    ['150e', { currency: 'EUR' }, 'bid', 'chatter'],
    ['150 đ lên', { locale: 'vi' }, 'bid', 'bid'],
    ['150đ', {}, 'bid', 'bid'],
    ['150d', { currency: 'VND' }, 'bid', 'chatter'],
    ['150xts', { currency: 'XTS' }, 'bid', 'chatter'],
    ['2 mil', { locale: 'es-MX' }, 'bid', 'chatter'],
    ['2 mil', { locale: 'pt' }, 'bid', 'chatter'],
    ['tak 150', { locale: 'id' }, 'chatter', 'bid'],
    ['tak 150', { locale: 'pl' }, 'bid', 'bid'],
    ['150 ko', { locale: 'vi-VN' }, 'chatter', 'bid'],
    ['aldım mı', { locale: 'tr' }, 'chatter', 'claim'],
    ['ik ga voor 150', { locale: 'nl' }, 'bid', 'chatter'],
    ['ano 150', { locale: 'tl' }, 'chatter', 'bid'],
    ['أين 150', { locale: 'ar' }, 'chatter', 'bid'],
    ['come 150', { locale: 'it' }, 'chatter', 'bid'],
    ['ai 150', { locale: 'vi' }, 'chatter', 'bid'],
    ['qui 150', { locale: 'fr' }, 'chatter', 'bid'],
    ['kim 150', { locale: 'tr' }, 'chatter', 'bid'],
    ['150 ga', { locale: 'id' }, 'chatter', 'chatter'],
    ['5 let', { locale: 'cs' }, 'chatter', 'bid'],
    ['wo 150', { locale: 'de' }, 'chatter', 'bid'],
    ["c'è 150", { locale: 'it' }, 'chatter', 'bid'],
    ['pila 150', { locale: 'tl' }, 'chatter', 'bid'],
    ['drága 150', { locale: 'hu' }, 'chatter', 'bid'],
    ['2 hét', { locale: 'hu' }, 'chatter', 'bid'],
    ['tam 38', { locale: 'pt' }, 'chatter', 'bid'],
    ['ora 10', { locale: 'ro' }, 'chatter', 'bid'],
    ['mitt', { locale: 'nb-NO' }, 'claim', 'chatter'],
    ['ne 150', { locale: 'sk' }, 'chatter', 'bid'],
    ['tak 150', { locale: 'ms-MY' }, 'chatter', 'bid'],
    ['di 150', { locale: 'fil-PH' }, 'chatter', 'bid'],
  ]
  for (const [text, settings, own, elsewhere] of cases) {
    it(`read "${text}" as ${own} for ${JSON.stringify(settings)}, elsewhere as ${elsewhere}`, () => {
      expect(createReader(settings)(text, 'fixed_price').kind).to.equal(own)
      expect(readComment(text, 'fixed_price').kind).to.equal(elsewhere)
    })
  }

  it('multiply by what thousand is called at home', () => {
    expect(createReader({ locale: 'es' })('2 mil', 'auction')).to.deep.equal(bid(2_000))
  })

  it('never change what a separator means', () => {
    for (const locale of ['en', 'de', 'fr', 'hi', 'ar']) {
      expect(createReader({ locale })('1.500', 'auction')).to.deep.equal(bid(1_500))
      expect(createReader({ locale })('1,500', 'auction')).to.deep.equal(bid(1_500))
    }
  })
})
