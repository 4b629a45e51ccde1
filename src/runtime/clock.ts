/** Milliseconds since the Unix epoch. */
export type Millis = number

/** The only source of time. Injected everywhere, so that a test or a replay can hold it. */
export interface Clock {
  /** Current time in ms since the epoch; never goes backwards and never jumps while the process runs. */
  now(): Millis
}

/**
 * A clock that reads the wall once, at creation, and then counts monotonic time.
 * A stepped wall clock (NTP, an operator, daylight mistakes) therefore never ends an item early.
 */
export function createClock(): Clock {
  const wallAtStart = Date.now()
  const monotonicAtStart = performance.now()
  return { now: () => wallAtStart + Math.floor(performance.now() - monotonicAtStart) }
}
