/**
 * The words of one language that bear on reading a comment. Every list is one text with commas between its entries,
 * written as the language writes them: case, accents and apostrophes are folded when the lists are loaded.
 */
export interface Language {
  /** Phrases that make a claim wherever a comment begins or ends with them. */
  readonly claims?: string
  /** Claims at the end of a comment only, because in front they mean something else (Turkish `benim` = "my …"). */
  readonly claimsAtEnd?: string
  /** Everyday words that make a claim only when nothing else but filler stands beside them. */
  readonly weakClaims?: string
  /** Sayings that hold a claim phrase and are none: `sold out`, `mamma mia`. */
  readonly notClaims?: string
  /** Single words that announce an amount, however long the comment is. */
  readonly bids?: string
  /** Single words that deny or reject: the comment is neither claim nor bid. */
  readonly negations?: string
  /** Words that begin a comment and deny the number right behind them, and elsewhere mean something else (`nu 150`, but Dutch `150 nu`). */
  readonly negationsAhead?: string
  /** Phrases that deny, where the word that denies in them means something else elsewhere (Romanian `nu` is Dutch for now). */
  readonly denials?: string
  /** Phrases that make a question of the comment that begins with them, mark or not. */
  readonly questions?: string
  /** Words that make a question of a comment that ends with them. */
  readonly questionEndings?: string
  /** The same for words that ask only right behind a number (Turkish `150 mi`, where Spanish has `para mí`). */
  readonly questionEndingsAfterNumber?: string
  /** Single words for sizes, pieces and item numbers: a number beside one is no amount, but a claim may hold it. */
  readonly sizes?: string
  /** Single words for measures, time and people: a number beside one is no amount. */
  readonly units?: string
  /** Units that mean something else in front of a number or further behind it (`150, I like it`). */
  readonly unitsBehind?: string
  /** Single words for money, currency codes in common use among them. */
  readonly currencies?: string
  /** Words that multiply the number before them. */
  readonly multipliers?: Readonly<Record<string, number>>
  /** Polite pairs of words that multiply and measure nothing, whatever each word does: `150 mille grazie`, `bom dia 150`. */
  readonly courtesies?: string
  /** Pairs of words that make a percentage of the number before them: `50 pour cent`. */
  readonly percentages?: string
  /** Case endings that follow a number after an apostrophe and change nothing: `150'ye`. */
  readonly numberEndings?: string
  /** Prepositions written together with the number behind them, which change nothing (Arabic `ب150`). */
  readonly numberBeginnings?: string
  /** Polite and empty words that may surround a claim. */
  readonly fillers?: string
  /** Words that mean something else in another language: they hold only for shops whose locale is this language. */
  readonly local?: Omit<Language, 'local'>
}

/** The lists of a language that are one text each. */
export type WordList = Exclude<keyof Language, 'local' | 'multipliers'>

/** The entries of a list of words or phrases. */
export const entries = (list: string | undefined): string[] =>
  (list ?? '')
    .split(/[,،、]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
