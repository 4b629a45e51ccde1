import { toMajor, type Minor } from '../../machines/money.ts'
import type { EventData, EventType } from './events.ts'

const TIMES_KEPT_MAX = 512
const times = new Map<number, string>()

/** Milliseconds as RFC 3339 text. Comments come in bursts, so the last texts are kept. */
export function isoTime(millis: number): string {
  const kept = times.get(millis)
  if (kept !== undefined) return kept
  const text = new Date(millis).toISOString()
  if (times.size >= TIMES_KEPT_MAX) times.clear()
  times.set(millis, text)
  return text
}

/** One message as it goes over the wire; in one piece, since a text joined of parts keeps them all until it is read. */
export const frameJson = <T extends EventType>(id: number, type: T, at: number, data: EventData[T]): string =>
  JSON.stringify({ id: String(id), type, at: isoTime(at), data })

/** `comment.new` of a stored comment. */
export const commentNew = (comment: { username: string; text: string; commentedAt: number }) =>
  ({
    socialUsername: comment.username,
    text: comment.text,
    timestamp: isoTime(comment.commentedAt),
  }) satisfies EventData['comment.new']

/** `bid.new` of a stored bid or accepted claim. */
export const bidNew = (bid: {
  username: string
  amount: Minor
  bidType: 'bid' | 'claim'
  productName: string
}) =>
  ({
    socialUsername: bid.username,
    amount: toMajor(bid.amount),
    bidType: bid.bidType,
    productName: bid.productName,
    status: bid.bidType === 'bid' ? 'pending' : 'won',
  }) satisfies EventData['bid.new']
