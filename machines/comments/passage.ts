import { isDigitAt, isLetterAt, kindAt, SPACE } from './charKind.ts'

/** Parts of a comment that are skipped whole. Each function gives the index behind the part, or `at` when there is none. */

const isSpaceOrEnd = (text: string, at: number): boolean => at >= text.length || kindAt(text, at) === SPACE

export function spaceFrom(text: string, at: number): number {
  let end = at
  while (!isSpaceOrEnd(text, end)) end += 1
  return end
}

const isAscii = (text: string, at: number): boolean => text.charCodeAt(at) < 0x80

const isNameSign = (text: string, at: number): boolean =>
  isLetterAt(text, at) || isDigitAt(text, at) || text.charAt(at) === '_'

/**
 * `@name` or `#tag`. Names on the platforms are ASCII, so that a name ends where another script begins
 * (`@shop我要`); a name that begins in another script goes on to the next sign that is no letter. A tag takes the
 * letters of every script: all of `#live我要` is one.
 */
export function afterName(text: string, at: number): number {
  const first = at + 1
  if (!isNameSign(text, first)) return at
  const ascii = text.charAt(at) === '@' && isAscii(text, first)
  let end = first
  while ((isNameSign(text, end) || isInnerStop(text, end)) && (!ascii || isAscii(text, end))) end += 1
  return end
}

const isInnerStop = (text: string, at: number): boolean => text.charAt(at) === '.' && isNameSign(text, at + 1)

const DOMAINS = new Set(['com', 'net', 'org', 'shop', 'store', 'app', 'link', 'ly', 'gl', 'info'])

/** The host, path and all of an address such as `https://a.b/c`, `www.a.b` or `a.com/b`, whose first word is `word`. */
export function afterAddress(text: string, word: string, behindWord: number): number {
  if (text.startsWith('://', behindWord)) return spaceFrom(text, behindWord)
  if (text.charAt(behindWord) !== '.' || !isLetterAt(text, behindWord + 1)) return behindWord
  let end = behindWord + 1
  while (isLetterAt(text, end)) end += 1
  const isAddress = word === 'www' || DOMAINS.has(text.slice(behindWord + 1, end)) || text.charAt(end) === '/'
  return isAddress ? spaceFrom(text, end) : behindWord
}

/** The rest of an e-mail address from its `@` on, when a name stands before it and a domain behind it. */
export function afterMailDomain(text: string, at: number): number {
  if (at === 0 || !isNameSign(text, at - 1) || !isNameSign(text, at + 1)) return at
  const end = afterName(text, at)
  return text.slice(at, end).includes('.') ? end : at
}

const EYES = new Set([':', ';', '='])
const MOUTHS = new Set(['d', 'p', 'o', 's', 'x', 'c', '3'])

/** Faces and hearts drawn with letters and digits, which would read as such: `:D`, `:3`, `<3`. */
export function afterEmoticon(text: string, at: number): number {
  if (text.charAt(at) === '<') return afterHeart(text, at)
  if (!EYES.has(text.charAt(at)) || (at > 0 && !isSpaceOrEnd(text, at - 1))) return at
  const mouth = text.charAt(at + 1) === '-' ? at + 2 : at + 1
  if (!MOUTHS.has(text.charAt(mouth))) return at
  let end = mouth
  while (text.charAt(end) === text.charAt(mouth)) end += 1
  return isSpaceOrEnd(text, end) ? end : at
}

function afterHeart(text: string, at: number): number {
  let end = text.charAt(at + 1) === '/' ? at + 2 : at + 1
  const first = end
  while (text.charAt(end) === '3') end += 1
  const isHeart = end > first && !isDigitAt(text, end) && !isLetterAt(text, end)
  return isHeart && text.charAt(end) !== '.' && text.charAt(end) !== ',' ? end : at
}
