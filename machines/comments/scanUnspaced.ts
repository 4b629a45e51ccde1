import { kindAt, UNSPACED } from './charKind.ts'
import { MONEY } from './roles.ts'
import { noteMoney, tokensMax, type Scan } from './scan.ts'

/** Letters of a script without spaces that make about one word. */
const lettersAWord = 3

/** Takes the longest known word at each place; what no list knows in between is one token of several words. */
export function scanUnspaced(scan: Scan): void {
  const { text, lexicon, tokens } = scan
  let unknown = scan.at
  while (kindAt(text, scan.at) === UNSPACED && tokens.length <= tokensMax) {
    const { at } = scan
    const word = lexicon.unspaced.get(text.charCodeAt(at))?.find((known) => text.startsWith(known, at))
    if (word === undefined) {
      scan.at += 1
      continue
    }
    pushUnknown(scan, unknown, at)
    const roles = lexicon.roles.get(word) ?? 0
    tokens.push({ kind: 'word', text: word, roles, words: 1 })
    scan.at = heldEnd(text, at + word.length)
    unknown = scan.at
    if ((roles & MONEY) !== 0) noteMoney(scan, at)
  }
  pushUnknown(scan, unknown, scan.at)
}

const HELD_SIGN = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hiragana}]/u
const SMALL_KANA = new Set('ぁぃぅぇぉっ')

/** Skips what only holds the word before: `เอาาา`, `ほしいい`, `ほしいっ`. In Chinese a repeated sign is a word again. */
function heldEnd(text: string, wordEnd: number): number {
  const last = text.charAt(wordEnd - 1)
  let end = wordEnd
  while (text.charAt(end) === last && HELD_SIGN.test(last)) end += 1
  while (SMALL_KANA.has(text.charAt(end))) end += 1
  return end
}

function pushUnknown({ text, tokens }: Scan, start: number, end: number): void {
  if (end === start) return
  tokens.push({
    kind: 'word',
    text: text.slice(start, end),
    roles: 0,
    words: Math.ceil((end - start) / lettersAWord),
  })
}
