import { GRAPH_CODES } from './graphError.ts'

/** Calls of the platform that can be made to fail. */
export const FAULT_TARGETS = ['all', 'token', 'accounts', 'profile', 'subscribe', 'reply'] as const
export type FaultTarget = (typeof FAULT_TARGETS)[number]

export const FAULT_KINDS = [
  /** Answers correctly, `delayMs` late. */
  'slow',
  /** Fails with `status` and no useful body. */
  'server_error',
  /** 429 with usage headers and `code` (4, 17, 32 or 613). */
  'rate_limited',
  /** Refuses with `code` in a well-formed error body. */
  'graph_error',
  /** Refuses the token with code 190. */
  'expired_token',
  /** Does what was asked, then never answers. */
  'timeout_after_success',
  /** Cuts the connection before doing anything. */
  'reset',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

export interface FaultOrder {
  target: FaultTarget
  kind: FaultKind
  /** How many calls it spoils; absent or null: until it is removed. */
  times?: number | null | undefined
  delayMs?: number | undefined
  status?: number | undefined
  code?: number | undefined
  /** Minutes until access returns, as the usage header of a rate limit tells it. */
  regainMinutes?: number | undefined
}

export interface Fault {
  id: string
  target: FaultTarget
  kind: FaultKind
  delayMs: number
  status: number
  code: number
  regainMinutes: number
  timesLeft: number | null
  /** Calls spoiled so far. */
  spoiled: number
}

/** The misbehaviour in force. Of several faults that fit a call, the oldest applies. */
export interface FaultBook {
  all(): readonly Fault[]
  add(order: FaultOrder): Fault
  /** Returns whether there was such a fault. */
  remove(id: string): boolean
  clear(): void
  /** The fault that spoils this call, counted as used. */
  take(target: Exclude<FaultTarget, 'all'>): Fault | undefined
}

export function createFaultBook(): FaultBook {
  let faults: Fault[] = []
  let added = 0

  return {
    all: () => faults,
    add(order) {
      const fault: Fault = {
        id: String(++added),
        target: order.target,
        kind: order.kind,
        timesLeft: order.times ?? null,
        delayMs: order.delayMs ?? 3_000,
        status: order.status ?? 500,
        code: order.code ?? GRAPH_CODES.appRateLimit,
        regainMinutes: order.regainMinutes ?? 1,
        spoiled: 0,
      }
      faults = [...faults, fault]
      return fault
    },
    remove(id) {
      const before = faults.length
      faults = faults.filter((fault) => fault.id !== id)
      return faults.length < before
    },
    clear() {
      faults = []
    },
    take(target) {
      const fault = faults.find((each) => each.target === target || each.target === 'all')
      if (fault === undefined) return undefined
      fault.spoiled += 1
      if (fault.timesLeft !== null && --fault.timesLeft <= 0) faults = faults.filter((each) => each !== fault)
      return fault
    },
  }
}
