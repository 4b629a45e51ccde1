import { expect } from 'chai'
import { createReader } from '../../../../machines/comments/index.ts'
import { asciiDigits } from '../../../../machines/comments/digits.ts'
import { foldWord } from '../../../../machines/comments/lexicon.ts'
import { languages } from '../../../../machines/comments/words/index.ts'
import { entries } from '../../../../machines/comments/words/language.ts'

const SINGLE_WORD_LISTS = [
  'bids',
  'sizes',
  'units',
  'unitsBehind',
  'negations',
  'questionEndings',
  'numberEndings',
] as const

for (const [code, language] of Object.entries(languages)) {
  describe(`the word lists of ${code}`, () => {
    it('hold single words where single words are asked for', () => {
      const phrases = SINGLE_WORD_LISTS.flatMap((list) => entries(language[list])).filter((entry) =>
        /\s/.test(entry),
      )
      expect(phrases).to.deep.equal([])
    })

    it('hold no word that folds to nothing', () => {
      const all = Object.values(language).flatMap((list) => (typeof list === 'string' ? entries(list) : []))
      expect(all.filter((entry) => foldWord(entry) === '')).to.deep.equal([])
    })

    it('have claim phrases that claim', () => {
      const read = createReader({ locale: code })
      const phrases = entries([language.claims, language.claimsAtEnd, language.weakClaims].join(','))
      expect(phrases.filter((phrase) => read(phrase, 'fixed_price').kind !== 'claim')).to.deep.equal([])
    })

    it('have sayings that do not claim', () => {
      const read = createReader({ locale: code })
      expect(
        entries(language.notClaims).filter((phrase) => read(phrase, 'fixed_price').kind === 'claim'),
      ).to.deep.equal([])
    })

    it('have bid words that carry an amount, and negations that take it away', () => {
      const read = createReader({ locale: code })
      expect(
        entries(language.bids).filter((word) => read(`${word} 150`, 'auction').kind !== 'bid'),
      ).to.deep.equal([])
      expect(
        entries(language.negations).filter((word) => read(`${word} 150`, 'auction').kind === 'bid'),
      ).to.deep.equal([])
    })
  })
}

describe('the decimal digits', () => {
  it('are known for every script of the running Unicode version', () => {
    const unknown: string[] = []
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const sign = String.fromCodePoint(code)
      if (!/\p{Nd}/u.test(sign)) continue
      const digit = asciiDigits(sign.normalize('NFKC'))
      const isNext =
        code === 0x30 || !/\p{Nd}/u.test(String.fromCodePoint(code - 1))
          ? digit === '0'
          : /^[0-9]$/.test(digit)
      if (!isNext) unknown.push(code.toString(16))
    }
    expect(unknown).to.deep.equal([])
  })
})
