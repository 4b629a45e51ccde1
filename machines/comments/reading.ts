import type { Minor } from '../money.ts'

/** How the running item is sold; it decides whether an amount or a claim phrase weighs more. */
export type Mode = 'auction' | 'fixed_price'

/** The part of a shop's settings that bears on reading. */
export interface ReadingSettings {
  /** Replaces the default claim phrases of all languages; an empty list means that nothing is a claim. */
  readonly claimKeywords?: readonly string[]
  /** BCP 47. Consulted only for words that mean different things in different languages. */
  readonly locale?: string
  /** ISO 4217. Consulted only for signs that mean money in one currency alone, such as `150e` for euros. */
  readonly currency?: string
}

/** Why a comment is neither claim nor bid. The list is closed: pages and documents translate every code. */
export const CHATTER_REASONS = [
  'empty',
  'too_long',
  'question',
  'negation',
  'no_amount',
  'several_amounts',
  'too_many_words',
  'unit',
  'percentage',
  'time',
  'fraction_or_date',
  'negative',
  'signed',
  'glued_letters',
  'malformed_number',
  'too_many_decimals',
  'too_large',
] as const

export type ChatterReason = (typeof CHATTER_REASONS)[number]

/**
 * What a comment says. A claim is a claim in either mode, and an amount that is no claim is a bid in either mode:
 * whether the running item takes it is the item's decision.
 */
export type Reading =
  | { readonly kind: 'claim' }
  | { readonly kind: 'bid'; readonly amount: Minor }
  | { readonly kind: 'chatter'; readonly reason: ChatterReason }
