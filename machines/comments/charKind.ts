/** What the scanner needs to know about a sign. */
export const OTHER = 1
export const SPACE = 2
export const DIGIT = 3
/** Letter of a script that puts spaces between words. */
export const LETTER = 4
/** Letter of a script that writes words without spaces: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
export const UNSPACED = 5
export const CURRENCY = 6

export type CharKind = 1 | 2 | 3 | 4 | 5 | 6

/** U+2800 is an empty braille cell; U+2063 stands for a grouping space, which is a space wherever it groups nothing. */
const SPACE_SIGN = /[\s\p{Cc}\u2800\u2063]/u
const CURRENCY_SIGN = /\p{Sc}/u
const LETTER_SIGN = /[\p{L}\p{M}\p{N}]/u
const UNSPACED_SIGN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u

function classify(sign: string): CharKind {
  if (sign >= '0' && sign <= '9') return DIGIT
  if (SPACE_SIGN.test(sign)) return SPACE
  if (CURRENCY_SIGN.test(sign)) return CURRENCY
  if (!LETTER_SIGN.test(sign)) return OTHER
  return UNSPACED_SIGN.test(sign) ? UNSPACED : LETTER
}

/** Kinds by UTF-16 code unit; 0 where not asked yet. Asking a regular expression for every sign would be too slow. */
const known = new Uint8Array(0x1_0000)

/** The kind of the sign at `index`, where folded text has ASCII digits alone; OTHER beyond the end. */
export function kindAt(text: string, index: number): CharKind {
  const unit = text.charCodeAt(index)
  if (Number.isNaN(unit)) return OTHER
  const kind = known[unit] as CharKind | 0
  if (kind !== 0) return kind
  if (unit >= 0xd800 && unit <= 0xdfff) return astralKind(text, index)
  return (known[unit] = classify(String.fromCharCode(unit)))
}

/** Signs of two code units, first or second; a lone half is OTHER. */
function astralKind(text: string, index: number): CharKind {
  const isSecond = (text.charCodeAt(index) & 0xfc00) === 0xdc00
  const code = text.codePointAt(isSecond ? index - 1 : index) ?? 0
  return code > 0xffff ? classify(String.fromCodePoint(code)) : OTHER
}

export const isDigitAt = (text: string, index: number): boolean => {
  const unit = text.charCodeAt(index)
  return unit >= 0x30 && unit <= 0x39
}

export const isLetterAt = (text: string, index: number): boolean => {
  const kind = kindAt(text, index)
  return kind === LETTER || kind === UNSPACED
}
