import { MONEY, PERCENT, UNIT, UNIT_BEHIND } from './roles.ts'
import { rolesOf, type Token } from './token.ts'

/**
 * Whether a claim phrase is made of the number or code at `index`, as one is of `+1`. A signed number that money, a
 * percentage or a measure follows only adds to it: `+1 TL` claims nothing.
 */
export function isClaimNumber(
  tokens: readonly Token[],
  index: number,
  claimNumbers: ReadonlySet<string>,
): boolean {
  const token = tokens[index]
  if ((token?.kind !== 'number' && token?.kind !== 'code') || !claimNumbers.has(token.text)) return false
  const isSigned = token.kind === 'number' && token.fault === 'signed'
  return !isSigned || (rolesOf(tokens[index + 1]) & (MONEY | PERCENT | UNIT | UNIT_BEHIND)) === 0
}
