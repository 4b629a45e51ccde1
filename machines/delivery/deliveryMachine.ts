import { assign, setup } from 'xstate'
import type { DeliveryEvent, Verdict } from './deliveryEvents.ts'
import { RETRY_AFTER_MAX_MS, retryWaitMs } from './retrySchedule.ts'

export type DeliveryKind = 'webhook' | 'reply'

export interface DeliveryContext {
  kind: DeliveryKind
  /** Wait before each try, ms after the try before it; as many entries as there are tries. */
  waitsMs: readonly number[]
  /** Tries made so far. */
  attempts: number
  /** When the next try is due, ms since the epoch; null while none is planned. */
  nextAttemptAt: number | null
  /** Why the last try, or the whole delivery, failed. */
  reason: string | null
}

type Tried = Verdict & { at: number; jitter: number }

const VERDICTS: readonly string[] = [
  'accepted',
  'gone',
  'refused',
  'throttled',
  'unknown',
] satisfies Verdict['type'][]

/** The chart only routes verdicts to the actions that read one; this tells the compiler so. */
const tried = (event: DeliveryEvent): Tried => {
  if (!VERDICTS.includes(event.type)) throw new Error(`A verdict was expected, got ${event.type}`)
  return event as Tried
}

const hasTriesLeft = ({ attempts, waitsMs }: DeliveryContext): boolean => attempts + 1 < waitsMs.length

/**
 * One outbound call, from the outbox row to its end. Pure: it says what comes next, the worker does it.
 *
 * A shop webhook carries its id, so it is sent again whenever in doubt. An auto-reply has no such id and everybody on
 * the stream would see it twice, so doubt ends it.
 */
export const deliveryMachine = setup({
  types: { context: {} as DeliveryContext, events: {} as DeliveryEvent, input: {} as DeliveryContext },
  guards: {
    isRepeatable: ({ context }) => context.kind === 'webhook',
    hasTriesLeft: ({ context }) => hasTriesLeft(context),
    isRepeatableWithTriesLeft: ({ context }) => context.kind === 'webhook' && hasTriesLeft(context),
  },
  actions: {
    countTry: assign(({ context }) => ({ attempts: context.attempts + 1, nextAttemptAt: null })),
    planRetry: assign(({ context, event }) => {
      const verdict = tried(event)
      const wait = retryWaitMs(context.waitsMs, context.attempts, verdict.jitter) ?? 0
      const asked = 'retryAfterMs' in verdict ? (verdict.retryAfterMs ?? 0) : 0
      return { nextAttemptAt: verdict.at + Math.max(wait, Math.min(asked, RETRY_AFTER_MAX_MS)) }
    }),
    planAfterThrottle: assign(({ event }) => {
      const verdict = tried(event)
      const asked = verdict.type === 'throttled' ? verdict.retryAfterMs : 0
      return { nextAttemptAt: verdict.at + Math.min(asked, RETRY_AFTER_MAX_MS) }
    }),
    keepReason: assign(({ event }) => ({ reason: 'reason' in event ? event.reason : null })),
    doubt: assign({ reason: 'outcome_unknown', nextAttemptAt: null }),
    clearReason: assign({ reason: null }),
    startOver: assign(({ event }) => ({
      attempts: 0,
      reason: null,
      nextAttemptAt: event.type === 'redeliver' ? event.at : null,
    })),
    planNothing: assign({ nextAttemptAt: null }),
  },
}).createMachine({
  id: 'delivery',
  description: 'One shop webhook or auto-reply on its way out.',
  context: ({ input }) => input,
  initial: 'pending',
  states: {
    pending: {
      description: 'Written with the change that caused it; due at once.',
      on: {
        claimed: 'sending',
        abandoned: { target: 'cancelled', actions: ['keepReason', 'planNothing'] },
      },
    },
    sending: {
      description: 'With a worker, which holds a lease on it.',
      on: {
        accepted: { target: 'delivered', actions: ['countTry', 'clearReason'] },
        gone: { target: 'failed', actions: ['countTry', 'keepReason'] },
        refused: [
          { guard: 'hasTriesLeft', target: 'waiting', actions: ['countTry', 'keepReason', 'planRetry'] },
          { target: 'failed', actions: ['countTry', 'keepReason'] },
        ],
        throttled: { target: 'waiting', actions: ['keepReason', 'planAfterThrottle'] },
        unknown: [
          {
            guard: 'isRepeatableWithTriesLeft',
            target: 'waiting',
            actions: ['countTry', 'keepReason', 'planRetry'],
          },
          { guard: 'isRepeatable', target: 'failed', actions: ['countTry', 'keepReason'] },
          { target: 'cancelled', actions: ['countTry', 'doubt'] },
        ],
        interrupted: [{ guard: 'isRepeatable' }, { target: 'cancelled', actions: 'doubt' }],
        abandoned: { target: 'cancelled', actions: ['keepReason', 'planNothing'] },
      },
    },
    waiting: {
      description: 'Tried in vain; the next try has its time.',
      on: {
        claimed: 'sending',
        abandoned: { target: 'cancelled', actions: ['keepReason', 'planNothing'] },
      },
    },
    delivered: {
      description: 'Taken by the receiver.',
      on: { redeliver: { guard: 'isRepeatable', target: 'pending', actions: 'startOver' } },
    },
    failed: {
      description: 'Out of tries, or turned away for good.',
      on: { redeliver: { guard: 'isRepeatable', target: 'pending', actions: 'startOver' } },
    },
    cancelled: {
      description: 'Given up without an answer: nowhere to send it, too late, or in doubt.',
      on: { redeliver: { guard: 'isRepeatable', target: 'pending', actions: 'startOver' } },
    },
  },
})
