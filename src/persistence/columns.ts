import type { Minor } from '../../machines/money.ts'
import * as types from './binaryTypes.ts'

/**
 * A column of a bulk statement: a PostgreSQL array in the protocol's binary form, which the server copies where it would
 * have to read a text. The statement must name the type (`$1::uuid[]`).
 * Source: PostgreSQL, `array_recv` in src/backend/utils/adt/arrayfuncs.c.
 */
export type Column = Buffer

/** Makes the column of a type: of each row one value, or null. */
export type MakeColumn<T> = <Row>(rows: readonly Row[], of: (row: Row) => T | null) => Column

export const smallints: MakeColumn<number> = columnOf(types.smallint)
export const ints: MakeColumn<number> = columnOf(types.int)
/** Whole numbers that JavaScript holds exactly. */
export const bigints: MakeColumn<number> = columnOf(types.bigint)
export const booleans: MakeColumn<boolean> = columnOf(types.boolean)
/** With dashes or without. */
export const uuids: MakeColumn<string> = columnOf(types.uuid)
/** Any texts without a NUL. */
export const texts: MakeColumn<string> = columnOf(types.text)
export const amounts: MakeColumn<Minor> = columnOf(types.numeric)
/** Milliseconds since 1970. */
export const times: MakeColumn<number> = columnOf(types.timestamptz)
/** JSON texts. */
export const jsons: MakeColumn<string> = columnOf(types.jsonb)

/** Dimensions, whether there are nulls, type; then of the one dimension its size and its first place. */
const EMPTY_BYTES = 12
const HEADER_BYTES = 20
const LENGTH_BYTES = 4
const NULL = -1

/** Columns are put together here and copied out; one that is unusually long does not stay. */
const KEPT_BYTES = 1 << 20
let scratch = Buffer.allocUnsafe(KEPT_BYTES)

/** Makes room up to `end`, keeping what stands before `at`. */
function makeRoom(at: number, end: number): void {
  if (end <= scratch.length) return
  const larger = Buffer.allocUnsafe(2 * end)
  scratch.copy(larger, 0, 0, at)
  scratch = larger
}

function columnOf<T>(type: types.BinaryType<T>): MakeColumn<T> {
  return (rows, of) => {
    let at = rows.length === 0 ? EMPTY_BYTES : HEADER_BYTES
    let nulls = 0
    for (const row of rows) {
      const value = of(row)
      const start = at + LENGTH_BYTES
      if (value === null) {
        makeRoom(at, start)
        scratch.writeInt32BE(NULL, at)
        nulls = 1
        at = start
      } else {
        makeRoom(at, start + type.bytesMax(value))
        const end = type.write(scratch, start, value)
        scratch.writeInt32BE(end - start, at)
        at = end
      }
    }
    scratch.writeInt32BE(rows.length === 0 ? 0 : 1, 0)
    scratch.writeInt32BE(nulls, 4)
    scratch.writeInt32BE(type.oid, 8)
    if (rows.length > 0) {
      scratch.writeInt32BE(rows.length, EMPTY_BYTES)
      scratch.writeInt32BE(1, EMPTY_BYTES + 4)
    }
    const column = Buffer.from(scratch.subarray(0, at))
    if (scratch.length > KEPT_BYTES) scratch = Buffer.allocUnsafe(KEPT_BYTES)
    return column
  }
}

/** Rows in stretches that have something in common: the first of each, and for each row the place of its stretch, from 1. */
export interface Stretches<Row> {
  first: Row[]
  places: number[]
}

/** What rows one after the other share is sent once; each row then names its stretch by its place. */
export function stretchesOf<Row>(
  rows: readonly Row[],
  areAlike: (one: Row, next: Row) => boolean,
): Stretches<Row> {
  const first: Row[] = []
  let last: Row | undefined
  const places = rows.map((row) => {
    if (last === undefined || !areAlike(last, row)) first.push((last = row))
    return first.length
  })
  return { first, places }
}
