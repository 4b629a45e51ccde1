import { toMajor, type Minor } from '../../machines/money.ts'
import type { EventData, EventType } from './events.ts'

const SECONDS_KEPT_MAX = 512
const seconds = new Map<number, string>()
const FRACTIONS = Array.from({ length: 1_000 }, (_, millis) => `.${String(millis).padStart(3, '0')}Z`)

/** Milliseconds as RFC 3339 text. Comments come in bursts, so the texts of the last seconds are kept. */
export function isoTime(millis: number): string {
  const second = Math.floor(millis / 1_000)
  let text = seconds.get(second)
  if (text === undefined) {
    text = new Date(second * 1_000).toISOString().slice(0, -FRACTION_LENGTH)
    if (seconds.size >= SECONDS_KEPT_MAX) seconds.clear()
    seconds.set(second, text)
  }
  return text + (FRACTIONS[Math.floor(millis) - second * 1_000] ?? '')
}

const FRACTION_LENGTH = '.000Z'.length

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
