import { hash } from 'node:crypto'

interface KeyedComment {
  tenantId: string
  commentId: string
  fromId: string
  text: string
}

/** How many leading characters of a comment's id lead its key, when they are digits. */
const LEADING_DIGITS = 12
const DIGITS = /^\d{12}/

/**
 * The same comment id, sender and text of a tenant are the same comment: their SHA-256, as a UUID text. Where the id is
 * a number the key begins with it: platforms count upwards, and keys that rise go into one warm page of the index
 * instead of anywhere. The other 80 bits tell comments apart.
 */
export function commentKey({ tenantId, commentId, fromId, text }: KeyedComment): string {
  const digest = hash('sha256', JSON.stringify([tenantId, commentId, fromId, text]), 'hex')
  return DIGITS.test(commentId)
    ? commentId.slice(0, LEADING_DIGITS) + digest.slice(LEADING_DIGITS, 32)
    : digest.slice(0, 32)
}
