import { coerce, define, nullable, optional, type Infer, type Struct } from 'superstruct'
import { boolean, closedObject, list, number, string } from './quietStructs.ts'
import { canonicalId } from '../../../runtime/ids.ts'
import { MINOR_MAX, toMajor, toMinor, type Minor } from '../../../../machines/money.ts'

/** JSON Schema 2020-12, as far as the OpenAPI document needs it. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  enum?: readonly (string | null)[]
  anyOf?: JsonSchema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  description?: string
  examples?: readonly unknown[]
  $ref?: string
  const?: unknown
}

// Structs of any type are kept here; what they infer does not matter to the notes about them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyStruct = Struct<any, any>

const schemas = new WeakMap<AnyStruct, JsonSchema>()
const optionals = new WeakSet<AnyStruct>()

/** Notes the JSON Schema of a struct. */
export const withSchema = <S extends AnyStruct>(struct: S, schema: JsonSchema): S => {
  schemas.set(struct, schema)
  return struct
}

/** The JSON Schema of a struct made here. */
export function jsonSchemaOf(struct: AnyStruct): JsonSchema {
  const schema = schemas.get(struct)
  if (schema === undefined) throw new Error('A struct was not made by the field builders')
  return schema
}

const plain = (value: unknown): unknown => (typeof value === 'string' ? value.normalize('NFC').trim() : value)

const BROKEN = 'must not contain U+0000 or broken characters'

/** Whether the database takes a text as it is. */
export const isStorable = (value: string): boolean => !value.includes('\u0000') && value.isWellFormed()

interface TextRule {
  min?: number
  max: number
  pattern?: RegExp
  /** What no pattern can ask for. */
  test?: (value: string) => boolean
  /** What pattern or test ask for, in words. */
  says?: string
  format?: string
}

/** A text, trimmed and NFC-normalised, `min`–`max` characters long. */
export function text({ min = 1, max, pattern, test, says, format }: TextRule): Struct<string, null> {
  const checked = define<string>('text', (value) => {
    if (typeof value !== 'string') return 'must be a text'
    if (value.includes('\u0000') || !value.isWellFormed())
      return 'must not contain control or broken characters'
    const { length } = [...value]
    if (length < min || length > max) return `must be ${min}–${max} characters long`
    if (pattern?.test(value) === false || test?.(value) === false) return says ?? 'has the wrong form'
    return true
  })
  return withSchema(
    coerce(checked, string(), (value) => plain(value) as string),
    {
      type: 'string',
      minLength: min,
      maxLength: max,
      ...(pattern === undefined ? {} : { pattern: pattern.source }),
      ...(format === undefined ? {} : { format }),
    },
  )
}

/** A password: any characters, kept as typed but for NFC. */
export const password = (min = 8, max = 128): Struct<string, null> =>
  withSchema(
    coerce(
      define<string>('password', (value) => {
        if (typeof value !== 'string') return 'must be a text'
        const { length } = [...value]
        return (length >= min && length <= max) || `must be ${min}–${max} characters long`
      }),
      string(),
      (value) => value.normalize('NFC'),
    ),
    { type: 'string', minLength: min, maxLength: max, format: 'password' },
  )

// One @, no spaces, a dot in the domain: what a mail server takes is found out by sending, not by a pattern.
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/

/** An email address, lower-cased, at most 254 characters. */
export const email = (): Struct<string, null> =>
  withSchema(
    coerce(
      define<string>('email', (value) => {
        if (typeof value !== 'string') return 'must be a text'
        if (!isStorable(value)) return BROKEN
        if (value.length > 254) return 'must be at most 254 characters long'
        return EMAIL.test(value) || 'must be an email address'
      }),
      string(),
      (value) => (plain(value) as string).toLowerCase(),
    ),
    { type: 'string', format: 'email', maxLength: 254 },
  )

/** An amount in major units with at most two decimals, given on as minor units. */
export const money = (min: Minor): Struct<Minor, null> =>
  withSchema(
    coerce(
      define<Minor>('money', (value) => {
        if (typeof value !== 'number') return 'must be a number'
        if (!Number.isInteger(value)) return 'must have at most 2 decimals and be at most 9999999999.99'
        return value >= min || `must be at least ${toMajor(min)}`
      }),
      number(),
      (value) => (value < 0 ? -1 : (toMinor(value) ?? Number.NaN)) as Minor,
    ),
    // No `multipleOf: 0.01`: in binary fractions 0.07 is no multiple of it, and a generated client would refuse it.
    {
      type: 'number',
      minimum: toMajor(min),
      maximum: toMajor(MINOR_MAX),
      description: 'Major units, at most two decimals.',
      examples: [100],
    },
  )

