import type { Minor } from '../money.ts'
import { BID, FILLER, MONEY, PERCENT, SIZE, UNIT } from './roles.ts'
import type { Lexicon } from './lexicon.ts'
import type { ChatterReason } from './reading.ts'
import { scaleAmount } from './scaleAmount.ts'
import { rolesOf, type NumberToken, type Token } from './token.ts'

/** The one amount of a comment, or why it has none. */
export type AmountVerdict =
  | { readonly amount: Minor; readonly reason: null }
  | { readonly amount: null; readonly reason: ChatterReason }

const otherWordsMax = 2

const none = (reason: ChatterReason): AmountVerdict => ({ amount: null, reason })

/**
 * Exactly one number, said once or repeated, that nothing beside it makes a measure, with hardly a word around.
 * `claimNumbers` are the numbers and codes that claim phrases are made of.
 */
export function findAmount(
  tokens: readonly Token[],
  lexicon: Lexicon,
  claimNumbers: ReadonlySet<string>,
): AmountVerdict {
  let found: AmountVerdict = none('no_amount')
  for (const [index, token] of tokens.entries()) {
    if (isClaimNumber(token, claimNumbers)) continue
    const value = token.kind === 'number' ? amountAt(tokens, index, token, lexicon) : codeFault(token)
    if (value === null) continue
    if (value.reason !== null) return value
    if (found.amount !== null && found.amount !== value.amount) return none('several_amounts')
    found = value
  }
  if (found.amount === null) return found
  return hasRoomForAmount(tokens) ? found : none('too_many_words')
}

/** `+1` and codes that claim are no attempt at an amount, so that `+1 150` is like `mine 150`. */
const isClaimNumber = (token: Token, claimNumbers: ReadonlySet<string>): boolean =>
  (token.kind === 'code' || (token.kind === 'number' && token.fault !== null)) && claimNumbers.has(token.text)

const codeFault = (token: Token): AmountVerdict | null =>
  token.kind === 'code' ? none('glued_letters') : null

function amountAt(
  tokens: readonly Token[],
  index: number,
  token: NumberToken,
  lexicon: Lexicon,
): AmountVerdict {
  if (token.fault !== null) return none(token.fault)
  const beside = rolesBeside(tokens, index, -1) | rolesBeside(tokens, index, 1)
  if ((beside & PERCENT) !== 0) return none('percentage')
  const factor = factorBehind(tokens, index, lexicon)
  if (factor === null || (beside & (UNIT | SIZE)) !== 0) return none('unit')
  const scaled = scaleAmount(token.amount, factor)
  return scaled.fault === null ? { amount: scaled.amount, reason: null } : none(scaled.fault)
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
 * The multiplier word behind a number, as in `2 bin`; null when one stands there and yet other words go on, since the
 * same letters are ordinary words elsewhere (German "150 bin dabei").
 */
function factorBehind(tokens: readonly Token[], index: number, lexicon: Lexicon): number | null {
  const next = tokens[index + 1]
  const factor = next?.kind === 'word' ? lexicon.multipliers.get(next.text) : undefined
  if (factor === undefined || next === undefined) return 1
  const isClear = tokens.every(
    (token) => token === next || token.kind !== 'word' || (token.roles & (MONEY | BID)) !== 0,
  )
  return isClear ? factor : null
}

function hasRoomForAmount(tokens: readonly Token[]): boolean {
  let words = 0
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' || isMoneyBesideNumber(tokens, index)) continue
    if ((token.roles & BID) !== 0) return true
    words += token.words
  }
  return words <= otherWordsMax
}

const isMoneyBesideNumber = (tokens: readonly Token[], index: number): boolean =>
  (rolesOf(tokens[index]) & MONEY) !== 0 &&
  (tokens[index - 1]?.kind === 'number' || tokens[index + 1]?.kind === 'number')
