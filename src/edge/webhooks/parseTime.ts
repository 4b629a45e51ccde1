/** Numbers up to here are seconds (until the year 5138), larger ones milliseconds (since 1973). */
const SECONDS_MAX = 100_000_000_000
/** Last moment of the year 9999, ms. */
const MILLIS_MAX = 253_402_300_799_999

/** A platform's time, Unix seconds, milliseconds or RFC 3339, as ms; null when it is none of them. */
export function parseTime(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value
  const millis =
    typeof number === 'number'
      ? Math.round(number < SECONDS_MAX ? number * 1_000 : number)
      : typeof number === 'string' && number.length <= 64
        ? Date.parse(number)
        : Number.NaN
  return Number.isFinite(millis) && millis > 0 && millis <= MILLIS_MAX ? millis : null
}
