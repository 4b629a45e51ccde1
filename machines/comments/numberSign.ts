import { CURRENCY, kindAt, OTHER, SPACE } from './charKind.ts'
import type { ChatterReason } from './reading.ts'
import { MONEY } from './roles.ts'
import type { Scan } from './scan.ts'
import { rolesOf } from './token.ts'

export const MINUS = new Set(['-', '−', '‐', '‒', '–'])
const PLUS = new Set(['+', '±'])

/** The sign that stands before a number. */
interface Sign {
  readonly start: number
  readonly fault: ChatterReason | null
}

/** The index behind the last sign before `at` that is no space. */
function behindSpaces(text: string, at: number): number {
  let end = at
  while (kindAt(text, end - 1) === SPACE) end -= 1
  return end
}

/** A plus counts with a space behind it too (`+ 50` raises), a minus only when it touches: `me - 150` is a pause. */
export function signBefore(text: string, start: number): Sign {
  const before = text.charAt(start - 1)
  if (MINUS.has(before)) return { start: start - 1, fault: 'negative' }
  const plus = behindSpaces(text, start) - 1
  return PLUS.has(text.charAt(plus)) ? { start: plus, fault: 'signed' } : { start, fault: null }
}

/** A plus behind a number or money adds to it: the sign before belongs to the text, so that `1+1` and `$+1` are not `+1`. */
export function sumStart({ text, tokens }: Scan, plus: number): number {
  const last = tokens.at(-1)
  if (last?.kind !== 'number' && last?.kind !== 'code' && (rolesOf(last) & MONEY) === 0) return plus
  const before = kindAt(text, plus - 1)
  if (before !== SPACE && before !== OTHER) return plus - 1
  return kindAt(text, plus + 1) === SPACE ? behindSpaces(text, plus) - 1 : plus
}

/** `.50` may be a half or a slip for 50, so it is neither; an ellipsis before a number is just talk. */
export function leadingPoint(text: string, start: number): ChatterReason | null {
  const before = text.charAt(start - 1)
  if (before !== '.' && before !== ',') return null
  const outer = kindAt(text, start - 2)
  return start === 1 || outer === SPACE || outer === CURRENCY ? 'malformed_number' : null
}
