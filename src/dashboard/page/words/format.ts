import { signal } from '@preact/signals'
import { currentLanguage, t } from './words.ts'

/** The shop's currency, ISO 4217. */
export const currency = signal('USD')

/** An amount in the shop's currency, without decimals when it has none: `₺1,500` but `₺1,500.50`. */
export function money(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'currency',
    currency: currency.value,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount)
}

/** A span as a clock shows it: `4:05`, from an hour on `1:04:05`. */
export function clockTime(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1_000))
  const two = (n: number): string => String(n).padStart(2, '0')
  const [hours, minutes, seconds] = [Math.floor(total / 3_600), Math.floor(total / 60) % 60, total % 60]
  return hours > 0 ? `${String(hours)}:${two(minutes)}:${two(seconds)}` : `${String(minutes)}:${two(seconds)}`
}

/** How long ago, in words: `2 minutes ago`. */
export function ago(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  const format = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' })
  if (seconds < 2) return t('ago.now')
  if (seconds < 60) return format.format(-seconds, 'second')
  if (seconds < 3_600) return format.format(-Math.floor(seconds / 60), 'minute')
  if (seconds < 86_400) return format.format(-Math.floor(seconds / 3_600), 'hour')
  return format.format(-Math.floor(seconds / 86_400), 'day')
}

export const dateTime = (iso: string): string =>
  new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(iso),
  )

export const date = (iso: string): string =>
  new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'long' }).format(new Date(iso))
