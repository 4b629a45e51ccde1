import { minor, MINOR_MAX, type Minor } from '../money.ts'
import type { NumeralValue } from './numeral.ts'

/** The amount times a multiplier such as `k`. Both are small enough for the product to be exact. */
export function scaleAmount(amount: Minor, factor: number): NumeralValue {
  const scaled = amount * factor
  return scaled > MINOR_MAX ? { amount: null, fault: 'too_large' } : { amount: minor(scaled), fault: null }
}
