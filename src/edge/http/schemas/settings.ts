import { coerce, define, refine, type Struct } from 'superstruct'
import {
  decimal,
  fields,
  flag,
  isStorable,
  jsonSchemaOf,
  listOf,
  maybe,
  orNull,
  text,
  whole,
  withSchema,
} from './fields.ts'
import { openObject, string } from './quietStructs.ts'

const KEYWORDS_MAX = 100
export const SETTINGS_BYTES_MAX = 16_384
const DAY_SECONDS = 86_400

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

const currency = () =>
  withSchema(
    coerce(
      define<string>('currency', (value) => CURRENCIES.has(value as string) || 'must be an ISO 4217 code'),
      string(),
      (value) => value.trim().toUpperCase(),
    ),
    { type: 'string', pattern: '^[A-Za-z]{3}$' },
  )

function isLocale(value: unknown): boolean {
  try {
    return typeof value === 'string' && Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}

const locale = () =>
  withSchema(
    define<string>('locale', (value) => isLocale(value) || 'must be a BCP 47 language tag'),
    { type: 'string' },
  )

const template = () => maybe(text({ max: 500 }))

/** The keys of the settings that this service knows; each may be left out. */
const knownSettings = {
  currency: maybe(currency()),
  locale: maybe(locale()),
  claimKeywords: maybe(listOf(text({ max: 60 }), KEYWORDS_MAX)),
  countdownSeconds: maybe(whole(0, DAY_SECONDS)),
  antiSnipe: maybe(
    fields({
      windowSeconds: maybe(whole(0, DAY_SECONDS)),
      extendSeconds: maybe(whole(1, DAY_SECONDS)),
      maxExtensions: maybe(whole(0, 1_000)),
    }),
  ),
  maxBidFactor: maybe(orNull(decimal(1, 1_000_000))),
  autoReply: maybe(
    fields({
      enabled: maybe(flag()),
      templates: maybe(
        fields({ claimAccepted: template(), bidAccepted: template(), stockExhausted: template() }),
      ),
    }),
  ),
  requireMatchedViewer: maybe(flag()),
}

/**
 * Settings as they come in: known keys are checked, others are kept for the shop's own use.
 * A failure names `settings.<key>`.
 */
export const settingsField = (): Struct<Record<string, unknown>> => {
  const { required: _, ...schema } = jsonSchemaOf(fields(knownSettings))
  const struct = refine(
    openObject(knownSettings) as unknown as Struct<Record<string, unknown>>,
    'keepable',
    (value) => isKeepable(value) || 'must not contain U+0000, broken characters or numbers beyond range',
  )
  return withSchema(struct, { ...schema, additionalProperties: true })
}

/** Whether JSON in the database holds all of it as it is. The body's depth is bounded before. */
function isKeepable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isKeepable(inner))
}
