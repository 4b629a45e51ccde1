import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { PlatformComment } from './comment.ts'
import type { Dialect } from './dialect.ts'
import { verifySubscription } from './verifySubscription.ts'
import { webhookPost, type WebhookPost } from './webhookPost.ts'

/** The most changes that the platform puts into one post. */
export const CHANGES_PER_POST_MAX = 1_000
/** How long the platform keeps trying before it drops a post. */
export const REDELIVER_FOR_MS = 36 * 60 * 60 * 1_000
const RETRY_FIRST_MS = 200
const RETRY_MAX_MS = 60_000
const ACKNOWLEDGE_WITHIN_MS = 20_000

/** Where posts go and what proves both sides. */
export interface Subscriber {
  url: string | null
  /** Null: there is no handshake. */
  verifyToken: string | null
  appSecret: string | null
}

/** Misbehaviour of the delivery itself. */
export interface DeliveryManner {
  /** How often each post is sent again after it was acknowledged. */
  duplicates: number
  /** Changes within a post come in any order. */
  shuffle: boolean
  /** Each post waits a random time up to this, so that posts overtake each other. */
  jitterMs: number
}

/** What became of one post. */
export interface Receipt {
  acknowledged: boolean
  attempts: number
  /** When the try that was acknowledged left; ms since the epoch. */
  sentAt: number
  acknowledgedAt: number
}

export interface WebhookSender {
  /** Posts comments, 1,000 at most a post, one post after the other; settles when all are acknowledged or given up. */
  send(comments: readonly PlatformComment[]): Promise<Receipt>
  /** The handshake: true when the subscriber echoed the challenge. */
  verify(): Promise<boolean>
  manner: DeliveryManner
  counts: { posts: number; acknowledged: number; refused: number; pending: number }
  /** Gives up what is still pending. */
  stop(): void
}

export function createWebhookSender(deps: {
  dialect: Dialect
  subscriber: Subscriber
  now: () => number
  random: Random
}): WebhookSender {
  const { dialect, subscriber, now, random } = deps
  const stopping = new AbortController()
  const manner: DeliveryManner = { duplicates: 0, shuffle: false, jitterMs: 0 }
  const counts = { posts: 0, acknowledged: 0, refused: 0, pending: 0 }
  let verifiedUrl: string | null = null

  const verify = async (): Promise<boolean> => {
    const { url } = subscriber
    const { verifyToken } = subscriber
    const knows = async (): Promise<boolean> =>
      verifyToken === null || (url !== null && (await verifySubscription(url, verifyToken, stopping.signal)))
    const verified = url !== null && (await knows())
    if (verified) verifiedUrl = url
    return verified
  }

  const tryOnce = async (post: WebhookPost): Promise<boolean> => {
    const { url } = subscriber
    if (url === null || (verifiedUrl !== url && !(await verify()))) return false
    counts.posts += 1
    const acknowledged = await postOnce(url, post, stopping.signal)
    counts[acknowledged ? 'acknowledged' : 'refused'] += 1
    return acknowledged
  }

  const deliver = async (comments: readonly PlatformComment[]): Promise<Receipt> => {
    const firstAt = now()
    const post = webhookPost(
      dialect,
      manner.shuffle ? random.shuffle(comments) : comments,
      firstAt,
      subscriber.appSecret,
    )
    if (manner.jitterMs > 0) await waitFor(random.int(manner.jitterMs), stopping.signal)
    for (let attempts = 1; ; attempts++) {
      const sentAt = now()
      if (await tryOnce(post)) {
        const receipt = { acknowledged: true, attempts, sentAt, acknowledgedAt: now() }
        for (let copy = 0; copy < manner.duplicates; copy++) await tryOnce(post)
        return receipt
      }
      const backOffMs = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (attempts - 1))
      const givenUp = now() + backOffMs - firstAt > REDELIVER_FOR_MS
      if (givenUp || !(await waitFor(backOffMs, stopping.signal))) {
        return { acknowledged: false, attempts, sentAt, acknowledgedAt: now() }
      }
    }
  }

  return {
    manner,
    counts,
    verify,
    async send(comments) {
      counts.pending += comments.length
      let whole: Receipt | null = null
      for (let start = 0; start < comments.length; start += CHANGES_PER_POST_MAX) {
        const slice = comments.slice(start, start + CHANGES_PER_POST_MAX)
        const part = await deliver(slice)
        counts.pending -= slice.length
        whole =
          whole === null
            ? part
            : { ...part, sentAt: whole.sentAt, acknowledged: whole.acknowledged && part.acknowledged }
      }
      return whole ?? { acknowledged: true, attempts: 0, sentAt: now(), acknowledgedAt: now() }
    },
    stop: () => stopping.abort(),
  }
}

/** True when the subscriber answered 200 in time; whatever else happens counts as a failure. */
async function postOnce(url: string, post: WebhookPost, stopped: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(post.signature === null ? {} : { 'x-hub-signature-256': post.signature }),
      },
      body: new Uint8Array(post.body),
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(ACKNOWLEDGE_WITHIN_MS)]),
    })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

/** False when the platform stops before the time is over. */
const waitFor = (ms: number, stopped: AbortSignal): Promise<boolean> =>
  pause(ms, true, { signal: stopped }).catch(() => false)
