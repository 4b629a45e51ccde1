import { createHmac, timingSafeEqual } from 'node:crypto'

/** `sha256=<hex>` of the bytes under the app's secret, as the platform sends it in `x-hub-signature-256`. */
export const signatureOf = (bytes: Buffer | string, appSecret: string): string =>
  `sha256=${createHmac('sha256', appSecret).update(bytes).digest('hex')}`

/**
 * Whether a header signs this body: the bytes as they came, which is what platforms sign, or the body serialised
 * again, which is what the contract says. Compared in constant time.
 */
export function isSignedBy(header: string, raw: Buffer, body: unknown, appSecret: string): boolean {
  return (
    equal(header, signatureOf(raw, appSecret)) ||
    equal(header, signatureOf(JSON.stringify(body ?? null), appSecret))
  )
}

/** Equality of two texts, in a time that tells nothing of where they differ. */
export function equal(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
