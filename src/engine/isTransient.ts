/** SQLSTATE classes that speak of the data or statement itself: trying again changes nothing. */
const LASTING_CLASSES = new Set(['22', '23', '42'])

/** Whether the same write may succeed later: a lost connection, a timeout, a full disk, a deadlock, a restart. */
export function isTransient(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return !LASTING_CLASSES.has(code.slice(0, 2))
  }
  return true
}
