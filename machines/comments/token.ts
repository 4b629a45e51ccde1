import type { Minor } from '../money.ts'
import type { ChatterReason } from './reading.ts'

/** Letters: a word, or a stretch without spaces that no word list knows and that counts as about so many words. */
export interface Word {
  readonly kind: 'word'
  readonly text: string
  readonly roles: number
  readonly words: number
}

/** Digits grown together with letters, such as `42L` or `x2`: never an amount, perhaps a size or an item's code. */
export interface Code {
  readonly kind: 'code'
  readonly text: string
}

/** A number, or what looks like one and cannot be an amount. */
export type NumberToken =
  | {
      readonly kind: 'number'
      readonly text: string
      /** Already multiplied by `factor`. */
      readonly amount: Minor
      readonly fault: null
      /** The multiplier that touches the number, such as `k`; 1 when none does. */
      readonly factor: number
      /** Touches the multiplier of the number before it: the `5` of `1k5`. */
      readonly continues: boolean
      /** Punctuation parts it from the word behind, so that nothing there multiplies it. */
      readonly pause: boolean
    }
  | { readonly kind: 'number'; readonly text: string; readonly amount: null; readonly fault: ChatterReason }

/** A sign that says what the number beside it is: money, a percentage, an ordinal. */
export interface Mark {
  readonly kind: 'mark'
  readonly text: string
  readonly roles: number
}

export type Token = Word | Code | NumberToken | Mark

export const rolesOf = (token: Token | undefined): number =>
  token?.kind === 'word' || token?.kind === 'mark' ? token.roles : 0
