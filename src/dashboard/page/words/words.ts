import { signal } from '@preact/signals'
import { en, type WordKey, type Words } from './en.ts'

export type Language = 'en' | 'tr'
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', tr: 'Türkçe' }

const STORAGE_KEY = 'live-commerce.language'

const words = signal<Words>(en)
const language = signal<Language>('en')

/** The language in use; reading it in a component redraws that component when it changes. */
export const currentLanguage = (): Language => language.value

/** The chosen language, else the browser's first that the page speaks, else English. */
export function preferredLanguage(stored: string | null, browser: readonly string[]): Language {
  for (const tag of [stored ?? '', ...browser]) {
    const [base] = tag.toLowerCase().split('-')
    if (base === 'en' || base === 'tr') return base
  }
  return 'en'
}

/** Loads the words before the first drawing, so that no text changes under the reader. */
export async function startWords(): Promise<void> {
  await applyLanguage(preferredLanguage(localStorage.getItem(STORAGE_KEY), navigator.languages))
}

export async function chooseLanguage(choice: Language): Promise<void> {
  localStorage.setItem(STORAGE_KEY, choice)
  await applyLanguage(choice)
}

async function applyLanguage(choice: Language): Promise<void> {
  words.value = choice === 'tr' ? (await import('./tr.ts')).tr : en
  language.value = choice
  document.documentElement.lang = choice
}

export type Fill = Readonly<Record<string, string | number>>

/** The words of a key, `{…}` filled in. */
export const t = (key: WordKey, fill: Fill = {}): string => filled(words.value[key], fill)

type PluralBase = WordKey extends infer K ? (K extends `${infer Base}.one` ? Base : never) : never

/** As {@link t}, in the form that the number asks for. */
export function tn(base: PluralBase, n: number, fill: Fill = {}): string {
  const form = new Intl.PluralRules(language.value).select(n) === 'one' ? 'one' : 'other'
  return t(`${base}.${form}`, { n: new Intl.NumberFormat(language.value).format(n), ...fill })
}

/** The words of a key that may be missing, such as a code that the service added later. */
export function tMaybe(key: string, fill: Fill = {}): string | null {
  return key in words.value ? t(key as WordKey, fill) : null
}

export const filled = (text: string, fill: Fill): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in fill ? String(fill[name]) : whole))
