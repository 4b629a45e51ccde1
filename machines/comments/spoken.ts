import { minor, MINOR_MAX, type Minor } from '../money.ts'
import type { Lexicon } from './lexicon.ts'
import type { NumberToken, Token } from './token.ts'

type Amount = Extract<NumberToken, { readonly fault: null }>

/** A number as it is said, with the multiplier that touches or follows it, or several that make one: `1 juta 500 ribu`. */
export interface Spoken {
  readonly amount: Minor
  /** Index of the token behind. */
  readonly end: number
  /** A multiplier stands in it as a word of its own. */
  readonly hasWord: boolean
}

/** A multiplier that is a word of its own belongs to the number before it, unless punctuation parts the two. */
export const isMultiplierWord = (
  tokens: readonly Token[],
  index: number,
  { multipliers }: Lexicon,
): boolean => {
  const before = tokens[index - 1]
  const token = tokens[index]
  if (before?.kind !== 'number' || (before.fault === null && before.pause)) return false
  return token?.kind === 'word' && multipliers.has(token.text)
}

interface Part extends Spoken {
  readonly factor: number
}

/** The number that begins at `index`; null when it is larger than any amount. */
export function spokenAt(
  tokens: readonly Token[],
  index: number,
  first: Amount,
  lexicon: Lexicon,
): Spoken | null {
  let whole = partAt(tokens, index, first, lexicon)
  for (let last: Token = first; whole !== null;) {
    const next = tokens[whole.end]
    if (next?.kind !== 'number' || next.fault !== null || !isWhole(last) || !isWhole(next)) break
    const part = partAt(tokens, whole.end, next, lexicon)
    if (part === null) break
    const more = addend(whole, part, next)
    if (more === null) break
    whole = { ...part, amount: minor(whole.amount + more), hasWord: whole.hasWord || part.hasWord }
    last = next
  }
  return whole
}

const isWhole = (token: Token): boolean => /^\d+$/.test(token.text)

function partAt(tokens: readonly Token[], index: number, token: Amount, lexicon: Lexicon): Part | null {
  const factor = isMultiplierWord(tokens, index + 1, lexicon)
    ? lexicon.multipliers.get(tokens[index + 1]?.text ?? '')
    : undefined
  if (factor === undefined)
    return { amount: token.amount, end: index + 1, hasWord: false, factor: token.factor }
  const amount = token.amount * factor
  return amount > MINOR_MAX ? null : { amount: minor(amount), end: index + 2, hasWord: true, factor }
}

const million = 1_000_000
const tenThousand = 10_000

/**
 * What a number adds to the one before it, or null when the two are two. Digits behind a multiplier go on where it
 * ends: `1万5千`, `2 bin 500`; a single digit that touches is a tenth of it, as in `1tr5`, and three behind millions
 * are thousands.
 */
function addend(before: Part, part: Part, { text, continues }: Amount): number | null {
  const { factor } = before
  if (factor === 1) return null
  if (part.factor > 1) return part.amount < factor * 100 ? part.amount : null
  if (!continues && !before.hasWord) return null
  if (text.length === 1) return continues ? (part.amount * factor) / 10 : null
  if (text.length < 3 || part.amount >= factor * 100) return null
  if (factor <= tenThousand) return part.amount
  return factor === million && text.length === 3 ? part.amount * 1_000 : null
}
