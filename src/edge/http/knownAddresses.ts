const KEPT_MAX = 100_000

/** Client addresses from which an account's owner logged in, the latest {@link KEPT_MAX} of them, in memory. */
export interface KnownAddresses {
  has(email: string, address: string): boolean
  add(email: string, address: string): void
}

export function createKnownAddresses(keptMax = KEPT_MAX): KnownAddresses {
  // In the order of the last log-in, so that the first is the one to let go.
  const kept = new Set<string>()
  const pair = (email: string, address: string): string => `${address} ${email}`
  return {
    has: (email, address) => kept.has(pair(email, address)),
    add(email, address) {
      kept.delete(pair(email, address))
      kept.add(pair(email, address))
      const [oldest] = kept
      if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
    },
  }
}
