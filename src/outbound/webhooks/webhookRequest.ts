import { Webhook } from 'standardwebhooks'
import type { HttpCall } from '../httpCall.ts'

/** Bounds of one try. */
export interface WebhookLimits {
  deliveryTimeoutMs: number
  responseBytesMax: number
}

interface WebhookMessage {
  /** The same at every try: the shop knows a repetition by it. */
  id: string
  url: string
  payload: Record<string, unknown>
  /** Newest first; each signs. */
  secrets: readonly string[]
  /** Ms since the epoch. */
  now: number
}

/** One try of a webhook, signed by the Standard Webhooks specification. */
export function webhookRequest(
  { id, url, payload, secrets, now }: WebhookMessage,
  limits: WebhookLimits,
): HttpCall {
  // The database keeps no order of keys; a person reads the type first.
  const { type, timestamp, data } = payload
  const body = JSON.stringify({ type, timestamp, data })
  const at = new Date(now)
  return {
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'live-commerce-auctions (Standard Webhooks)',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / 1_000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
    },
    body,
    timeLimitMs: limits.deliveryTimeoutMs,
    bodyBytesMax: limits.responseBytesMax,
  }
}
