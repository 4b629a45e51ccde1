import { expect } from 'chai'
import fc from 'fast-check'
import { cleanText, normaliseUsername, usernameSkeleton } from '../../../../machines/comments/index.ts'

describe('a username', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['Ayse', 'ayse'],
    ['  @Ayse ', 'ayse'],
    ['@@ayse', '@ayse'],
    ['ＡＹＳＥ', 'ayse'],
    ['Ａ\u030a', 'å'],
    ['can_', 'can_'],
    ['аyse', 'аyse'],
  ]
  for (const [raw, normal] of cases) {
    it(`${JSON.stringify(raw)} is looked up as ${JSON.stringify(normal)}`, () => {
      expect(normaliseUsername(raw)).to.equal(normal)
    })
  }

  it('that is normalised stays as it is, unless another @ comes to the front', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (raw) => {
        const once = normaliseUsername(raw)
        fc.pre(!once.startsWith('@'))
        expect(normaliseUsername(once)).to.equal(once)
      }),
    )
  })
})

describe('a username skeleton', () => {
  const alike: readonly (readonly [string, string])[] = [
    ['ayse', 'аyse'], // Cyrillic а
    ['ayse', 'ауѕе'], // all Cyrillic
    ['ayşe', 'ayse'],
    ['can', 'can_'],
    ['can.k', 'cank'],
    ['bob', 'b0b'],
    ['lena', '1ena'],
    ['Lena', 'Iena'],
    ['moira', 'rnoira'],
    ['wendy', 'vvendy'],
    ['ｌｅｎａ', 'lena'],
    ['elena', 'εlεnα'],
  ]
  for (const [one, other] of alike) {
    it(`is the same for ${one} and ${other}, which stay two people`, () => {
      expect(normaliseUsername(one)).not.to.equal(normaliseUsername(other).toUpperCase())
      expect(usernameSkeleton(one)).to.equal(usernameSkeleton(other))
    })
  }

  it('differs for names that differ', () => {
    const names = ['ayse', 'fatma', 'can', 'jan', 'lena', 'elena', 'mehmet', '小明', '小红', 'สมชาย']
    expect(new Set(names.map(usernameSkeleton)).size).to.equal(names.length)
  })
})

describe('clean text', () => {
  it('has no U+0000, no half sign and no space around', () => {
    expect(cleanText(' \u0000150\ud800 tl\u0000 ')).to.equal('150\ufffd tl')
  })

  it('is left alone when there is nothing to clean', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (raw) => {
        const clean = cleanText(raw)
        expect(cleanText(clean)).to.equal(clean)
        expect(clean)
          .to.satisfy((text: string) => text.isWellFormed())
          .and.not.contain('\0')
      }),
    )
  })
})
