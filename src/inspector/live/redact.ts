const TELLS_A_SECRET = /secret|token|password|authorization|credential|cookie|api_?key/i

export const HIDDEN = '[hidden]'

/** A copy of JSON data without what must not be shown: whatever stands under a name that speaks of a secret. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      TELLS_A_SECRET.test(name) && inner !== null ? HIDDEN : redact(inner),
    ]),
  )
}
