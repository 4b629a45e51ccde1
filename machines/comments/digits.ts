/**
 * The zeros of the decimal digits that compatibility normalisation leaves as they are; each is followed by its one
 * to nine. A test compares the list with the Unicode version of the running engine.
 */
const ZEROS = [
  0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50,
  0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40,
  0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0x104a0, 0x10d30, 0x10d40, 0x11066, 0x110f0,
  0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x116d0, 0x116da, 0x11730, 0x118e0, 0x11950,
  0x11bf0, 0x11c50, 0x11d50, 0x11da0, 0x11de0, 0x11f50, 0x16130, 0x16a60, 0x16ac0, 0x16b50, 0x16d70, 0x1e140,
  0x1e2f0, 0x1e4f0, 0x1e5f1, 0x1e950,
]

/** Ones of the circled digits drawn white on black or in bold, which normalisation does not know as digits. */
const CIRCLED_ONES = [0x24f5, 0x2776, 0x2780, 0x278a]
const CIRCLED_ZEROS = [0x24ff, 0x1f10b, 0x1f10c]

const FOREIGN_DIGIT =
  /[[\p{Nd}--[0-9]]\u24f5-\u24fd\u24ff\u2776-\u277e\u2780-\u2788\u278a-\u2792\u{1f10b}\u{1f10c}]/gv

/** Every decimal digit of any script, and every circled one, as its ASCII digit. */
export const asciiDigits = (text: string): string => text.replace(FOREIGN_DIGIT, asciiDigit)

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  if (CIRCLED_ZEROS.includes(code)) return '0'
  for (const one of CIRCLED_ONES) if (code >= one && code < one + 9) return String(code - one + 1)
  return String(code - zeroAtOrBelow(code))
}

/** The last zero that is not above `code`, found by halving. */
function zeroAtOrBelow(code: number): number {
  let low = 0
  let high = ZEROS.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((ZEROS[middle] ?? 0) <= code) low = middle
    else high = middle - 1
  }
  return ZEROS[low] ?? 0
}
