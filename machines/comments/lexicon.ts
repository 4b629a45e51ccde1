import { kindAt, UNSPACED } from './charKind.ts'
import { fold } from './fold.ts'
import type { ReadingSettings } from './reading.ts'
import * as role from './roles.ts'
import { languages, localWords } from './words/index.ts'
import { entries, type Language, type WordList } from './words/language.ts'

/** All words of all languages, as one shop reads them. */
export interface Lexicon {
  readonly roles: ReadonlyMap<string, number>
  readonly multipliers: ReadonlyMap<string, number>
  /** Roles of two words that are read as one, by the first and then by the second. */
  readonly pairs: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Every word of every claim phrase, so that stretched ones are known again. */
  readonly claimWords: ReadonlySet<string>
  /** Words of scripts without spaces by their first code unit, longest first. */
  readonly unspaced: ReadonlyMap<number, readonly string[]>
}

interface GrowingLexicon extends Lexicon {
  readonly roles: Map<string, number>
  readonly multipliers: Map<string, number>
  readonly pairs: Map<string, ReadonlyMap<string, number>>
  readonly claimWords: Set<string>
  readonly unspaced: Map<number, readonly string[]>
}

const ROLES_BY_LIST = [
  ['bids', role.BID],
  ['negations', role.NEGATION],
  ['sizes', role.SIZE],
  ['units', role.UNIT],
  ['unitsBehind', role.UNIT_BEHIND],
  ['negationsAhead', role.NEGATION_AHEAD],
  ['currencies', role.MONEY],
  ['fillers', role.FILLER],
  ['questionEndings', role.ASKING_END],
  ['questionEndingsAfterNumber', role.ASKING_AFTER_NUMBER],
  ['numberEndings', role.NUMBER_ENDING],
  ['numberBeginnings', role.NUMBER_BEGINNING],
] as const satisfies readonly (readonly [WordList, number])[]

const PHRASE_LISTS = [
  'claims',
  'claimsAtEnd',
  'weakClaims',
  'notClaims',
  'denials',
  'questions',
] as const satisfies WordList[]

/** The languages that a shop's comments may be in: all of them, and of its own also the words kept for it alone. */
export function languagesFor(settings: ReadingSettings): Language[] {
  const own = localWords(primarySubtag(settings))
  return own === undefined ? Object.values(languages) : [...Object.values(languages), own]
}

const primarySubtag = ({ locale = 'en' }: ReadingSettings): string =>
  locale.toLowerCase().split('-', 1)[0] ?? ''

/** A word as comments carry it once scanned: folded, its apostrophes, full stops and dashes gone. */
export const foldWord = (word: string): string => fold(word).replace(/['.-]/g, '')

/** One lexicon a language that keeps words of its own, and one for all the others: shops share them. */
const shared = new Map<Language | undefined, Lexicon>()

/** Compiles the word lists for a shop, sharing what it has in common with the others. */
export function createLexicon(settings: ReadingSettings): Lexicon {
  const common = sharedLexicon(settings)
  const money = moneyWords(settings).filter((word) => ((common.roles.get(word) ?? 0) & role.MONEY) === 0)
  return withKeywords(
    settings,
    money.length === 0 ? common : { ...common, roles: withMoney(common.roles, money) },
  )
}

const moneyWords = ({ currency = 'USD' }: ReadingSettings): string[] =>
  [currency, ...(LETTERS_FOR_CURRENCY[currency.toUpperCase()] ?? [])].map(foldWord)

const withMoney = (roles: Lexicon['roles'], money: readonly string[]): Lexicon['roles'] =>
  new Map([...roles, ...money.map((word): [string, number] => [word, (roles.get(word) ?? 0) | role.MONEY])])

function withKeywords({ claimKeywords }: ReadingSettings, common: Lexicon): Lexicon {
  if (claimKeywords === undefined) return common
  const lexicon: GrowingLexicon = {
    roles: new Map(),
    multipliers: new Map(),
    pairs: new Map(),
    claimWords: new Set(),
    unspaced: new Map(common.unspaced),
  }
  for (const phrase of claimKeywords) learnPhrase(lexicon, phrase)
  return { ...common, claimWords: lexicon.claimWords, unspaced: lexicon.unspaced }
}

/** What means money in one currency alone: `150e` is euros, to other shops a number grown together with a letter. */
const LETTERS_FOR_CURRENCY: Readonly<Record<string, readonly string[]>> = {
  EGP: ['le'],
  EUR: ['e'],
  HUF: ['ft'],
  PHP: ['p'],
  VND: ['đ'],
  ZAR: ['r'],
}

/** The lexicon of all shops whose locale is of the same language. */
export function sharedLexicon(settings: ReadingSettings): Lexicon {
  const own = localWords(primarySubtag(settings))
  const known = shared.get(own)
  if (known !== undefined) return known
  const lexicon: GrowingLexicon = {
    roles: new Map(),
    multipliers: new Map(),
    pairs: new Map(),
    claimWords: new Set(),
    unspaced: new Map(),
  }
  for (const language of languagesFor(settings)) learnLanguage(lexicon, language)
  // What multiplies in the shop's own language is a bare count word elsewhere (`2 mil`).
  for (const word of Object.keys(own?.multipliers ?? {})) {
    const folded = foldWord(word)
    lexicon.roles.set(folded, (lexicon.roles.get(folded) ?? 0) & ~role.UNIT)
  }
  shared.set(own, lexicon)
  return lexicon
}

function learnLanguage(lexicon: GrowingLexicon, language: Language): void {
  for (const [list, bit] of ROLES_BY_LIST) {
    for (const word of entries(language[list]).flatMap((entry) => entry.split(/\s+/)))
      learnWord(lexicon, word, bit)
  }
  for (const [word, factor] of Object.entries(language.multipliers ?? {})) {
    lexicon.multipliers.set(foldWord(word), factor)
    learnUnspaced(lexicon, foldWord(word))
  }
  for (const pair of entries(language.courtesies)) learnPair(lexicon, pair, role.FILLER)
  for (const pair of entries(language.percentages)) learnPair(lexicon, pair, role.PERCENT)
  for (const list of PHRASE_LISTS) for (const phrase of entries(language[list])) learnPhrase(lexicon, phrase)
}

function learnWord(lexicon: GrowingLexicon, word: string, bit: number): void {
  const folded = foldWord(word)
  lexicon.roles.set(folded, (lexicon.roles.get(folded) ?? 0) | bit)
  learnUnspaced(lexicon, folded)
}

function learnPair(lexicon: GrowingLexicon, pair: string, bit: number): void {
  const [first = '', second = ''] = pair.split(/\s+/).map(foldWord)
  lexicon.pairs.set(first, new Map([...(lexicon.pairs.get(first) ?? []), [second, bit]]))
}

function learnPhrase(lexicon: GrowingLexicon, phrase: string): void {
  for (const word of phrase.split(/\s+/).map(foldWord)) {
    lexicon.claimWords.add(word)
    learnUnspaced(lexicon, word)
  }
}

function learnUnspaced(lexicon: GrowingLexicon, folded: string): void {
  if (folded === '' || kindAt(folded, 0) !== UNSPACED) return
  const first = folded.charCodeAt(0)
  const words = lexicon.unspaced.get(first) ?? []
  if (words.includes(folded)) return
  lexicon.unspaced.set(
    first,
    [...words, folded].sort((a, b) => b.length - a.length),
  )
}