/** A whole number, `min`–`max`. */
export const whole = (min: number, max: number): Struct<number, null> =>
  withSchema(
    define<number>('whole number', (value) => {
      if (typeof value !== 'number' || !Number.isInteger(value)) return 'must be a whole number'
      return (value >= min && value <= max) || `must be ${min}–${max}`
    }),
    { type: 'integer', minimum: min, maximum: max },
  )

/** A whole number that came as text, as in a query. */
export function wholeText(min: number, max: number): Struct<number, null> {
  const struct = whole(min, max)
  const read = coerce(struct, string(), (value) => (/^-?\d{1,9}$/.test(value) ? Number(value) : Number.NaN))
  return withSchema(read, jsonSchemaOf(struct))
}

/** A number, `min`–`max`. */
export const decimal = (min: number, max: number): Struct<number, null> =>
  withSchema(
    define<number>('number', (value) => {
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number'
      return (value >= min && value <= max) || `must be ${min}–${max}`
    }),
    { type: 'number', minimum: min, maximum: max },
  )

export const flag = (): Struct<boolean, null> => withSchema(boolean(), { type: 'boolean' })

/** One of a few words. */
export const choice = <const T extends string>(...words: T[]): Struct<T, null> =>
  withSchema(
    define<T>(
      'choice',
      (value) => (words as unknown[]).includes(value) || `must be one of: ${words.join(', ')}`,
    ),
    { type: 'string', enum: words },
  )

/** An id as it comes in. Any text is taken: what is no UUID is simply not found. */
export const anyId = (): Struct<string, null> => {
  const struct = text({ max: 255 })
  return withSchema(
    coerce(struct, string(), (value) => canonicalId(plain(value) as string)),
    jsonSchemaOf(struct),
  )
}

/** Response-only: an id, a time, an amount, a text or whatever stands there. */
export const uuid = (): Struct<string, null> => withSchema(string(), { type: 'string', format: 'uuid' })
export const timestamp = (): Struct<string, null> =>
  withSchema(string(), { type: 'string', format: 'date-time' })
export const amount = (): Struct<number, null> => withSchema(number(), { type: 'number', minimum: 0 })
export const words = (): Struct<string, null> => withSchema(string(), { type: 'string' })
export const count = (): Struct<number, null> => withSchema(number(), { type: 'integer', minimum: 0 })
export const anything = (): Struct<Record<string, unknown>, null> =>
  withSchema(
    define<Record<string, unknown>>(
      'object',
      (value) =>
        (typeof value === 'object' && value !== null && !Array.isArray(value)) || 'must be an object',
    ),
    { type: 'object', additionalProperties: true },
  )

export function orNull<T>(struct: Struct<T>): Struct<T | null> {
  const inner = jsonSchemaOf(struct)
  const schema: JsonSchema =
    typeof inner.type === 'string' && inner.enum === undefined
      ? { ...inner, type: [inner.type, 'null'] }
      : { anyOf: [inner, { type: 'null' }] }
  return withSchema(nullable(struct), schema)
}

/** A field that may be left out. */
export function maybe<T>(struct: Struct<T>): Struct<T | undefined> {
  const made = withSchema(optional(struct), jsonSchemaOf(struct))
  optionals.add(made)
  return made
}

/** An object of exactly these fields. */
export function fields<S extends Record<string, AnyStruct>>(
  shape: S,
): Struct<Infer<ReturnType<typeof closedObject<S>>>, S> {
  const entries = Object.entries<AnyStruct>(shape)
  return withSchema(closedObject(shape), {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, struct]) => [name, jsonSchemaOf(struct)])),
    required: entries.filter(([, struct]) => !optionals.has(struct)).map(([name]) => name),
    additionalProperties: false,
  })
}

export function listOf<T>(struct: Struct<T>, itemsMax?: number): Struct<T[]> {
  const bounded =
    itemsMax === undefined
      ? list(struct)
      : define<T[]>('list', (value, context) => {
          if (!Array.isArray(value)) return 'must be a list'
          if (value.length > itemsMax) return `must have at most ${itemsMax} entries`
          const [failure] = list(struct).validate(value, context)
          return failure === undefined || 'must hold valid entries only'
        })
  return withSchema(bounded as Struct<T[]>, {
    type: 'array',
    items: jsonSchemaOf(struct),
    ...(itemsMax === undefined ? {} : { maxItems: itemsMax }),
  })
}

/** A page of a list. */
export const pageOf = <T>(struct: Struct<T>) => fields({ items: listOf(struct), nextCursor: orNull(words()) })
