const FIRST_MS = 300
const LONGEST_MS = 8_000

/** How long to wait before the n-th try in a row (from 0): doubling, with jitter so that clients do not return in step. */
export function retryDelay(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt)
  return ceiling / 2 + (random() * ceiling) / 2
}
