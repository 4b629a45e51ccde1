import type { Clock } from '../../runtime/clock.ts'
import type { SendOutcome } from './ClaimedDelivery.ts'
import type { TokenBucket } from './tokenBucket.ts'

export interface LaneLimits {
  /** Calls to one target at a time. */
  inFlightMax: number
  /** Calls in a row without any answer after which the target counts as down. */
  failuresToOpen: number
  /** How long a target that is down is left alone before one call feels it out, ms. */
  openMs: number
}

/** Calls asked for by hand that may run beside the ordinary ones. */
const BY_HAND_MAX = 2

/**
 * One target's share of the outbox: a bulkhead, a circuit breaker and, where the target wants it, a pace. Instead of
 * turning calls away, it says beforehand how many more it takes, so that nothing is claimed that cannot be sent.
 */
export interface Lane {
  /** How many more calls it may be given now; see `LaneRoom`. */
  room(): number
  /** Runs one call inside the lane and learns from what became of it. */
  run(call: () => Promise<SendOutcome>): Promise<SendOutcome>
  /** Nothing more is sent before `until`, ms since the epoch. */
  pause(until: number): void
  /** Nothing to remember about this target. */
  isForgettable(): boolean
}

export function createLane(limits: LaneLimits, clock: Clock, bucket?: TokenBucket): Lane {
  let inFlight = 0
  let pausedUntil = 0
  let failuresInRow = 0

  const isDown = (): boolean => failuresInRow >= limits.failuresToOpen

  const learn = (outcome: SendOutcome): void => {
    if (outcome.type !== 'tried') return
    const { verdict, attempt } = outcome
    failuresInRow = attempt.responseStatus === null ? failuresInRow + 1 : 0
    if (isDown()) pausedUntil = Math.max(pausedUntil, clock.now() + limits.openMs)
    // The target is well, whatever was thought of it: a ping sent by hand mends the lane at once.
    if (verdict.type === 'accepted') pausedUntil = 0
  }

  return {
    room() {
      if (inFlight >= limits.inFlightMax + BY_HAND_MAX) return -1
      if (pausedUntil > clock.now()) return 0
      const free = Math.max(0, (isDown() ? 1 : limits.inFlightMax) - inFlight)
      return bucket === undefined ? free : Math.min(free, bucket.available())
    },
    async run(call) {
      inFlight += 1
      bucket?.take()
      try {
        const outcome = await call()
        learn(outcome)
        return outcome
      } finally {
        inFlight -= 1
      }
    },
    pause(until) {
      pausedUntil = Math.max(pausedUntil, until)
    },
    isForgettable: () =>
      inFlight === 0 && failuresInRow === 0 && pausedUntil <= clock.now() && (bucket?.isFull() ?? true),
  }
}
