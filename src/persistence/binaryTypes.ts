import type { Minor } from '../../machines/money.ts'

/**
 * How values of a type travel in PostgreSQL's binary form.
 * Source: the types' `…_recv` functions in src/backend/utils/adt, their numbers in src/include/catalog/pg_type.dat.
 */
export interface BinaryType<T> {
  /** The type's number, the same in every database. */
  oid: number
  /** At most so many bytes. */
  bytesMax(value: T): number
  /** Writes a value where there is room for it; returns where it ends. */
  write(into: Buffer, at: number, value: T): number
}

export const smallint: BinaryType<number> = {
  oid: 21,
  bytesMax: () => 2,
  write: (into, at, value) => into.writeInt16BE(value, at),
}

export const int: BinaryType<number> = {
  oid: 23,
  bytesMax: () => 4,
  write: (into, at, value) => into.writeInt32BE(value, at),
}

export const bigint: BinaryType<number> = {
  oid: 20,
  bytesMax: () => 8,
  write: writeInt64,
}

function writeInt64(into: Buffer, at: number, value: number): number {
  into.writeInt32BE(Math.floor(value / 2 ** 32), at)
  return into.writeUInt32BE(value >>> 0, at + 4)
}

export const boolean: BinaryType<boolean> = {
  oid: 16,
  bytesMax: () => 1,
  write: (into, at, value) => into.writeUInt8(value ? 1 : 0, at),
}

const EPOCH_MS = Date.UTC(2000, 0, 1)

/** Microseconds since 2000; of milliseconds since 1970. */
export const timestamptz: BinaryType<number> = {
  oid: 1184,
  bytesMax: () => 8,
  write: (into, at, value) => writeInt64(into, at, (value - EPOCH_MS) * 1_000),
}

const UUID_BYTES = 16
/** Where the digits of each byte stand in a text with dashes, and in one without. */
const DASHED = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
const PLAIN = DASHED.map((_, index) => 2 * index)
const DASHED_LENGTH = 36
const PLAIN_LENGTH = 32

const NO_DIGIT = 0x10
const HEX_DIGITS = new Uint8Array(0x100).fill(NO_DIGIT)
for (let digit = 0; digit < NO_DIGIT; digit++)
  for (const letter of [digit.toString(16), digit.toString(16).toUpperCase()])
    HEX_DIGITS[letter.charCodeAt(0)] = digit

/** @throws TypeError of what is none */
export const uuid: BinaryType<string> = {
  oid: 2950,
  bytesMax: (value) => value.length,
  write(into, at, value) {
    // Bytes are read faster than letters; those of the text stand where the value comes to stand, never behind it.
    into.write(value, at, 'latin1')
    const places = value.length === DASHED_LENGTH ? DASHED : PLAIN
    let seen = value.length === DASHED_LENGTH || value.length === PLAIN_LENGTH ? 0 : NO_DIGIT
    for (let index = 0; index < UUID_BYTES; index++) {
      const place = at + (places[index] ?? 0)
      const high = HEX_DIGITS[into[place] ?? 0] ?? NO_DIGIT
      const low = HEX_DIGITS[into[place + 1] ?? 0] ?? NO_DIGIT
      seen |= high | low
      into[at + index] = (high << 4) | low
    }
    if (seen >= NO_DIGIT)
      throw new TypeError(`A column of UUIDs takes UUIDs, but got ${JSON.stringify(value)}`)
    return at + UUID_BYTES
  },
}

/** Of UTF-8, for each of JavaScript's 16-bit units. */
const UNIT_BYTES_MAX = 3
const ASCII_MAX = 0x7f
/** Up to here a text is written faster letter by letter than by the runtime's encoder. */
const SHORT_TEXT_UNITS = 32

function writeText(into: Buffer, at: number, value: string): number {
  if (value.length > SHORT_TEXT_UNITS) return at + into.write(value, at)
  for (let index = 0; index < value.length; index++) {
    const unit = value.charCodeAt(index)
    if (unit > ASCII_MAX) return at + into.write(value, at)
    into[at + index] = unit
  }
  return at + value.length
}

export const text: BinaryType<string> = {
  oid: 25,
  bytesMax: (value) => UNIT_BYTES_MAX * value.length,
  write: writeText,
}

/** Of the form of `jsonb`; the only one there is. */
const JSONB_VERSION = 1

export const jsonb: BinaryType<string> = {
  oid: 3802,
  bytesMax: (value) => 1 + UNIT_BYTES_MAX * value.length,
  write: (into, at, value) => writeText(into, into.writeUInt8(JSONB_VERSION, at), value),
}

/** Digits of a `numeric` count to this. */
const NUMERIC_BASE = 10_000
const NUMERIC_HEADER_BYTES = 8

/** Two decimals; minor units, which are not negative. */
export const numeric: BinaryType<Minor> = {
  oid: 1700,
  bytesMax: () => NUMERIC_HEADER_BYTES + 4 * 2,
  write(into, at, value) {
    const whole = Math.trunc(value / 100)
    const weight = whole < NUMERIC_BASE ? 0 : whole < NUMERIC_BASE ** 2 ? 1 : 2
    into.writeInt16BE(weight + 2, at)
    into.writeInt16BE(weight, at + 2)
    into.writeInt16BE(0, at + 4)
    into.writeInt16BE(2, at + 6)
    let end = at + NUMERIC_HEADER_BYTES
    for (let unit = NUMERIC_BASE ** weight; unit >= 1; unit /= NUMERIC_BASE)
      end = into.writeInt16BE(Math.trunc(whole / unit) % NUMERIC_BASE, end)
    return into.writeInt16BE((value % 100) * (NUMERIC_BASE / 100), end)
  },
}
