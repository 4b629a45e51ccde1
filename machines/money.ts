/**
 * An amount of money in integer minor units (hundredths), 0 … 999_999_999_999.
 * A branded number: arithmetic is exact, and a price in major units cannot be passed by mistake.
 */
export type Minor = number & { readonly __brand: 'Minor' }

/** 9 999 999 999.99, the largest amount the service handles. */
export const MINOR_MAX = 999_999_999_999 as Minor

/** Increment that applies when neither the request nor the product gives one: 10 units of currency. */
export const DEFAULT_INCREMENT = 1_000 as Minor

/** Brands an integer that is already in minor units. */
export const minor = (value: number): Minor => value as Minor

export const addMinor = (a: Minor, b: Minor): Minor => (a + b) as Minor

/**
 * Major units as JSON carries them (`100.3`) to minor units (`10030`).
 * Returns null when the value is not finite, is negative, has more than two decimals, or exceeds {@link MINOR_MAX}.
 */
export function toMinor(major: number): Minor | null {
  if (!Number.isFinite(major) || major < 0) return null
  const scaled = Math.round(major * 100)
  if (scaled > MINOR_MAX || scaled / 100 !== major) return null
  return scaled as Minor
}

/** Minor units to the JSON number of major units; exact, because both round-trip through two decimals. */
export const toMajor = (amount: Minor): number => amount / 100

/** Minor units as the decimal text of a `numeric(14,2)` column, e.g. `10030` → `"100.30"`. */
export const toDecimalText = (amount: Minor): string =>
  `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`

/** Minor units as people write them: `140`, `20.50`. */
export const amountText = (amount: Minor): string => toDecimalText(amount).replace(/\.00$/, '')

/** The decimal text of a `numeric(14,2)` column back to minor units. */
export function fromDecimalText(text: string): Minor {
  return Math.round(Number(text) * 100) as Minor
}
