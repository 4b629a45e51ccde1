import { ar } from './ar.ts'
import { bg } from './bg.ts'
import { bn } from './bn.ts'
import { cs } from './cs.ts'
import { da } from './da.ts'
import { de } from './de.ts'
import { el } from './el.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fa } from './fa.ts'
import { fi } from './fi.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { hi } from './hi.ts'
import { hr } from './hr.ts'
import { hu } from './hu.ts'
import { id } from './id.ts'
import { international } from './international.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import type { Language } from './language.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { ro } from './ro.ts'
import { ru } from './ru.ts'
import { sv } from './sv.ts'
import { th } from './th.ts'
import { tl } from './tl.ts'
import { tr } from './tr.ts'
import { uk } from './uk.ts'
import { ur } from './ur.ts'
import { vi } from './vi.ts'
import { zh } from './zh.ts'

/** Every language that is read, by its BCP 47 primary subtag; `und` holds what all of them share. */
export const languages: Readonly<Record<string, Language>> = {
  und: international,
  ar,
  bg,
  bn,
  cs,
  da,
  de,
  el,
  en,
  es,
  fa,
  fi,
  fr,
  he,
  hi,
  hr,
  hu,
  id,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  ro,
  ru,
  sv,
  th,
  tl,
  tr,
  uk,
  ur,
  vi,
  zh,
}

/** Locales whose comments are read with the local words of a language above. */
const KINDRED: Readonly<Record<string, string>> = {
  fil: 'tl',
  mo: 'ro',
  ms: 'id',
  nb: 'da',
  nn: 'da',
  no: 'da',
  sk: 'cs',
}

/** The words that hold only for shops of one language, by its primary subtag. */
export const localWords = (subtag: string): Language['local'] => languages[KINDRED[subtag] ?? subtag]?.local
