import { minor, type Minor } from '../money.ts'
import { isDigitAt } from './charKind.ts'
import { GROUPING_MARK } from './rawSigns.ts'
import type { ChatterReason } from './reading.ts'

/** Digits with their separators: an amount in minor units, or why they are none. */
export type NumeralValue =
  { readonly amount: Minor; readonly fault: null } | { readonly amount: null; readonly fault: ChatterReason }

export interface Numeral {
  /** Index behind the last digit. */
  readonly end: number
  readonly value: NumeralValue
}

/** Enough for every amount the service handles, grouped in twos; what has more is no amount. */
const groupsMax = 8
const integerDigitsMax = 10
const decimalsMax = 2

const ARABIC_DECIMAL = '٫'
const SEPARATORS = new Set(['.', ',', '،', "'", GROUPING_MARK, '٬', ARABIC_DECIMAL, '⹁'])
/** Separators that a decimal point may be. The others only group. */
const DECIMAL_SEPARATORS = new Set(['.', ',', '،', ARABIC_DECIMAL])

const fault = (reason: ChatterReason): NumeralValue => ({ amount: null, fault: reason })

/** Reads the digits and separators that begin at `start`, where a digit stands. */
export function readNumeral(text: string, start: number): Numeral {
  const groups: string[] = []
  const separators: string[] = []
  let overflow = false
  let end = start
  for (;;) {
    const from = end
    while (isDigitAt(text, end)) end += 1
    if (groups.length < groupsMax) groups.push(text.slice(from, end))
    else overflow = true
    const separator = text.charAt(end)
    if (!SEPARATORS.has(separator) || !isDigitAt(text, end + 1)) break
    if (separators.length < groupsMax) separators.push(separator)
    end += 1
  }
  return { end, value: overflow ? fault('malformed_number') : interpret(groups, separators) }
}

function interpret(groups: readonly string[], separators: readonly string[]): NumeralValue {
  const last = separators.at(-1)
  if (last === undefined) return amountOf(groups, '')
  const earlier = separators.slice(0, -1)
  const tail = groups.at(-1) ?? ''
  if (earlier.length === 0) {
    if (isGroupingPoint(last, groups[0] ?? '', tail)) return amountOf(groups, '')
    return DECIMAL_SEPARATORS.has(last) ? amountOf(groups.slice(0, -1), tail) : fault('malformed_number')
  }
  const grouping = earlier[0] ?? ''
  if (grouping === ARABIC_DECIMAL || earlier.some((separator) => separator !== grouping))
    return fault('malformed_number')
  const hasDecimals = last !== grouping
  if (hasDecimals && !DECIMAL_SEPARATORS.has(last)) return fault('malformed_number')
  const integerGroups = hasDecimals ? groups.slice(0, -1) : groups
  return isGrouped(integerGroups, grouping)
    ? amountOf(integerGroups, hasDecimals ? tail : '')
    : fault('malformed_number')
}

/** A single separator groups thousands before exactly three digits, unless nothing but zero stands before it. */
const isGroupingPoint = (separator: string, head: string, tail: string): boolean =>
  separator !== ARABIC_DECIMAL && tail.length === 3 && !/^0*$/.test(head)

/** Thousands, or with commas the Indian way: three digits last, twos before. */
function isGrouped(groups: readonly string[], separator: string): boolean {
  const [first = '', ...rest] = groups
  if (first.length > 3 || first.startsWith('0')) return false
  if (rest.every((group) => group.length === 3)) return true
  const isIndian = rest.at(-1)?.length === 3 && rest.slice(0, -1).every((group) => group.length === 2)
  return separator === ',' && isIndian && first.length <= 2
}

function amountOf(groups: readonly string[], decimals: string): NumeralValue {
  const integer = groups.join('')
  if (decimals.length > decimalsMax) return fault('too_many_decimals')
  if (integer.length > integerDigitsMax) return fault('too_large')
  return { amount: minor(Number(integer) * 100 + Number(decimals.padEnd(2, '0'))), fault: null }
}
