import type { ChatterReason } from './reading.ts'

/** Each reason as a sentence for the people who build and debug; what sellers see is translated by their page. */
export const REASON_TEXT: Readonly<Record<ChatterReason, string>> = {
  empty: 'nothing is left once mentions, hashtags, addresses, emoji and punctuation are gone',
  too_long: 'no live comment is this long',
  question: 'a question is neither claim nor bid',
  negation: 'a word denies or rejects',
  no_amount: 'there is neither a number nor a claim phrase in the right place',
  several_amounts: 'there are several numbers, and they differ',
  too_many_words: 'more than two other words stand around the number, and none of them announces a bid',
  unit: 'the number beside a size, unit or count is no amount',
  percentage: 'the number is a percentage',
  time: 'the number is a time',
  fraction_or_date: 'the number is a fraction or a date',
  negative: 'the number is negative',
  signed: 'the number has a plus sign',
  glued_letters: 'the number has grown together with letters that are neither money nor a multiplier',
  malformed_number: 'the separators make no number',
  too_many_decimals: 'the number has more than two decimals',
  too_large: 'the number has more than ten digits before its decimal point',
}
