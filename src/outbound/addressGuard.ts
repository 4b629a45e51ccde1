import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'
import type { ResolveName } from './nameResolver.ts'

/** Which targets an outbound call may reach. */
export interface AddressPolicy {
  /** Only public addresses and only https (production); false also allows http and any address. */
  publicOnly: boolean
}

/** The target is none that this service may call. Nothing was sent. */
export class ForbiddenTargetError extends Error {
  readonly code = 'forbidden_target'
  constructor(what: string) {
    super(`${what} is not a public https address`)
    this.name = 'ForbiddenTargetError'
  }
}

/** No connection came about, so certainly nothing of the request was sent. `code` says why, in a word. */
export class NotConnectedError extends Error {
  readonly code: string
  constructor(cause: unknown) {
    super('Could not connect', { cause })
    this.name = 'NotConnectedError'
    this.code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'connect_failed'
  }
}

/** Public by number, but a cloud's own metadata service. */
const METADATA_ADDRESSES = new Set(['168.63.129.16'])

/**
 * Whether an address belongs to the public internet. Everything special (private, loopback, link-local, shared,
 * multicast, reserved, and every form of IPv6 that wraps an IPv4 address) is not; neither is what cannot be read.
 */
export function isPublicAddress(address: string): boolean {
  // A zone such as `%eth0` only exists on link-local addresses.
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || METADATA_ADDRESSES.has(parsed.toString())) return false
  // Global unicast is 2000::/3; `unicast` of the library is merely "nothing special", which includes the old
  // IPv4-compatible form ::127.0.0.1.
  return parsed.kind() === 'ipv4' || ((parsed.toByteArray()[0] ?? 0) & 0xe0) === 0x20
}

/** Null when the policy lets `url` be called as far as its text tells; else what is wrong with it. */
export function urlRefusal(url: string, policy: AddressPolicy): string | null {
  if (!URL.canParse(url)) return 'is not a URL'
  const { protocol, hostname, username, password } = new URL(url)
  if (protocol !== 'https:' && (policy.publicOnly || protocol !== 'http:')) {
    return policy.publicOnly ? 'must begin with https://' : 'must begin with http:// or https://'
  }
  if (username !== '' || password !== '') return 'must not carry a user name or password'
  const literal = bareHost(hostname)
  if (policy.publicOnly && isIP(literal) !== 0 && !isPublicAddress(literal))
    return 'must lead to a public address'
  if (policy.publicOnly && /(^|\.)localhost\.?$/i.test(literal)) return 'must lead to a public address'
  return null
}

/** A host without the brackets that URLs put around IPv6. */
const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1')

interface GuardedConnectorOptions {
  policy: AddressPolicy
  resolve: ResolveName
  connectTimeoutMs: number
}

/**
 * An undici connector that resolves the name itself, checks every address, dials exactly one of the checked ones, and
 * looks once more at the address it reached. A name that changes its answer between check and call (rebinding)
 * therefore gains nothing, and a literal host, which never passes a lookup hook, is checked like any other.
 */
export function guardedConnector({
  policy,
  resolve,
  connectTimeoutMs,
}: GuardedConnectorOptions): buildConnector.connector {
  const dial = buildConnector({ timeout: connectTimeoutMs, autoSelectFamily: false, allowH2: false })

  const permitted = async (hostname: string, protocol: string): Promise<string[]> => {
    if (policy.publicOnly && protocol !== 'https:') throw new ForbiddenTargetError(`${protocol}//${hostname}`)
    const literal = bareHost(hostname)
    const addresses = isIP(literal) === 0 ? await resolve(literal) : [literal]
    if (addresses.length === 0)
      throw Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
    if (policy.publicOnly && !addresses.every(isPublicAddress)) throw new ForbiddenTargetError(hostname)
    return addresses
  }

  const dialFirst = (
    options: buildConnector.Options,
    [address, ...others]: string[],
    callback: buildConnector.Callback,
  ): void => {
    const servername =
      options.servername ?? (isIP(bareHost(options.hostname)) === 0 ? options.hostname : undefined)
    const target = {
      ...options,
      hostname: address ?? '',
      ...(servername === undefined ? {} : { servername }),
    }
    dial(target, (error, socket) => {
      // The next address only if the first could not be reached at all.
      if (error !== null) {
        if (others.length > 0) dialFirst(options, others, callback)
        else callback(new NotConnectedError(error), null)
        return
      }
      const reached = socket.remoteAddress
      if (policy.publicOnly && (reached === undefined || !isPublicAddress(reached))) {
        socket.destroy()
        callback(new NotConnectedError(new ForbiddenTargetError(options.hostname)), null)
      } else {
        callback(null, socket)
      }
    })
  }

  return (options, callback) => {
    permitted(options.hostname, options.protocol).then(
      (addresses) => dialFirst(options, addresses, callback),
      (error: unknown) => callback(new NotConnectedError(error), null),
    )
  }
}
