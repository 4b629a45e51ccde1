import type { Lexicon } from './lexicon.ts'

const PUNCTUATION = /['.-]/
const PUNCTUATION_ALL = /['.-]/g

const STRETCHED = /(.)\1\1/
const STRETCH = /(.)\1{2,}/g
/** A doubled last letter is taken for stretching only in words this long: `offf` is one, `off` is none. */
const stretchedLettersMin = 5
/** A doubled vowel at the end is stretching in shorter words too: `mioo`. */
const STRETCHED_VOWEL = /^.{2,}([aeiou])\1$/

/** Letters said twice inside a word are stretching only when a claim comes out of it: `miine`, but not `tolle`. */
const DOUBLED = /(.)\1/
const DOUBLES = /(.)\1/g

/**
 * The word as the lists know it: apostrophes, full stops and dashes dropped, and letters that were held down
 * (`mineeee`, `aldımm`) set back to one when that makes a known word.
 */
export function knownWord(raw: string, lexicon: Lexicon): string {
  const word = PUNCTUATION.test(raw) ? raw.replace(PUNCTUATION_ALL, '') : raw
  if (isKnown(word, lexicon)) return word
  return relaxations(word, lexicon) ?? word
}

/** Laughter and tears that Korean writes onto the last word: consonants and vowels that make no syllable. */
const JAMO = /[\u1100-\u11ff]/

function withoutJamo(word: string): string {
  let end = word.length
  while (end > 0 && JAMO.test(word.charAt(end - 1))) end -= 1
  return word.slice(0, end)
}

/** The softened ending of Korean: `살게용` is `살게요`. */
const SOFTENED = '용'

/** `minemine`, `저요저요저요`: a word said again without a space. Longer words are not looked at, as that would take too long. */
const REPEATED = /^(.{2,8}?)\1+$/u
const repeatedLettersMin = 4
const repeatedLettersMax = 40
const REPEATABLE = /^.{3,}$|\p{Script=Hangul}/u

function relaxations(word: string, lexicon: Lexicon): string | undefined {
  const relaxed: string[] = []
  if (STRETCHED.test(word)) relaxed.push(word.replace(STRETCH, '$1'))
  const isStretched = word.length >= stretchedLettersMin && word.at(-1) === word.at(-2)
  if (isStretched || STRETCHED_VOWEL.test(word)) relaxed.push(word.slice(0, -1))
  if (word.endsWith(SOFTENED)) relaxed.push(`${word.slice(0, -1)}요`)
  if (JAMO.test(word.charAt(word.length - 1))) relaxed.push(withoutJamo(word))
  const known = relaxed.find((candidate) => isKnown(candidate, lexicon))
  if (known !== undefined || word.length < repeatedLettersMin) return known
  const once = word.length > repeatedLettersMax ? undefined : REPEATED.exec(word)?.[1]
  if (once !== undefined && REPEATABLE.test(once) && lexicon.claimWords.has(once)) return once
  if (word.length < stretchedLettersMin || !DOUBLED.test(word)) return undefined
  const single = word.replace(STRETCH, '$1').replace(DOUBLES, '$1')
  return lexicon.claimWords.has(single) ? single : undefined
}

const isKnown = (word: string, lexicon: Lexicon): boolean =>
  lexicon.roles.has(word) || lexicon.claimWords.has(word) || lexicon.multipliers.has(word)
