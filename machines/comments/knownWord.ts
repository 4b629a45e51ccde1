import type { Lexicon } from './lexicon.ts'

const STRETCHED = /(.)\1\1/
const STRETCH = /(.)\1{2,}/g
/** A doubled last letter is taken for stretching only in words this long: `offf` is one, `off` is none. */
const stretchedLettersMin = 5

/**
 * The word as the lists know it: apostrophes and full stops dropped, and letters that were held down
 * (`mineeee`, `aldımm`) set back to one when that makes a known word.
 */
export function knownWord(raw: string, lexicon: Lexicon): string {
  const word = raw.includes("'") || raw.includes('.') ? raw.replace(/['.]/g, '') : raw
  if (isKnown(word, lexicon)) return word
  if (STRETCHED.test(word)) {
    const relaxed = word.replace(STRETCH, '$1')
    if (isKnown(relaxed, lexicon)) return relaxed
  }
  if (word.length >= stretchedLettersMin && word.at(-1) === word.at(-2)) {
    const relaxed = word.slice(0, -1)
    if (isKnown(relaxed, lexicon)) return relaxed
  }
  return word
}

const isKnown = (word: string, lexicon: Lexicon): boolean =>
  lexicon.roles.has(word) || lexicon.claimWords.has(word) || lexicon.multipliers.has(word)
