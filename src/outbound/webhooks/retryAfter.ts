/**
 * `Retry-After` (RFC 9110, 10.2.3) as ms from `now`: whole seconds or a date. Null when absent or unreadable; a date
 * in the past is 0.
 */
export function retryAfterMs(value: string | undefined, now: number): number | null {
  if (value === undefined) return null
  const text = value.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  // Date.parse also reads lone numbers and half dates; a real one names its day and its zone.
  const date = /^[A-Za-z]{3,9},? .*(GMT|UTC)$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
