import { expect } from 'chai'
import fc from 'fast-check'
import {
  CHATTER_REASONS,
  createReader,
  explainComment,
  readComment,
  type Mode,
  type Reading,
} from '../../../../machines/comments/index.ts'
import { hasQuestionMark } from '../../../../machines/comments/rawSigns.ts'
import { MINOR_MAX } from '../../../../machines/money.ts'
import { loadCorpus } from '../../../comments/corpus.ts'

const read = createReader({})
const texts = loadCorpus().map(({ text }) => text)
const mode = fc.constantFrom<Mode>('auction', 'fixed_price')
const comment = fc.constantFrom(...texts)

/** Any pictograph of Unicode, sometimes with a skin tone or the emoji mark, save the ones that ask. */
const emoji = fc
  .tuple(fc.integer({ min: 0xa9, max: 0x1faff }), fc.constantFrom('', '\ufe0f', '\u{1f3fd}'))
  .map(([code, mark]) => String.fromCodePoint(code) + mark)
  .filter((sign) => /^\p{Extended_Pictographic}/u.test(sign) && !hasQuestionMark(sign))

const QUESTION_MARKS = [
  '?',
  '¿',
  '\u037e',
  '՞',
  '؟',
  '፧',
  '⁇',
  '⁈',
  '⁉',
  '❓',
  '？',
  '︖',
  '﹖',
  '꘏',
  '⸮',
  '‽',
]

/** Checks that what `change` makes of any comment of the corpus is read like the comment itself. */
const unchangedBy = <T>(
  name: string,
  extra: fc.Arbitrary<T>,
  change: (text: string, extra: T) => string,
): void => {
  it(name, () => {
    fc.assert(
      fc.property(comment, mode, extra, (text, how, given) => {
        expect(read(change(text, given), how)).to.deep.equal(read(text, how))
      }),
      { numRuns: 3_000 },
    )
  })
}

describe('a reading does not change', () => {
  const spaces = fc
    .array(fc.constantFrom(' ', '\t', '\n', '\u3000'), { minLength: 1, maxLength: 5 })
    .map((all) => all.join(''))

  unchangedBy('by an emoji behind', emoji, (text, sign) => text + sign)
  unchangedBy('by an emoji in front', emoji, (text, sign) => sign + text)
  unchangedBy('by emoji between its words', emoji, (text, sign) => text.replaceAll(' ', ` ${sign} `))
  unchangedBy('by white space around', spaces, (text, space) => space + text + space)
  unchangedBy('by more white space between its words', spaces, (text, space) =>
    text.replaceAll(' ', ` ${space}`),
  )
  unchangedBy('by capitals', fc.constant(null), (text) => text.toUpperCase())
  unchangedBy('by small letters', fc.constant(null), (text) => text.toLowerCase())
  unchangedBy(
    'by a mention in front',
    fc.constantFrom('@shop', '@lena.k', '@_x9'),
    (text, name) => `${name} ${text}`,
  )
  unchangedBy(
    'by a mention behind',
    fc.constantFrom('@shop', '@lena.k', '@_x9'),
    (text, name) => `${text} ${name}`,
  )
  unchangedBy(
    'by a hashtag',
    fc.constantFrom('#live', '#sale2024', '#canlıyayın'),
    (text, tag) => `${text} ${tag}`,
  )
  unchangedBy('by exclamation marks', fc.constantFrom('!', '!!!', '！', ' !'), (text, marks) => text + marks)
  unchangedBy(
    'by invisible signs',
    fc.constantFrom('\u200b', '\u200f', '\ufeff', '\u2060', '\u00ad'),
    (text, sign) => Array.from(text, (letter) => sign + letter).join(''),
  )
  unchangedBy('by normalisation', fc.constantFrom('NFC', 'NFD'), (text, form) =>
    text.includes('\u037e') ? text : text.normalize(form),
  )
})

describe('a question mark', () => {
  it('of any script makes chatter of every comment, wherever it stands', () => {
    fc.assert(
      fc.property(comment, mode, fc.constantFrom(...QUESTION_MARKS), fc.nat(), (text, how, mark, at) => {
        const index = at % (text.length + 1)
        const asked = text.slice(0, index) + mark + text.slice(index)
        expect(read(asked, how)).to.deep.equal({ kind: 'chatter', reason: 'question' })
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('any text', () => {
  const words =
    'mine sold me not 150 1.500 +1 -5 % 10:30 1/2 k tl size x2 @a #a http://a <3 :d 我要 เอา \u0301 \u200d \u00a0 \' " . ,'
  const pieces = fc.array(
    fc.oneof(fc.constantFrom(...words.split(' ')), fc.string({ unit: 'binary', maxLength: 3 })),
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    pieces.map((all) => all.join('')),
    pieces.map((all) => all.join(' ')),
  )
  const isReading = (reading: Reading): boolean => {
    if (reading.kind === 'chatter') return CHATTER_REASONS.includes(reading.reason)
    return (
      reading.kind === 'claim' ||
      (reading.amount >= 0 && reading.amount <= MINOR_MAX && Number.isInteger(reading.amount))
    )
  }

  it('has a reading', () => {
    fc.assert(
      fc.property(text, mode, (given, how) => isReading(read(given, how))),
      { numRuns: 5_000 },
    )
  })

  it('is explained as it is read, whatever the settings', () => {
    const settings = fc.record({
      claimKeywords: fc.array(fc.string({ unit: 'binary', maxLength: 8 }), { maxLength: 4 }),
      locale: fc.constantFrom('en', 'tr-TR', 'vi', 'xx', ''),
      currency: fc.constantFrom('EUR', 'VND', 'ZZZ', ''),
    })
    fc.assert(
      fc.property(text, mode, settings, (given, how, chosen) => {
        const reading = readComment(given, how, chosen)
        expect(isReading(reading)).to.equal(true)
        expect(explainComment(given, how, chosen).reading).to.deep.equal(reading)
      }),
      { numRuns: 500 },
    )
  })
})
