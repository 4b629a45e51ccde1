import type { Minor } from '../money.ts'
import { isClaimNumber } from './claimNumber.ts'
import { BID, FILLER, MONEY, PERCENT, SIZE, UNIT, UNIT_BEHIND } from './roles.ts'
import type { Lexicon } from './lexicon.ts'
import type { ChatterReason } from './reading.ts'
import { isMultiplierWord, spokenAt, type Spoken } from './spoken.ts'
import { rolesOf, type NumberToken, type Token } from './token.ts'

/** The one amount of a comment, or why it has none. */
export type AmountVerdict =
  | { readonly amount: Minor; readonly reason: null }
  | { readonly amount: null; readonly reason: ChatterReason }

const otherWordsMax = 2

const none = (reason: ChatterReason): AmountVerdict => ({ amount: null, reason })

/**
 * Exactly one number, said once or repeated, that nothing beside it makes a measure, with hardly a word around.
 * `claimed` tells the words of a claim from the others; numbers and codes that claim phrases are made of are no amounts.
 */
export function findAmount(
  tokens: readonly Token[],
  lexicon: Lexicon,
  claimNumbers: ReadonlySet<string>,
  claimed: ReadonlySet<Token>,
): AmountVerdict {
  let found: AmountVerdict = none('no_amount')
  for (let index = 0, end = 1; index < tokens.length; index = end, end += 1) {
    const token = tokens[index]
    if (token === undefined || isNoAttempt(tokens, index, claimNumbers)) continue
    const spoken =
      token.kind === 'number' && token.fault === null ? spokenAt(tokens, index, token, lexicon) : null
    const value =
      token.kind === 'number' ? amountAt(tokens, index, token, spoken, lexicon, claimed) : codeFault(token)
    if (value === null) continue
    if (value.reason !== null) return value
    if (found.amount !== null && found.amount !== value.amount) return none('several_amounts')
    found = value
    end = spoken?.end ?? end
  }
  if (found.amount === null) return found
  return hasRoomForAmount(tokens, lexicon, claimed) ? found : none('too_many_words')
}

/** `+1` and codes that claim are no attempt at an amount, so that `+1 150` is like `mine 150`. */
const isNoAttempt = (tokens: readonly Token[], index: number, claimNumbers: ReadonlySet<string>): boolean => {
  const token = tokens[index]
  return (token?.kind !== 'number' || token.fault !== null) && isClaimNumber(tokens, index, claimNumbers)
}

const codeFault = (token: Token): AmountVerdict | null =>
  token.kind === 'code' ? none('glued_letters') : null

function amountAt(
  tokens: readonly Token[],
  index: number,
  token: NumberToken,
  spoken: Spoken | null,
  lexicon: Lexicon,
  claimed: ReadonlySet<Token>,
): AmountVerdict {
  if (token.fault !== null) return none(token.fault)
  if (spoken === null) return none('too_large')
  const beside =
    rolesBeside(tokens, index, -1) | rolesBeside(tokens, index, 1) | rolesBeside(tokens, spoken.end - 1, 1)
  if ((beside & PERCENT) !== 0) return none('percentage')
  const behind = rolesOf(tokens[spoken.end]) | rolesOf(tokens[index + 1])
  if ((behind & UNIT_BEHIND) !== 0) return none('unit')
  if ((beside & (UNIT | SIZE)) !== 0 || (spoken.hasWord && !isClear(tokens, lexicon, claimed)))
    return none('unit')
  return { amount: spoken.amount, reason: null }
}

/** Roles of the next token in the given direction that is neither money nor filler: `50 por ciento`, `150 TL kg`. */
function rolesBeside(tokens: readonly Token[], index: number, step: 1 | -1): number {
  let at = index + step
  while (isPassedOver(rolesOf(tokens[at]))) at += step
  return rolesOf(tokens[at])
}

const isPassedOver = (roles: number): boolean =>
  (roles & MONEY) !== 0 || ((roles & FILLER) !== 0 && (roles & (UNIT | SIZE | PERCENT)) === 0)

/**
 * A multiplier that is a word of its own, as in `150 ribu`, counts only when nothing unknown stands around it. When it
 * is an everyday word of another language, only money and bid words may: German "150 bin ich dabei" is no 150,000.
 */
function isClear(tokens: readonly Token[], { multipliers }: Lexicon, claimed: ReadonlySet<Token>): boolean {
  const isMultiplier = (token: Token): boolean => token.kind === 'word' && multipliers.has(token.text)
  const isEveryday = tokens.some((token) => isMultiplier(token) && (rolesOf(token) & FILLER) !== 0)
  const harmless = isEveryday ? MONEY | BID : MONEY | BID | FILLER
  return tokens.every(
    (token) =>
      token.kind !== 'word' ||
      (token.roles & harmless) !== 0 ||
      isMultiplier(token) ||
      (!isEveryday && claimed.has(token)),
  )
}

function hasRoomForAmount(tokens: readonly Token[], lexicon: Lexicon, claimed: ReadonlySet<Token>): boolean {
  let words = 0
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' || isMoneyBesideNumber(tokens, index) || claimed.has(token)) continue
    if (isMultiplierWord(tokens, index, lexicon)) continue
    if ((token.roles & BID) !== 0) return true
    words += token.words
  }
  return words <= otherWordsMax
}

const isMoneyBesideNumber = (tokens: readonly Token[], index: number): boolean =>
  (rolesOf(tokens[index]) & MONEY) !== 0 &&
  (tokens[index - 1]?.kind === 'number' || tokens[index + 1]?.kind === 'number')
