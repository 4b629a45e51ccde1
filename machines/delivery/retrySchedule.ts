const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Wait before each try of an auto-reply, ms after the try before it; it is worth something only while the show goes on. */
export const REPLY_WAITS_MS: readonly number[] = [0, 2 * SECOND, 10 * SECOND, MINUTE]

/** A receiver may ask for patience, but not for more than this. */
export const RETRY_AFTER_MAX_MS = 24 * HOUR

const JITTER_SHARE = 0.2

/**
 * Wait until the try after `attemptsMade` tries, ms; null when no try is left. Jitter only lengthens (by up to a
 * fifth), so that a try never comes before its time. `jitter` is in [0, 1).
 */
export function retryWaitMs(waits: readonly number[], attemptsMade: number, jitter: number): number | null {
  const wait = waits[attemptsMade]
  return wait === undefined ? null : Math.round(wait * (1 + JITTER_SHARE * jitter))
}
