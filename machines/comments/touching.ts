import { isDigitAt, kindAt, LETTER, UNSPACED } from './charKind.ts'
import { MINUS } from './numberSign.ts'
import { BID, MONEY, NUMBER_ENDING } from './roles.ts'
import type { Scan } from './scan.ts'
import { abbreviationEnd, joinsWords, lettersEnd } from './scanWord.ts'

/** What the letters right behind a number make of it. */
export interface Touching {
  readonly end: number
  readonly factor: number
  readonly money: string | null
}

/** Letters right behind the number: a multiplier, money, both, or a case ending; all others glue it into a code. */
export function touchingLetters(scan: Scan): Touching | 'glued' {
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
