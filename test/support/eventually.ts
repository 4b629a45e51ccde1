import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 10

/**
 * Polls until `probe` returns something truthy and returns that. A probe that throws counts as not yet; after
 * `timeoutMs` its last error, or a plain one, is thrown. That patience costs nothing where all is well; it is long enough
 * for a machine that is slow and busy with other things.
 */
export async function eventually<T>(
  probe: () => T | Promise<T>,
  { timeoutMs = 20_000 }: { timeoutMs?: number } = {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  let lastError: unknown = new Error(`not true within ${String(timeoutMs)} ms`)
  for (;;) {
    try {
      const value = await probe()
      if (value) return value
    } catch (error) {
      lastError = error
    }
    if (performance.now() >= deadline) throw lastError
    await pause(POLL_MS)
  }
}
