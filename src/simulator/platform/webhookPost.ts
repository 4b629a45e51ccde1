import { createHmac } from 'node:crypto'
import type { PlatformComment } from './comment.ts'
import type { Dialect } from './dialect.ts'

/** One webhook post, byte for byte; a redelivery sends the same bytes again. */
export interface WebhookPost {
  body: Buffer
  /** Value of `x-hub-signature-256`; absent when the platform has no secret to sign with. */
  signature: string | null
}

/**
 * Puts comments of any accounts into one payload, an entry for each run of one account, and signs it.
 * Like the real platform it escapes every character beyond ASCII as `\uxxxx`, and slashes, and signs those very bytes:
 * a receiver that parses and serialises again gets other bytes.
 */
export function webhookPost(
  dialect: Dialect,
  comments: readonly PlatformComment[],
  sentAt: number,
  appSecret: string | null,
): WebhookPost {
  const payload = { object: dialect.webhookObject, entry: entriesOf(comments, sentAt) }
  const body = Buffer.from(escaped(JSON.stringify(payload)), 'ascii')
  return {
    body,
    signature:
      appSecret === null ? null : `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`,
  }
}

interface Change {
  field: 'live_comments'
  value: {
    from: { id: string; username: string }
    media: { id: string; media_product_type: 'LIVE' }
    id: string
    text: string
    timestamp: number
  }
}

function entriesOf(
  comments: readonly PlatformComment[],
  sentAt: number,
): { id: string; time: number; changes: Change[] }[] {
  const entries: { id: string; time: number; changes: Change[] }[] = []
  for (const comment of comments) {
    let entry = entries.at(-1)
    if (entry?.id !== comment.accountId) {
      entry = { id: comment.accountId, time: Math.floor(sentAt / 1_000), changes: [] }
      entries.push(entry)
    }
    entry.changes.push({
      field: 'live_comments',
      value: {
        from: { id: comment.fromId, username: comment.username },
        media: { id: comment.mediaId, media_product_type: 'LIVE' },
        id: comment.id,
        text: comment.text,
        timestamp: comment.timestamp,
      },
    })
  }
  return entries
}

const escaped = (json: string): string =>
  json
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/')
