import { coerce, define, string, type Struct } from 'superstruct'

/**
 * Kinds of settings. A kind's name is the sentence's end of "PORT takes …", so that every refusal says what would be
 * taken. Texts, as environment variables carry them, are read into the kind; a text that cannot be read stays as it
 * is and is refused.
 */
function kind<T>(
  takes: string,
  holds: (value: unknown) => boolean,
  read: (text: string) => unknown,
): Struct<T, null> {
  return coerce(define<T>(takes, holds), string(), (text) => read(text.trim()))
}

const asNumber = (text: string): unknown => (/^\d+$/.test(text) ? Number(text) : text)

const asList = (text: string): unknown =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const isText = (value: unknown): value is string => typeof value === 'string'

/** A whole number between the bounds, both included. */
export const whole = (min: number, max: number): Struct<number, null> =>
  kind(
    `a whole number from ${min} to ${max}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
    asNumber,
  )

/** A length of time in milliseconds; never above what a timer can hold. */
export const millis = (): Struct<number, null> => whole(1, 2_147_483_647)

const WORDS: Record<string, boolean> = {
  true: true,
  yes: true,
  on: true,
  1: true,
  false: false,
  no: false,
  off: false,
  0: false,
}

export const flag = (): Struct<boolean, null> =>
  kind(
    'true or false',
    (value) => typeof value === 'boolean',
    (text) => WORDS[text.toLowerCase()] ?? text,
  )

/** A text of at least so many characters. */
export const text = (min = 1): Struct<string, null> =>
  kind(
    min === 1 ? 'a text' : `a text of at least ${min} characters`,
    (value) => isText(value) && value.length >= min,
    (given) => given,
  )

export const choice = <const T extends string>(...choices: T[]): Struct<T, null> =>
  kind(
    `${choices.slice(0, -1).join(', ')} or ${choices.at(-1) ?? ''}`,
    (value) => isText(value) && (choices as string[]).includes(value),
    (given) => given.toLowerCase(),
  )

/** An absolute address without a slash at its end; schemes without the colon. */
export const url = (...schemes: string[]): Struct<string, null> =>
  kind(
    `an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    (value) => isText(value) && hasScheme(value, schemes),
    (given) => given.replace(/\/+$/, ''),
  )

/** Absolute addresses of several servers, kept as the one text that they came in. */
export const urls = (scheme: string): Struct<string, null> =>
  kind(
    `addresses that begin with ${scheme}://, separated by commas`,
    (value) => isText(value) && (asList(value) as string[]).every((one) => hasScheme(one, [scheme])),
    (given) => given,
  )

const hasScheme = (value: string, schemes: readonly string[]): boolean =>
  URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1))

/** Web origins, or the one star that means all. */
export const origins = (): Struct<string[], null> =>
  kind(
    'origins such as https://shop.example, separated by commas, or *',
    (value) => Array.isArray(value) && value.every((one) => one === '*' || (isText(one) && isOrigin(one))),
    asList,
  )

const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value

/** Addresses of electronic mail, in lower case as accounts keep them. */
export const emails = (): Struct<string[], null> =>
  kind(
    'email addresses, separated by commas',
    (value) => Array.isArray(value) && value.every((one) => isText(one) && /^[^\s@]+@[^\s@]+$/.test(one)),
    (given) => asList(given.toLowerCase()),
  )

/** Seconds, one entry an attempt. */
export const delays = (): Struct<number[], null> =>
  kind(
    'whole numbers of seconds, separated by commas',
    (value) =>
      Array.isArray(value) &&
      value.length > 0 &&
      value.every((one) => Number.isSafeInteger(one) && Number(one) >= 0),
    (given) => (asList(given) as string[]).map(asNumber),
  )

const HEX_KEY = /^[0-9a-f]{64}$/i
const BASE64_KEY = /^[A-Za-z0-9+/_-]{43}=?$/

/** Keys of 32 bytes; the first encrypts, all decrypt. */
export const keys = (): Struct<Uint8Array[], null> =>
  kind(
    'keys of 32 bytes, each as 64 hex digits or as base64, separated by commas',
    (value) =>
      Array.isArray(value) &&
      value.length > 0 &&
      value.every((one) => one instanceof Uint8Array && one.length === 32),
    (given) =>
      (asList(given) as string[]).map((key) => {
        if (HEX_KEY.test(key)) return new Uint8Array(Buffer.from(key, 'hex'))
        return BASE64_KEY.test(key) ? new Uint8Array(Buffer.from(key, 'base64')) : key
      }),
  )
