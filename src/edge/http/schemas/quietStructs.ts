import { array, define, object, Struct, type } from 'superstruct'

/**
 * The library's structs print a value that they refuse, and printing an object that brings a `toString` of its own
 * throws. These say what they take, and never look at the value again.
 */
export const string = () => define<string>('string', (value) => typeof value === 'string' || 'must be a text')

export const number = () =>
  define<number>(
    'number',
    (value) => (typeof value === 'number' && !Number.isNaN(value)) || 'must be a number',
  )

export const boolean = () =>
  define<boolean>('boolean', (value) => typeof value === 'boolean' || 'must be true or false')

// Structs of any type are taken; what they infer is told by the result's type.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Shape = Record<string, Struct<any, any>>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isUnknown = define<unknown>('never', () => 'is not a known field')

/** An object of exactly these fields. */
export function closedObject<S extends Shape>(shape: S): ReturnType<typeof object<S>> {
  function* entries(value: unknown): Generator<[string, unknown, Shape[string]]> {
    if (!isObject(value)) return
    for (const [name, struct] of Object.entries(shape)) yield [name, value[name], struct]
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(shape, name)) yield [name, value[name], isUnknown]
    }
  }
  const { schema, coercer } = object(shape)
  return new Struct({ type: 'object', schema, coercer, entries, validator: objectOnly })
}

/** An object of these fields and any others. */
export function openObject<S extends Shape>(shape: S): ReturnType<typeof type<S>> {
  const { schema, coercer, entries } = type(shape)
  return new Struct({ type: 'type', schema, coercer, entries, validator: objectOnly })
}

/** A list of such elements. */
export function list<T>(element: Struct<T>): Struct<T[], Struct<T>> {
  const { schema, coercer, entries } = array(element)
  const validator = (value: unknown): string | boolean => Array.isArray(value) || 'must be a list'
  return new Struct({ type: 'array', schema, coercer, entries, validator })
}

const objectOnly = (value: unknown): string | boolean => isObject(value) || 'must be an object'
