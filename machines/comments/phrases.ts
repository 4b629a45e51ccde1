import { fold } from './fold.ts'
import { languagesFor, sharedLexicon, type Lexicon } from './lexicon.ts'
import type { ReadingSettings } from './reading.ts'
import { tokenise } from './tokenise.ts'
import { entries, type Language, type WordList } from './words/language.ts'

/** Where in a comment a phrase makes a claim: at either end, at the end alone, or only among filler. */
export type ClaimPlace = 'either_end' | 'end' | 'among_filler'

export interface Phrase {
  readonly words: readonly string[]
  readonly place: ClaimPlace
}

/** Phrases by their first word, the longest first. */
export type PhraseTable = ReadonlyMap<string, readonly Phrase[]>

/** The phrases of one shop. */
export interface Phrases {
  readonly claims: PhraseTable
  readonly notClaims: PhraseTable
  readonly denials: PhraseTable
  readonly questions: PhraseTable
  /** Numbers that a claim phrase consists of, such as `+1`: for claims they count as words. */
  readonly numbers: ReadonlySet<string>
  /** Words in the longest claim phrase. */
  readonly longest: number
}

/** Compiled once a lexicon and shared by the shops that have it in common. */
const shared = new Map<Lexicon, Phrases>()

/** The phrases of all languages, or the shop's own claim phrases in the place of theirs. */
export function createPhrases(settings: ReadingSettings, lexicon: Lexicon): Phrases {
  const common = sharedPhrases(settings)
  if (settings.claimKeywords === undefined) return common
  const places = new Map(
    [...common.claims.values()].flat().map(({ words, place }) => [words.join(' '), place]),
  )
  // A weak word stays weak when a shop chooses it: "me" must not make a claim of "follow me".
  const chosen = settings.claimKeywords.map((text): Phrase => {
    const words = wordsOf(text, lexicon)
    return { words, place: places.get(words.join(' ')) ?? 'either_end' }
  })
  return { ...common, ...claimsOf(chosen) }
}

function sharedPhrases(settings: ReadingSettings): Phrases {
  const lexicon = sharedLexicon(settings)
  const known = shared.get(lexicon)
  if (known !== undefined) return known
  const languages = languagesFor(settings)
  const listed = (list: WordList, place: ClaimPlace): Phrase[] =>
    allEntries(languages, list).map((text) => ({ words: wordsOf(text, lexicon), place }))
  const phrases: Phrases = {
    ...claimsOf([
      ...listed('claims', 'either_end'),
      ...listed('claimsAtEnd', 'end'),
      ...listed('weakClaims', 'among_filler'),
    ]),
    notClaims: tableOf(listed('notClaims', 'either_end')),
    denials: tableOf(listed('denials', 'either_end')),
    questions: tableOf(listed('questions', 'either_end')),
  }
  shared.set(lexicon, phrases)
  return phrases
}

const allEntries = (languages: readonly Language[], list: WordList): string[] =>
  languages.flatMap((language) => entries(language[list]))

/** A phrase goes through the very steps that a comment goes through, so that the two cannot disagree. */
const wordsOf = (phrase: string, lexicon: Lexicon): string[] =>
  tokenise(fold(phrase), lexicon).flatMap((token) => (token.kind === 'mark' ? [] : [token.text]))

function claimsOf(phrases: readonly Phrase[]): Pick<Phrases, 'claims' | 'numbers' | 'longest'> {
  const claims = tableOf(phrases)
  const words = phrases.flatMap((phrase) => phrase.words)
  return {
    claims,
    numbers: new Set(words.filter((word) => /\d/.test(word))),
    longest: Math.max(1, ...phrases.map((phrase) => phrase.words.length)),
  }
}

/** A phrase that two lists hold keeps the place of the first. */
function tableOf(phrases: readonly Phrase[]): PhraseTable {
  const distinct = new Map<string, Phrase>()
  for (const phrase of phrases) {
    const key = phrase.words.join(' ')
    if (key !== '' && !distinct.has(key)) distinct.set(key, phrase)
  }
  const byLength = [...distinct.values()].sort((a, b) => b.words.length - a.words.length)
  return Map.groupBy(byLength, (phrase) => phrase.words[0] ?? '')
}

/** Whether all of a phrase's words stand in `words` from `at` on. */
const standsAt = (phrase: Phrase, words: readonly string[], at: number): boolean =>
  phrase.words.every((word, offset) => words[at + offset] === word)

/** The longest phrase whose words stand in `words` from `at` on. */
export const phraseAt = (table: PhraseTable, words: readonly string[], at: number): Phrase | undefined =>
  table.get(words[at] ?? '')?.find((phrase) => standsAt(phrase, words, at))

/** All such phrases, the longest first. */
export const phrasesAt = (table: PhraseTable, words: readonly string[], at: number): readonly Phrase[] =>
  table.get(words[at] ?? '')?.filter((phrase) => standsAt(phrase, words, at)) ?? []

/** Whether a phrase of `table` stands there that no claim phrase of the same length or more begins with. */
export function outweighsClaim(
  table: PhraseTable,
  { claims }: Phrases,
  words: readonly string[],
  at: number,
): boolean {
  const phrase = phraseAt(table, words, at)
  return phrase !== undefined && phrase.words.length > (phraseAt(claims, words, at)?.words.length ?? 0)
}
