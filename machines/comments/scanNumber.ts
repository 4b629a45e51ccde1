import { CURRENCY, isDigitAt, kindAt, LETTER, OTHER, SPACE, UNSPACED } from './charKind.ts'
import { BID, MONEY, NUMBER_ENDING } from './roles.ts'
import { readNumeral } from './numeral.ts'
import { GROUPING_MARK } from './rawSigns.ts'
import type { ChatterReason } from './reading.ts'
import { scaleAmount } from './scaleAmount.ts'
import { noteMoney, type Scan } from './scan.ts'
import { abbreviationEnd, codeEnd, joinsWords, lettersEnd, scanCode } from './scanWord.ts'
import { rolesOf } from './token.ts'

const MINUS = new Set(['-', '−', '‐', '‒', '–'])
const SLASH = new Set(['/', '⁄', '∕'])
const COLON = new Set([':', '∶'])
const ARITHMETIC = new Set(['+', '*', '×', '÷', '=', '^'])
const PAUSE = new Set(['.', ',', '!', ';', '…', '。', '、'])
const PLUS = new Set(['+', '±'])
/** All that may stand between a sign and its number; a grouping space that groups nothing is one of them. */
const SPACES = new RegExp(`[\\s${GROUPING_MARK}]`, 'g')

/** Reads the number at `scan.at` with all that touches it, and pushes one token for it. */
export function scanNumber(scan: Scan): void {
  const { text, tokens } = scan
  const start = scan.at
  const numeral = readNumeral(text, start)
  scan.at = numeral.end
  const money = scan.moneyEnd === start ? scan.moneyStart : start
  const sign = signBefore(text, money)
  const further = continuation(scan)
  const broken = sign.fault ?? leadingPoint(text, start) ?? further
  const touching = touchingLetters(scan)
  if (broken !== null) {
    const from = sign.fault === 'signed' ? sumStart(scan, sign.start) : sign.start
    scan.at = brokenEnd(scan, touching)
    tokens.push({
      kind: 'number',
      text: text.slice(from, scan.at).replace(SPACES, ''),
      amount: null,
      fault: broken,
    })
    return
  }
  if (touching === 'glued') {
    scanCode(scan, start)
    return
  }
  const value =
    numeral.value.fault === null ? scaleAmount(numeral.value.amount, touching.factor) : numeral.value
  const said = { kind: 'number', text: text.slice(start, numeral.end) } as const
  if (value.fault === null)
    tokens.push({
      ...said,
      ...value,
      factor: touching.factor,
      continues: scan.multiplierEnd === start,
      pause: PAUSE.has(text.charAt(touching.end)),
    })
  else tokens.push({ ...said, ...value })
  scan.at = touching.end
  if (touching.factor > 1 && touching.money === null) scan.multiplierEnd = touching.end
  if (touching.money !== null) {
    tokens.push({ kind: 'word', text: touching.money, roles: MONEY, words: 1 })
    noteMoney(scan, numeral.end)
  }
}

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
function signBefore(text: string, start: number): Sign {
  const before = text.charAt(start - 1)
  if (MINUS.has(before)) return { start: start - 1, fault: 'negative' }
  const plus = behindSpaces(text, start) - 1
  return PLUS.has(text.charAt(plus)) ? { start: plus, fault: 'signed' } : { start, fault: null }
}

/** A plus behind a number or money adds to it: the sign before belongs to the text, so that `1+1` and `$+1` are not `+1`. */
function sumStart({ text, tokens }: Scan, plus: number): number {
  const last = tokens.at(-1)
  if (last?.kind !== 'number' && last?.kind !== 'code' && (rolesOf(last) & MONEY) === 0) return plus
  const before = kindAt(text, plus - 1)
  if (before !== SPACE && before !== OTHER) return plus - 1
  return kindAt(text, plus + 1) === SPACE ? behindSpaces(text, plus) - 1 : plus
}

/** What changes a number that is no amount belongs to its text, so that `+1k`, `+1kg` and `+1*2` are not `+1`. */
function brokenEnd({ text, at }: Scan, touching: Touching | 'glued'): number {
  if (touching === 'glued') return codeEnd(text, at)
  if (ARITHMETIC.has(text.charAt(at)) && isDigitAt(text, at + 1)) return at + 1
  return touching.factor > 1 || touching.money !== null ? touching.end : at
}

/** `.50` may be a half or a slip for 50, so it is neither; an ellipsis before a number is just talk. */
function leadingPoint(text: string, start: number): ChatterReason | null {
  const before = text.charAt(start - 1)
  if (before !== '.' && before !== ',') return null
  const outer = kindAt(text, start - 2)
  return start === 1 || outer === SPACE || outer === CURRENCY ? 'malformed_number' : null
}

