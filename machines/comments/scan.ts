import type { Lexicon } from './lexicon.ts'
import type { Token } from './token.ts'

/** Comments that hold more words and numbers than this are chatter; no platform's live comment comes near. */
export const tokensMax = 256

/** One pass over folded text: where it stands, and what it has found. */
export interface Scan {
  readonly text: string
  readonly lexicon: Lexicon
  readonly tokens: Token[]
  at: number
  /** The stretch of money signs and words last seen, so that a number that touches it sees the sign before it: `-$50`. */
  moneyStart: number
  moneyEnd: number
  /** Where the last multiplier that touched its number ended, so that `1k5` is known for one number. */
  multiplierEnd: number
  /** How many tokens there were when the present run of signs without space began. */
  tokensBeforeRun: number
}

export const beginScan = (text: string, lexicon: Lexicon): Scan => ({
  text,
  lexicon,
  tokens: [],
  at: 0,
  moneyStart: -1,
  moneyEnd: -1,
  multiplierEnd: -1,
  tokensBeforeRun: 0,
})

/** Extends the stretch of money by what stands from `start` to the present place. */
export function noteMoney(scan: Scan, start: number): void {
  if (scan.moneyEnd !== start) scan.moneyStart = start
  scan.moneyEnd = scan.at
}

/** Skips to `end`, and takes back what the present run has given so far: it was the beginning of an address. */
export function dropRun(scan: Scan, end: number): void {
  scan.tokens.length = Math.min(scan.tokens.length, scan.tokensBeforeRun)
  scan.at = end
}
