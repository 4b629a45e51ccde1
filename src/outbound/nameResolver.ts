import { lookup, Resolver } from 'node:dns/promises'

/** Every address of a host name, IPv4 first; empty when it has none. */
export type ResolveName = (hostname: string) => Promise<string[]>

const QUERY_TIMEOUT_MS = 3_000
const QUERY_TRIES = 2

const orNone = (answer: Promise<string[]>): Promise<string[]> => answer.catch(() => [])

/**
 * Resolves over c-ares, which asks the name servers itself. `getaddrinfo` would run on libuv's four threads, the ones
 * that hash passwords: a flood of logins would then stop every outbound call.
 */
export function createNameResolver(options: { hostsFile: boolean; servers?: string[] }): ResolveName {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES })
  if (options.servers !== undefined) resolver.setServers(options.servers)
  return async (hostname) => {
    // RFC 6761: never asked of a name server.
    if (/(^|\.)localhost\.?$/i.test(hostname)) return ['127.0.0.1', '::1']
    const [v4, v6] = await Promise.all([
      orNone(resolver.resolve4(hostname)),
      orNone(resolver.resolve6(hostname)),
    ])
    const found = [...v4, ...v6]
    if (found.length > 0 || !options.hostsFile) return found
    // c-ares' queries do not read /etc/hosts, where a developer's container names often stand.
    return (await lookup(hostname, { all: true }).catch(() => [])).map(({ address }) => address)
  }
}
