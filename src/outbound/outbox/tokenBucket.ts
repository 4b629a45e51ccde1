import type { Clock } from '../../runtime/clock.ts'

/** Paces calls: `capacity` at once, then `perSecond` steadily. */
export interface TokenBucket {
  /** Whole calls that may be made now. */
  available(): number
  /** Counts a call. */
  take(): void
  isFull(): boolean
}

export function createTokenBucket(
  limits: { capacity: number; perSecond: number },
  clock: Clock,
): TokenBucket {
  let tokens = limits.capacity
  let countedAt = clock.now()
  const refill = (): void => {
    const now = clock.now()
    tokens = Math.min(limits.capacity, tokens + ((now - countedAt) / 1_000) * limits.perSecond)
    countedAt = now
  }
  return {
    available() {
      refill()
      return Math.max(0, Math.floor(tokens))
    },
    take() {
      refill()
      tokens -= 1
    },
    isFull() {
      refill()
      return tokens >= limits.capacity
    },
  }
}
