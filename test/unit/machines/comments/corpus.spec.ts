import { expect } from 'chai'
import { CHATTER_REASONS, createReader, type Mode } from '../../../../machines/comments/index.ts'
import { languages } from '../../../../machines/comments/words/index.ts'
import { loadCorpus, writeReading, type CorpusLine } from '../../../comments/corpus.ts'

const MODES: readonly Mode[] = ['auction', 'fixed_price']
const linesMin = 600

describe('the corpus of comments', () => {
  const corpus = loadCorpus()
  const read = createReader({})
  const misread = ({ place, text, expected, why }: CorpusLine): string[] =>
    MODES.flatMap((mode) => {
      const got = writeReading(read(text, mode))
      return got === expected[mode]
        ? []
        : [`${place} ${text} (${mode}): ${got}, not ${expected[mode]}: ${why}`]
    })

  const wrong = corpus.flatMap(misread)
  const readings = corpus.length * MODES.length
  const score = `${String(readings - wrong.length)} of ${String(readings)} readings right, ${String(corpus.length)} comments`

  it(`is read as its writers meant: ${score}`, () => {
    expect(wrong).to.deep.equal([])
  })

  it('is large enough to mean something', () => {
    expect(corpus.length).to.be.at.least(linesMin)
  })

  it('has a file for every language that is read', () => {
    const covered = new Set(corpus.map(({ place }) => place.split('.', 1)[0]))
    // Persian lives in the Arabic file: the two share a script, and confusing them is what must be tested.
    expect(Object.keys(languages).filter((code) => !covered.has(code))).to.deep.equal(['fa'])
  })

  it('holds every comment once', () => {
    const texts = corpus.map(({ place, text }) => `${place.split(':', 1)[0] ?? ''} ${text}`)
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).to.deep.equal([])
  })

  it('shows every reason why a comment is chatter', () => {
    const shown = new Set(corpus.map(({ expected }) => expected.auction.replace('chatter ', '')))
    // A comment that is too long would not fit a line; the hostile texts cover it.
    expect(CHATTER_REASONS.filter((reason) => !shown.has(reason))).to.deep.equal(['too_long'])
  })
})
