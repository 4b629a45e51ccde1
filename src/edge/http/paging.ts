import { AppError } from '../../runtime/errors.ts'
import type { Page } from '../../protocol/resources.ts'
import { fields, maybe, text, wholeText } from './schemas/fields.ts'

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 100

/** What the cursors of a list hold: a row's id, an inbox position, or a position and a number within it (hex). */
export const CURSORS = {
  id: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  position: /^[0-9a-f]{1,12}$/,
  logEntry: /^[0-9a-f]{1,12}-[0-9a-f]{1,7}$/,
}

export const limitField = () => maybe(wholeText(1, LIMIT_MAX))
export const cursorField = () => maybe(text({ max: 200 }))

/** `?limit=&cursor=`, on every list that pages. */
export const pagingQuery = fields({ limit: limitField(), cursor: cursorField() })

export interface Paging {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface PageRequest {
  limit: number
  /** The key after which the page begins; null for the first. */
  after: string | null
}

/** @throws AppError `validation_error` for a cursor that was never given out */
export function pageRequest(
  { limit = LIMIT_DEFAULT, cursor }: Paging,
  form: RegExp = CURSORS.id,
): PageRequest {
  if (cursor === undefined) return { limit, after: null }
  const after = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!form.test(after)) {
    throw new AppError('validation_error', { details: { cursor: ['must be a cursor from a page before'] } })
  }
  return { limit, after }
}

/** A page of what was read with one row more than asked for, which tells whether there are more. */
export function pageOfRows<Row, T>(
  rows: readonly Row[],
  { limit }: PageRequest,
  keyOf: (row: Row) => string,
  present: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const more = rows.length > limit && last !== undefined
  return {
    items: shown.map(present),
    nextCursor: more ? Buffer.from(keyOf(last)).toString('base64url') : null,
  }
}
