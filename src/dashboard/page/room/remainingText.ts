import { clockTime } from '../words/format.ts'

const TENTHS_BELOW_MS = 10_000

/**
 * Time left as the seller reads it out: `1:05`, and in the last ten seconds with tenths, `7.3`. Whole seconds are
 * rounded up and tenths down, so that neither shows zero before the end nor anything after it.
 */
export function remainingText(leftMs: number): string {
  if (leftMs >= TENTHS_BELOW_MS) return clockTime(Math.ceil(leftMs / 1_000) * 1_000)
  const tenths = Math.floor(Math.max(0, leftMs) / 100)
  return `${String(Math.floor(tenths / 10))}.${String(tenths % 10)}`
}
