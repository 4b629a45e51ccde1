/** Roles of a word, combined as bits: one word of several languages may have several. */
export const BID = 1
export const NEGATION = 2
export const SIZE = 4
export const UNIT = 8
export const MONEY = 16
export const FILLER = 32
export const PERCENT = 64
export const NUMBER_ENDING = 128
/** A preposition that some languages write together with the number behind it. */
export const NUMBER_BEGINNING = 1024
/** Asks at the end of a comment. */
export const ASKING_END = 256
/** Asks at the end of a comment, right behind a number. */
export const ASKING_AFTER_NUMBER = 512
/** Measures the number right before it, and no other. */
export const UNIT_BEHIND = 2048
/** At the beginning of a comment, denies the number right behind it. */
export const NEGATION_AHEAD = 4096
