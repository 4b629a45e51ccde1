import { createHash } from 'node:crypto'
import { cleanText, normaliseUsername } from '../../../machines/comments/index.ts'
import type { IncomingComment } from '../../engine/Engine.ts'
import { parseTime } from './parseTime.ts'

/** A comment of the payload, cleaned, whose tenant is told by the account that it was made to. */
export interface PayloadComment {
  accountId: string
  comment: Omit<IncomingComment, 'tenantId'>
}

export interface Payload {
  comments: PayloadComment[]
  /** Why comments were passed over, for the log; each of the others counts all the same. */
  skipped: string[]
}

export interface PayloadWords {
  /** `object` of payloads that are meant for this service. */
  object: string
  /** `field` of the changes that carry comments. */
  commentFields: readonly string[]
  /** Entries may be a change themselves, with `field` and `value` in them instead of `changes`. */
  bareEntries: boolean
}

type Json = Record<string, unknown>

const NAME_CHARACTERS_MAX = 255
const ID_CHARACTERS_MAX = 128
const COMMENT_ID_CHARACTERS_MAX = 255

/**
 * Reads what the platform posts. Total: whatever comes in, each well-formed comment in it is found and nothing throws.
 * `now` is the time of receipt, ms, for comments that do not say when they were written.
 */
export function parsePayload(body: unknown, words: PayloadWords, now: number): Payload {
  const payload: Payload = { comments: [], skipped: [] }
  if (!isObject(body) || body.object !== words.object) return payload
  for (const entry of listOf(body.entry)) {
    if (!isObject(entry)) continue
    const accountId = idText(entry.id)
    if (accountId === null) continue
    for (const change of changesOf(entry, words)) {
      if (!isObject(change) || !words.commentFields.includes(change.field as string)) continue
      const comment = parseComment(change.value, now)
      if (typeof comment === 'string') payload.skipped.push(comment)
      else payload.comments.push({ accountId, comment })
    }
  }
  return payload
}

const changesOf = (entry: Json, { bareEntries }: PayloadWords): unknown[] =>
  bareEntries && entry.changes === undefined && entry.field !== undefined ? [entry] : listOf(entry.changes)

function parseComment(value: unknown, now: number): PayloadComment['comment'] | string {
  if (!isObject(value)) return 'a change without a value'
  const commentId = idText(value.id)
  if (commentId === null) return 'a comment without an id'
  const from = isObject(value.from) ? value.from : {}
  const fromId = idText(from.id) ?? ''
  const displayName = shorten(textOf(from.username) || fromId, NAME_CHARACTERS_MAX)
  const username = shorten(normaliseUsername(displayName), NAME_CHARACTERS_MAX)
  if (username === '') return 'a comment without a sender'
  const mediaId = isObject(value.media) ? idText(value.media.id) : null
  return {
    commentId: boundedId(commentId, COMMENT_ID_CHARACTERS_MAX),
    username,
    displayName,
    fromId: boundedId(fromId, ID_CHARACTERS_MAX),
    text: textOf(value.text),
    mediaId: mediaId === null ? null : boundedId(mediaId, ID_CHARACTERS_MAX),
    commentedAt: parseTime(value.timestamp) ?? now,
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const textOf = (value: unknown): string =>
  typeof value === 'string' ? cleanText(value) : typeof value === 'number' ? String(value) : ''

/** Ids come as texts, from some senders as numbers; an empty one is none. */
const idText = (value: unknown): string | null => textOf(value) || null

function shorten(text: string, max: number): string {
  return text.length <= max ? text : cleanText(text.slice(0, max))
}

/** An id too long for its column keeps its beginning and stays distinct by its digest. */
function boundedId(id: string, max: number): string {
  if (id.length <= max) return id
  const digest = createHash('sha256').update(id).digest('hex')
  return `${shorten(id, max - digest.length - 1)}#${digest}`
}
