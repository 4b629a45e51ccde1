import { isClaimNumber } from './claimNumber.ts'
import { FILLER, MONEY, SIZE } from './roles.ts'
import { outweighsClaim, phraseAt, phrasesAt, type Phrases } from './phrases.ts'
import type { Lexicon } from './lexicon.ts'
import { isMultiplierWord } from './spoken.ts'
import type { Token, Word, Code, NumberToken } from './token.ts'

const claimWordsMax = 4
const codeSignsMax = 3

type Claimable = Word | Code | NumberToken

/** Whether the words claim the item: a claim phrase at either end, or a weaker one with nothing but filler around. */
export function isClaim(tokens: readonly Token[], phrases: Phrases, lexicon: Lexicon): boolean {
  const said = tokens.filter(
    (token, index): token is Claimable =>
      isClaimWord(tokens, index, phrases) && !isMultiplierWord(tokens, index, lexicon),
  )
  const count = said.reduce((sum, token) => sum + (token.kind === 'word' ? token.words : 1), 0)
  if (count > Math.max(claimWordsMax, phrases.longest)) return false
  const words = said.map((token) => token.text)
  const whole = phraseAt(phrases.claims, words, 0)
  if (count > claimWordsMax) return whole?.words.length === words.length
  if (words.some((_, at) => outweighsClaim(phrases.notClaims, phrases, words, at))) return false
  return isAtAnEnd(said, words, phrases) || isAmongFiller(said, words, phrases)
}

/** Numbers are not words, unless a claim phrase is written with that very number, as `+1` is. */
const isClaimWord = (tokens: readonly Token[], index: number, phrases: Phrases): boolean => {
  const token = tokens[index]
  return token?.kind === 'word' || token?.kind === 'code' || isClaimNumber(tokens, index, phrases.numbers)
}

function isAtAnEnd(said: readonly Claimable[], words: readonly string[], phrases: Phrases): boolean {
  let first = 0
  while (first < said.length && isFiller(said[first]) && phraseAt(phrases.claims, words, first) === undefined)
    first += 1
  if (startsClaim(words, first, phrases)) return true
  let end = words.length
  while (end > 0 && isFiller(said[end - 1]) && !endsClaim(words, end, phrases)) end -= 1
  return endsClaim(words, end, phrases)
}

const startsClaim = (words: readonly string[], at: number, { claims }: Phrases): boolean =>
  phrasesAt(claims, words, at).some((phrase) => phrase.place === 'either_end')

function endsClaim(words: readonly string[], end: number, { claims }: Phrases): boolean {
  for (let at = 0; at < end; at += 1) {
    const ends = phrasesAt(claims, words, at).some(
      (phrase) => phrase.place !== 'among_filler' && at + phrase.words.length === end,
    )
    if (ends) return true
  }
  return false
}

function isAmongFiller(said: readonly Claimable[], words: readonly string[], phrases: Phrases): boolean {
  let found = false
  for (let at = 0; at < words.length;) {
    const phrase = phraseAt(phrases.claims, words, at)
    if (phrase !== undefined) {
      found = true
      at += phrase.words.length
    } else if (isFiller(said[at]) || isItemCode(said[at])) at += 1
    else return false
  }
  return found
}

const isFiller = (token: Claimable | undefined): boolean =>
  token?.kind === 'word' && (token.roles & (FILLER | SIZE | MONEY)) !== 0

/** The words that make a claim, which stand in no amount's way: `I'll take it for 150`. */
export function claimedWords(tokens: readonly Token[], phrases: Phrases): ReadonlySet<Token> {
  const said = tokens.filter((token, index): token is Claimable => isClaimWord(tokens, index, phrases))
  const words = said.map((token) => token.text)
  const claimed = new Set<Token>()
  for (let at = 0; at < words.length;) {
    const length = phraseAt(phrases.claims, words, at)?.words.length ?? 0
    for (const token of said.slice(at, at + length)) claimed.add(token)
    at += Math.max(length, 1)
  }
  return claimed
}

/** `A12`, `x2`, `42L`, or a letter alone. */
const isItemCode = (token: Claimable | undefined): boolean =>
  token?.kind === 'code'
    ? token.text.replaceAll('-', '').length <= codeSignsMax
    : /^[a-z]$/.test(token?.text ?? '')
