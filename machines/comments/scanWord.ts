import { CURRENCY, isDigitAt, isLetterAt, kindAt, LETTER } from './charKind.ts'
import { knownWord } from './knownWord.ts'
import { BID, MONEY, NUMBER_BEGINNING } from './roles.ts'
import { afterAddress } from './passage.ts'
import { dropRun, noteMoney, type Scan } from './scan.ts'

const claimWordLettersMin = 4

/** Letters before a money sign that name the country: `US$`, `R$`, `UK£`. */
const COUNTRY_PREFIXES = new Set('us u uk r a au c ca co s nt hk nz mx ar rd tt j b bz cl'.split(' '))

/** The sign of Peru's money, which is written with letters: `S/ 150`. */
const SOLES = 's/'

const isApostrophe = (text: string, at: number): boolean => text.charAt(at) === "'"
const isDash = (text: string, at: number): boolean => text.charAt(at) === '-'

/** The index behind the letters from `at` on; an apostrophe between letters belongs to them. */
export function lettersEnd(text: string, at: number): number {
  let end = at
  while (
    kindAt(text, end) === LETTER ||
    (end > at && isApostrophe(text, end) && kindAt(text, end + 1) === LETTER)
  ) {
    end += 1
  }
  return end
}

/** Reads the word at the present place, or the address or code that it begins. */
export function scanWord(scan: Scan): void {
  const { text, lexicon } = scan
  const start = scan.at
  const letters = lettersEnd(text, start)
  const end = letters === start + 1 ? abbreviationEnd(text, start) : letters
  const raw = text.slice(start, end)
  const address = afterAddress(text, raw, end)
  if (address !== end) {
    dropRun(scan, address)
    return
  }
  const word = knownWord(raw, lexicon)
  const roles = lexicon.roles.get(word) ?? 0
  scan.at = end
  if (kindAt(text, end) === CURRENCY && COUNTRY_PREFIXES.has(word)) {
    noteMoney(scan, start)
    return
  }
  if (word === 's' && text.charAt(end) === '/') {
    scan.at += 1
    scan.tokens.push({ kind: 'mark', text: SOLES, roles: MONEY })
    noteMoney(scan, start)
    return
  }
  const isMoney = (roles & MONEY) !== 0
  if ((roles & NUMBER_BEGINNING) !== 0 && isDigitAt(text, end)) return
  const standsAlone = isMoney || (joinsWords(text, start) && (roles & BID) !== 0)
  if (!standsAlone && goesOnWithDigits(text, end)) {
    if (isPlainClaimWord(word, lexicon)) {
      scan.tokens.push({ kind: 'word', text: word, roles, words: 1 })
      scanCode(scan, isDash(text, end) ? end + 1 : end)
    } else scanCode(scan, start)
    return
  }
  scan.tokens.push({ kind: 'word', text: word, roles, words: 1 })
  if (isMoney) noteMoney(scan, start)
}

const HANGUL = /\p{Script=Hangul}/u

/** Korean sets spaces as it pleases: `150드릴게요` and `입찰150` are no codes. */
export const joinsWords = (text: string, at: number): boolean => HANGUL.test(text.charAt(at))

/** `cf` and its like are no syllables, so that nothing else is meant by `cf1`. */
const ABBREVIATION = /^[b-df-hj-np-tv-z]{2,}$/

/** `mine38` claims size 38 in a hurry; of shorter words (`me2`) that would be a guess. The digits are never an amount. */
const isPlainClaimWord = (word: string, lexicon: Scan['lexicon']): boolean =>
  (word.length >= claimWordLettersMin || ABBREVIATION.test(word)) && lexicon.claimWords.has(word)

/** Single letters with full stops or dashes between, as in `p.m.`, `ج.م.` or `р-р`, are one word. */
export function abbreviationEnd(text: string, start: number): number {
  let end = start + 1
  while (joinsLetters(text, end) && kindAt(text, end + 1) === LETTER && kindAt(text, end + 2) !== LETTER)
    end += 2
  return end
}

const joinsLetters = (text: string, at: number): boolean => text.charAt(at) === '.' || isDash(text, at)

const goesOnWithDigits = (text: string, at: number): boolean =>
  isDigitAt(text, at) || (isDash(text, at) && isDigitAt(text, at + 1))

/** The index behind the letters, digits and dashes between them from `start` on. */
export function codeEnd(text: string, start: number): number {
  let end = start
  while (isCodeSign(text, end) || (isDash(text, end) && isCodeSign(text, end + 1))) end += 1
  return end
}

/** Takes letters, digits and the dashes between them from `start` on as one code. */
export function scanCode(scan: Scan, start: number): void {
  const { text } = scan
  const end = codeEnd(text, start)
  scan.tokens.push({ kind: 'code', text: text.slice(start, end) })
  scan.at = end
}

const isCodeSign = (text: string, at: number): boolean => isDigitAt(text, at) || isLetterAt(text, at)
