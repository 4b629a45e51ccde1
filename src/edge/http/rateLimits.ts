import ipaddr from 'ipaddr.js'
import type { Context, Middleware } from 'koa'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../../../config/index.ts'
import { AppError } from '../../runtime/errors.ts'
import { createKnownAddresses } from './knownAddresses.ts'

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600

/**
 * How often one client may call: guessing costs time, and hashing passwords for a flood would take the processor from
 * everyone. Counted in memory, so each node grants the whole budget. Every answer below `/api/v1` tells what is left in
 * `RateLimit-*`; past it: 429 `too_many_requests` with `Retry-After` in seconds.
 */
export interface RateLimits {
  /** By client address, before anything is done for a request. */
  byAddress: Middleware
  /** By tenant, once it is known. @throws AppError `too_many_requests` */
  byTenant(ctx: Context, tenantId: string): Promise<void>
  /**
   * By the account that a log-in is for, so that many addresses together guess no faster than one. An address that
   * logged in to it before is not counted, so that guessing by others never locks its owner out.
   * @throws AppError `too_many_requests`, for accounts that do not exist as well
   */
  byLogin(ctx: Context, email: string): Promise<void>
  /** Notes that a log-in went well. */
  loggedIn(ctx: Context, email: string): void
  /** By the email that is to be registered. @throws AppError `too_many_requests` */
  byRegistration(ctx: Context, email: string): Promise<void>
}

/** Lets everything through. */
export const noRateLimits: RateLimits = {
  byAddress: (_, next) => next(),
  byTenant: () => Promise.resolve(),
  byLogin: () => Promise.resolve(),
  loggedIn: () => undefined,
  byRegistration: () => Promise.resolve(),
}

/** One budget a household: IPv4 as it is, IPv6 by its /64, of which everyone has more addresses than a limit counts. */
function client({ ip }: Context): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv4' ? address.toString() : address.toByteArray().slice(0, 8).join('.')
}

/** The router takes a path in any case and with a slash at its end: neither is a way around a limit. */
const routed = (path: string): string => path.toLowerCase().replace(/\/$/, '')

const budget = (points: number, duration: number): RateLimiterMemory =>
  new RateLimiterMemory({ points, duration })

/** `prefix` is what all paths of the API begin with. */
export function createRateLimits(limits: Config['rateLimits'], prefix: string): RateLimits {
  const waysIn = new Map([
    [`${prefix}/auth/register`, budget(limits.registrationsPerHourMax, HOUR_SECONDS)],
    [`${prefix}/auth/login`, budget(limits.loginsPerMinuteMax, MINUTE_SECONDS)],
    [`${prefix}/auth/refresh`, budget(limits.refreshesPerMinuteMax, MINUTE_SECONDS)],
  ])
  const addresses = budget(limits.addressRequestsPerMinuteMax, MINUTE_SECONDS)
  const tenants = budget(limits.tenantRequestsPerMinuteMax, MINUTE_SECONDS)
  const logins = budget(limits.loginsPerEmailPerMinuteMax, MINUTE_SECONDS)
  const registrations = budget(limits.registrationsPerEmailPerHourMax, HOUR_SECONDS)
  const known = createKnownAddresses()
  return {
    async byAddress(ctx, next) {
      const path = routed(ctx.path)
      const wayIn = ctx.method === 'POST' ? waysIn.get(path) : undefined
      if (path.startsWith(`${prefix}/`) && ctx.method !== 'OPTIONS')
        await spend(ctx, wayIn ?? addresses, client(ctx))
      await next()
    },
    byTenant: (ctx, tenantId) => spend(ctx, tenants, tenantId),
    async byLogin(ctx, email) {
      if (!known.has(email, client(ctx))) await spend(ctx, logins, email, 'tighter')
    },
    loggedIn(ctx, email) {
      known.add(email, client(ctx))
    },
    byRegistration: (ctx, email) => spend(ctx, registrations, email, 'tighter'),
  }
}

/**
 * Takes one try off a budget and tells what is left of it; with `tighter` only where that is less than was told before.
 * @throws AppError `too_many_requests`
 */
async function spend(ctx: Context, limit: RateLimiterMemory, key: string, when?: 'tighter'): Promise<void> {
  try {
    tell(ctx, limit, await limit.consume(key), when)
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal
    ctx.set('Retry-After', tell(ctx, limit, refusal as RateLimiterRes))
    throw new AppError('too_many_requests')
  }
}

function tell(
  ctx: Context,
  { points }: RateLimiterMemory,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
  when?: 'tighter',
): string {
  const seconds = String(Math.ceil(msBeforeNext / 1_000))
  const told = ctx.response.get('RateLimit-Remaining')
  if (when === 'tighter' && told !== '' && Number(told) <= remainingPoints) return seconds
  ctx.set('RateLimit-Limit', String(points))
  ctx.set('RateLimit-Remaining', String(remainingPoints))
  ctx.set('RateLimit-Reset', seconds)
  return seconds
}
