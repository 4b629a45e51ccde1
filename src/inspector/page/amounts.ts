import { recording } from './inspected.ts'

/** An amount of minor units in the shop's currency. */
export function amount(minor: number): string {
  const currency = recording.value?.settings.currency ?? 'USD'
  return new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    minor / 100,
  )
}

/** A time of day to the millisecond. */
export function timeOfDay(at: number): string {
  return new Intl.DateTimeFormat('en', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hour12: false,
  }).format(at)
}