/** What goes on behind the number with digits again: times, dates, ranges, telephone numbers, sums. */
function continuation(scan: Scan): ChatterReason | null {
  const { text } = scan
  const next = text.charAt(scan.at)
  if (next === '+') return 'signed'
  const fault = continuationFault(next)
  if (fault === null || !isDigitAt(text, scan.at + 1)) return null
  while (
    isDigitAt(text, scan.at) ||
    (continuationFault(text.charAt(scan.at)) !== null && isDigitAt(text, scan.at + 1))
  ) {
    scan.at += 1
  }
  return fault
}

function continuationFault(sign: string): ChatterReason | null {
  if (COLON.has(sign)) return 'time'
  if (SLASH.has(sign)) return 'fraction_or_date'
  return MINUS.has(sign) ? 'several_amounts' : null
}

interface Touching {
  readonly end: number
  readonly factor: number
  readonly money: string | null
}

/** Letters right behind the number: a multiplier, money, both, or a case ending; all others glue it into a code. */
function touchingLetters(scan: Scan): Touching | 'glued' {
  const { text, lexicon, at } = scan
  const apostrophe = text.charAt(at) === "'" && kindAt(text, at + 1) === LETTER
  const dash = MINUS.has(text.charAt(at)) && kindAt(text, at + 1) === LETTER
  const from = apostrophe || dash ? at + 1 : at
  const kind = kindAt(text, from)
  if (kind === UNSPACED) return unspacedMultiplier(scan)
  if (kind !== LETTER) return { end: at, factor: 1, money: null }
  const abbreviation = moneyAbbreviation(scan, from)
  if (abbreviation !== null) return abbreviation
  const end = lettersEnd(text, from)
  const letters = text.slice(from, end).replace(/'/g, '')
  if (kindAt(text, end) === UNSPACED) return 'glued'
  if (isDigitAt(text, end)) return betweenDigits(lexicon.multipliers.get(letters), from, at, end)
  const roles = lexicon.roles.get(letters) ?? 0
  if ((roles & MONEY) !== 0) return { end, factor: 1, money: letters }
  if (apostrophe && (roles & NUMBER_ENDING) !== 0) return { end, factor: 1, money: null }
  if (apostrophe || dash) return 'glued'
  return (
    multiplied(letters, end, lexicon) ?? (joinsWords(text, from) ? joined(letters, at, lexicon) : 'glued')
  )
}

/** Money shortened to letters with full stops between: `150ج.م`. */
function moneyAbbreviation({ text, lexicon }: Scan, from: number): Touching | null {
  const end = abbreviationEnd(text, from)
  const letters = text.slice(from, end).replaceAll('.', '')
  if (letters.length < 2 || ((lexicon.roles.get(letters) ?? 0) & MONEY) === 0) return null
  return isDigitAt(text, end) ? null : { end, factor: 1, money: letters }
}

/** Korean sets spaces as it pleases: a bid or claim word may follow the number, or its money, without one. */
function joined(letters: string, at: number, lexicon: Scan['lexicon']): Touching | 'glued' {
  for (let length = 0; length < Math.min(letters.length, multiplierLettersMax); length += 1) {
    const word = letters.slice(length)
    if (((lexicon.roles.get(word) ?? 0) & BID) === 0 && !lexicon.claimWords.has(word)) continue
    const head = letters.slice(0, length)
    if (head === '') return { end: at, factor: 1, money: null }
    const rest = multiplied(head, at + length, lexicon)
    if (rest !== null) return rest
    if (((lexicon.roles.get(head) ?? 0) & MONEY) !== 0) return { end: at + length, factor: 1, money: head }
  }
  return 'glued'
}

/** `1만5천`: a multiplier may stand between two numbers, which then are one. All other letters glue them into a code. */
const betweenDigits = (
  factor: number | undefined,
  from: number,
  at: number,
  end: number,
): Touching | 'glued' => (factor === undefined || from !== at ? 'glued' : { end, factor, money: null })

/** Longer letters behind a number are no multiplier, with or without money. */
const multiplierLettersMax = 16

function multiplied(letters: string, end: number, lexicon: Scan['lexicon']): Touching | null {
  if (letters.length > multiplierLettersMax) return null
  for (let length = letters.length; length > 0; length -= 1) {
    const factor = lexicon.multipliers.get(letters.slice(0, length))
    const money = letters.slice(length)
    if (factor === undefined) continue
    if (money === '') return { end, factor, money: null }
    if (((lexicon.roles.get(money) ?? 0) & MONEY) !== 0) return { end, factor, money }
  }
  return null
}

function unspacedMultiplier({ text, lexicon, at }: Scan): Touching {
  const factor = lexicon.multipliers.get(text.charAt(at))
  return factor === undefined ? { end: at, factor: 1, money: null } : { end: at + 1, factor, money: null }
}
