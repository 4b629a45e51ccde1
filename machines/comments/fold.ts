import { asciiDigits } from './digits.ts'
import { GROUPING_MARK, GROUPING_SPACE } from './rawSigns.ts'

const NOT_ASCII = /[^\0-\x7f]/

/** Zero-width and other format signs, variation marks, invisible fillers. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\u034f\u115f\u1160\u3164\uffa0]+/gu

const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]+/gu

/**
 * Marks that only decorate a letter: the Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowel signs, and the
 * keycap. Marks that make another letter (Indic and Thai vowels, the Japanese voicing marks) stay.
 */
const ACCENT =
  /[[[\p{Mn}\p{Me}]&&[\p{Script=Inherited}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309a]]+/gv

/** No word of any language stacks more marks than this; ordering a longer pile would take quadratic time. */
const MARK_PILE = /(\p{M}{8})\p{M}+/gu

const APOSTROPHE = /[\u00b4\u02bc\u2018\u2019\u201b\u2032\u055a]/g

/** A raised digit behind a digit is an exponent or a footnote; without the sign between, 10² would become 102. */
const EXPONENT = /(?<=[0-9])(?=[²³¹⁰⁴-⁹₀-₉])/g

/** Hebrew marks an abbreviation before its last letter: `ש"ח` is one word. */
const QUOTE = /["״]|''/
const HEBREW_QUOTE = /(?<=\p{Script=Hebrew})(?:["״]|'')(?=\p{Script=Hebrew})/gu

/** A long mark in Hiragana only holds the sound: `ほしいー` is `ほしい`. In Katakana it makes another word. */
const HOLDING = /[ー〜～~]/
const HELD_KANA = /(?<=\p{Script=Hiragana})[ー〜～~]+/gu

/** Vietnam's money, which folding would turn into an ordinary d that glues the number into a code: `150đ`, `150kđ`. */
const DONG_LETTER = /đ/i
const DONG = /(?<=\p{Nd}k?)đ(?!\p{L})/giu

/** Letters that no decomposition reduces, and letters that people of one language use for each other. */
const LETTERS: Readonly<Record<string, string>> = {
  ı: 'i',
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ħ: 'h',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ٱ: 'ا',
  ـ: '',
}
const LETTER = /[ıßøđðłæœþħςىیکةٱـ]/g

/** The emoji that is read: `➕1` is `+1`. */
const PLUS = '\u2795'

/** The text without what nobody reads: white space around, invisible signs, emoji. */
export function visibleText(raw: string): string {
  const text = raw.trim()
  return NOT_ASCII.test(text) ? text.replaceAll(PLUS, '+').replace(INVISIBLE, '').replace(EMOJI, ' ') : text
}

/**
 * Visible text as the rest of the reading wants it: compatibility forms resolved, every digit ASCII, case and accents
 * folded. Takes time linear in the text's length, and never throws.
 */
export function foldText(visible: string): string {
  if (!NOT_ASCII.test(visible)) return visible.toLowerCase()
  const priced = DONG_LETTER.test(visible) ? visible.replace(DONG, '₫') : visible
  const marked = priced
    .replace(ACCENT, '')
    .replace(MARK_PILE, '$1')
    .replace(GROUPING_SPACE, GROUPING_MARK)
    .replace(APOSTROPHE, "'")
    .replaceAll('№', ' # ')
    .replace(EXPONENT, '^')
  const plain = marked.normalize('NFKD').replace(ACCENT, '').normalize('NFC').toLowerCase()
  const unheld = HOLDING.test(plain) ? plain.replace(HELD_KANA, '') : plain
  const unquoted = QUOTE.test(unheld) ? unheld.replace(HEBREW_QUOTE, '') : unheld
  return asciiDigits(unquoted.replace(LETTER, (letter) => LETTERS[letter] ?? letter))
}

/** Both steps in one, as words of the word lists and names take them: both sides of a comparison fold alike. */
export const fold = (raw: string): string => foldText(visibleText(raw))
