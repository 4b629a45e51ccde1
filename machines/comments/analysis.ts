import { findAmount, type AmountVerdict } from './amount.ts'
import { claimedWords, isClaim } from './claim.ts'
import { foldText, visibleText } from './fold.ts'
import { createLexicon, type Lexicon } from './lexicon.ts'
import { createPhrases, outweighsClaim, phraseAt, type Phrases } from './phrases.ts'
import { hasQuestionMark } from './rawSigns.ts'
import type { ChatterReason, Mode, Reading, ReadingSettings } from './reading.ts'
import { tokensMax } from './scan.ts'
import { tokenise } from './tokenise.ts'
import { ASKING_AFTER_NUMBER, ASKING_END, FILLER, MONEY, NEGATION, NEGATION_AHEAD } from './roles.ts'
import { rolesOf, type Token } from './token.ts'

/** The words of one shop, compiled. */
export interface Vocabulary {
  readonly lexicon: Lexicon
  readonly phrases: Phrases
}

export function createVocabulary(settings: ReadingSettings): Vocabulary {
  const lexicon = createLexicon(settings)
  return { lexicon, phrases: createPhrases(settings, lexicon) }
}

/** Everything that the reading of one comment found out on its way; later findings are absent when an earlier one decides. */
export interface Analysis {
  readonly reading: Reading
  /** The raw text has a question mark. */
  readonly questionMark: boolean
  readonly folded?: string
  readonly tokens?: readonly Token[]
  readonly amount?: AmountVerdict
  readonly claim?: boolean
}

/** UTF-16 code units; live comments end at 150 to 2 200 on the platforms. Longer texts are neither claim nor bid. */
const visibleSignsMax = 4_000

const chatter = (reason: ChatterReason): Reading => ({ kind: 'chatter', reason })

/** The whole reading, in the order of its steps. Total, and linear in the length of the text. */
export function analyse(text: string, mode: Mode, { lexicon, phrases }: Vocabulary): Analysis {
  if (hasQuestionMark(text)) return { reading: chatter('question'), questionMark: true }
  const visible = visibleText(text)
  if (visible.length > visibleSignsMax) return { reading: chatter('too_long'), questionMark: false }
  const folded = foldText(visible)
  const tokens = tokenise(folded, lexicon)
  const refusal = refusalOf(tokens, phrases)
  if (refusal !== null) return { reading: chatter(refusal), questionMark: false, folded, tokens }
  const claim = isClaim(tokens, phrases, lexicon)
  const amount = findAmount(
    tokens,
    lexicon,
    phrases.numbers,
    claim ? claimedWords(tokens, phrases) : NO_WORDS,
  )
  return { reading: decide(mode, amount, claim), questionMark: false, folded, tokens, amount, claim }
}

const NO_WORDS: ReadonlySet<Token> = new Set()

/** What makes a comment neither claim nor bid, whatever else it holds. */
function refusalOf(tokens: readonly Token[], phrases: Phrases): ChatterReason | null {
  if (tokens.length === 0) return 'empty'
  if (tokens.length > tokensMax) return 'too_many_words'
  if (opensQuestion(tokens, phrases)) return 'question'
  if (isDenied(tokens, phrases)) return 'negation'
  if (endsQuestion(tokens)) return 'question'
  return isTelephone(tokens) ? 'signed' : null
}

function isDenied(tokens: readonly Token[], { denials }: Phrases): boolean {
  if (tokens.some((token) => (rolesOf(token) & NEGATION) !== 0)) return true
  if ((rolesOf(tokens[0]) & NEGATION_AHEAD) !== 0 && tokens[1]?.kind === 'number') return true
  if (!tokens.some((token) => denials.has(token.text))) return false
  const words = tokens.map((token) => token.text)
  return words.some((_, at) => phraseAt(denials, words, at) !== undefined)
}

const telephoneDigitsMin = 7
/** Signs of a North American number, the last of which may be spelled as a word. */
const telephoneSigns = 10

/** `+1 555 123 4567` and `+1 800 FLOWERS` begin like a claim and go on like a telephone number. */
function isTelephone(tokens: readonly Token[]): boolean {
  const sign = tokens.findIndex((token) => token.kind === 'number' && token.fault === 'signed')
  if (sign === -1) return false
  let digits = 0
  for (const token of tokens.slice(sign + 1)) {
    if (token.kind !== 'number') return digits > 0 && isSpelledEnd(token, telephoneSigns - digits)
    digits += token.text.replace(/\D/g, '').length
    if (digits >= telephoneDigitsMin) return true
  }
  return false
}

const isSpelledEnd = (token: Token, signs: number): boolean =>
  token.kind === 'word' && token.roles === 0 && /^[a-z]+$/.test(token.text) && token.text.length === signs

function opensQuestion(tokens: readonly Token[], phrases: Phrases): boolean {
  const opening = tokens.slice(0, questionWordsMax).map((token) => token.text)
  return outweighsClaim(phrases.questions, phrases, opening, 0)
}

/** Polite words may follow the one that asks: Thai `เอาไหมคะ`. */
function endsQuestion(tokens: readonly Token[]): boolean {
  const asking = tokens.findLastIndex((token) => (rolesOf(token) & (FILLER | ASKING_END)) !== FILLER)
  if (tokens.length > 1 && (rolesOf(tokens[asking]) & ASKING_END) !== 0) return true
  return (rolesOf(tokens.at(-1)) & ASKING_AFTER_NUMBER) !== 0 && isAmountLike(tokens.at(-2))
}

const isAmountLike = (token: Token | undefined): boolean =>
  token?.kind === 'number' || (rolesOf(token) & MONEY) !== 0

const questionWordsMax = 4

/** An auction listens for amounts first, a fixed price for claims. */
function decide(mode: Mode, amount: AmountVerdict, claim: boolean): Reading {
  const bid: Reading | null = amount.amount === null ? null : { kind: 'bid', amount: amount.amount }
  const claimed: Reading | null = claim ? { kind: 'claim' } : null
  const [first, second] = mode === 'auction' ? [bid, claimed] : [claimed, bid]
  return first ?? second ?? chatter(amount.reason ?? 'no_amount')
}
