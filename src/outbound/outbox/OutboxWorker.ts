import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  claimedStep,
  nextStep,
  type DeliveryEvent,
  type DeliveryKind,
  type DeliveryStep,
} from '../../../machines/delivery/index.ts'
import type { Sql } from '../../persistence/sql.ts'
import type { Clock } from '../../runtime/clock.ts'
import { claimDeliveries } from './claim.ts'
import type { ClaimedDelivery, Send, SendOutcome } from './ClaimedDelivery.ts'
import type { Lane } from './lane.ts'
import type { Record as RecordResult } from './recorder.ts'

export interface OutboxWorkerOptions {
  kind: DeliveryKind
  /** Wait before each try, ms after the try before it. */
  waitsMs: readonly number[]
  sql: Sql
  clock: Clock
  send: Send
  record: RecordResult
  createLane: () => Lane
  /** Room of a target that nothing is known about. */
  laneRoomDefault: number
  /** Calls at a time over all targets. */
  inFlightMax: number
  /** Longer than any call can take; after it another worker may take the delivery. */
  leaseMs: number
  /** How often due retries are looked for. */
  pollMs: number
  /** In [0, 1). */
  random: () => number
  /** A fault of this service, not of a receiver. */
  onFault: (what: string, error: unknown) => void
}

export interface OutboxWorker {
  /** There may be something due: look now. To be called after each commit. */
  wake(): void
  /** Takes nothing new; settles when the calls under way are done and stored. */
  stop(): Promise<void>
  inFlight(): number
}

/** A shop that asks for patience is left alone altogether, but its word is believed for so long only. */
const LANE_PAUSE_MAX_MS = 3_600_000

/** Between one look and the next. */
const LOOK_PAUSE_MS = 25

/**
 * Takes due deliveries of one kind and sends them, many targets at once. Every target has a lane of its own: one that
 * hangs fills its lane and nothing else. All state that matters is in the rows; a worker that dies loses none of it.
 */
export function startOutboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  const { kind, sql, clock } = options
  const lanes = new Map<string, Lane>()
  const calls = new Set<Promise<void>>()
  let isStopped = false
  let isLooking = false
  let lookAgain = false
  let looking: Promise<void> = Promise.resolve()

  const laneOf = (tenantId: string): Lane => {
    const known = lanes.get(tenantId)
    if (known !== undefined) return known
    const lane = options.createLane()
    lanes.set(tenantId, lane)
    return lane
  }

  const handle = async (delivery: ClaimedDelivery): Promise<void> => {
    const lane = laneOf(delivery.tenantId)
    const outcome = await attempt(lane, delivery)
    const at = clock.now()
    pauseLane(lane, outcome, at)
    const step = nextStep(taken(delivery), eventOf(outcome, at, options.random()))
    await options.record({ delivery, step, at, attempt: outcome.type === 'tried' ? outcome.attempt : null })
  }

  const taken = ({ attempts }: ClaimedDelivery): DeliveryStep =>
    claimedStep({ kind, attempts, waitsMs: options.waitsMs })

  const attempt = (lane: Lane, delivery: ClaimedDelivery): Promise<SendOutcome> => {
    // Taken over from a worker that died in the middle: whether to send is the chart's to say.
    const resumed = delivery.interrupted ? nextStep(taken(delivery), { type: 'interrupted' }) : null
    return resumed?.state === 'cancelled'
      ? Promise.resolve({ type: 'abandoned', reason: resumed.reason ?? 'outcome_unknown' })
      : lane.run(() => options.send(delivery))
  }

  const look = async (): Promise<void> => {
    isLooking = true
    do {
      const limit = options.inFlightMax - calls.size
      if (limit <= 0) break
      for (const [tenantId, lane] of lanes) if (lane.isForgettable()) lanes.delete(tenantId)
      const rooms = [...lanes].map(([tenantId, lane]) => ({ tenantId, room: lane.room() }))
      const claimed = await claimDeliveries(sql, {
        kind,
        now: clock.now(),
        leaseMs: options.leaseMs,
        leaseToken: randomUUID(),
        rooms,
        defaultRoom: options.laneRoomDefault,
        limit,
      })
      for (const delivery of claimed) dispatch(delivery)
    } while (await isAskedAgain())
    isLooking = false
  }

  /** In a flood there is always more: it is gathered for a moment, so that looking costs the database little. */
  const isAskedAgain = async (): Promise<boolean> => {
    if (lookAgain && !isStopped) await delay(LOOK_PAUSE_MS)
    const asked = lookAgain
    lookAgain = false
    return asked && !isStopped
  }

  const dispatch = (delivery: ClaimedDelivery): void => {
    // A fault leaves the row to its lease: it is taken up again when that runs out.
    const call = handle(delivery)
      .catch((error: unknown) => options.onFault(`Delivery ${delivery.id}`, error))
      .finally(() => {
        calls.delete(call)
        wake()
      })
    calls.add(call)
  }

  const wake = (): void => {
    if (isStopped) return
    if (isLooking) {
      lookAgain = true
      return
    }
    looking = look().catch((error: unknown) => {
      isLooking = false
      options.onFault('Looking for due deliveries', error)
    })
  }

  const poll = setInterval(wake, options.pollMs)
  wake()

  return {
    wake,
    async stop() {
      isStopped = true
      clearInterval(poll)
      await looking
      await Promise.allSettled(calls)
    },
    inFlight: () => calls.size,
  }
}

const eventOf = (outcome: SendOutcome, at: number, jitter: number): DeliveryEvent =>
  outcome.type === 'tried' ? { ...outcome.verdict, at, jitter } : outcome

function pauseLane(lane: Lane, outcome: SendOutcome, at: number): void {
  if (outcome.type !== 'tried') return
  const { verdict } = outcome
  const askedMs = 'retryAfterMs' in verdict ? (verdict.retryAfterMs ?? 0) : 0
  if (askedMs > 0) lane.pause(at + Math.min(askedMs, LANE_PAUSE_MAX_MS))
}
