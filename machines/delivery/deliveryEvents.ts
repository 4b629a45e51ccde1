/** What a try came to, in terms of what it means for the next one. */
export type Verdict =
  /** The receiver took it. */
  | { type: 'accepted' }
  /** The receiver will never take it (410; a deleted comment). */
  | { type: 'gone'; reason: string }
  /** Certainly not applied; the receiver may have said when to come back, ms. */
  | { type: 'refused'; reason: string; retryAfterMs: number | null }
  /** Not even looked at, because the sender must slow down; does not count as a try. */
  | { type: 'throttled'; reason: string; retryAfterMs: number }
  /** May or may not have been applied: a time-out, a broken connection after the request left. */
  | { type: 'unknown'; reason: string }

export type DeliveryEvent =
  /** A worker took it and is about to send. */
  | { type: 'claimed' }
  /** A worker found it taken by another that died or lost its lease: nobody knows whether it was sent. */
  | { type: 'interrupted' }
  /** Nothing to send to any more, or too late to matter. */
  | { type: 'abandoned'; reason: string }
  /** The seller asks for it once more, under the same id. */
  | { type: 'redeliver'; at: number }
  /** `at`: ms since the epoch; `jitter`: random, in [0, 1). */
  | (Verdict & { at: number; jitter: number })
