import { isDigitAt } from './charKind.ts'
import { leadingPoint, MINUS, signBefore, sumStart } from './numberSign.ts'
import { MONEY } from './roles.ts'
import { readNumeral } from './numeral.ts'
import type { ChatterReason } from './reading.ts'
import { scaleAmount } from './scaleAmount.ts'
import { noteMoney, type Scan } from './scan.ts'
import { codeEnd, scanCode } from './scanWord.ts'
import { touchingLetters, type Touching } from './touching.ts'

const SLASH = new Set(['/', '⁄', '∕'])
const COLON = new Set([':', '∶'])
const ARITHMETIC = new Set(['+', '*', '×', '÷', '=', '^'])
const PAUSE = new Set(['.', ',', '!', ';', '…', '。', '、'])
/** All that may stand between a sign and its number; a grouping space that groups nothing is one of them. */
const SPACES = /[\s\u2063]/g

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

/** What changes a number that is no amount belongs to its text, so that `+1k`, `+1kg` and `+1*2` are not `+1`. */
function brokenEnd({ text, at }: Scan, touching: Touching | 'glued'): number {
  if (touching === 'glued') return codeEnd(text, at)
  if (ARITHMETIC.has(text.charAt(at)) && isDigitAt(text, at + 1)) return at + 1
  return touching.factor > 1 || touching.money !== null ? touching.end : at
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
