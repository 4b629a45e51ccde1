import type { AnyMachineSnapshot, EventObject } from 'xstate'
import { DEFAULT_RULES, type ItemContext, type ItemInput } from '../../../machines/auctionItem/index.ts'
import { REPLY_WAITS_MS, type DeliveryContext } from '../../../machines/delivery/index.ts'
import { minor } from '../../../machines/money.ts'

/** From where a machine is walked, with which events. */
export interface ChartWalk {
  inputs: readonly unknown[]
  events: readonly EventObject[]
  /** What tells two snapshots apart, so that the walk comes to an end; all of value and context when absent. */
  tellApart?: (snapshot: AnyMachineSnapshot) => unknown
}

const item: ItemInput = {
  itemId: 'item',
  status: 'active',
  mode: 'auction',
  price: minor(10_000),
  increment: null,
  timeLimitSeconds: 60,
  endsAt: 60_000,
  rules: { ...DEFAULT_RULES, antiSnipe: { windowSeconds: 5, extendSeconds: 10, extensionsMax: 1 } },
  extensions: 0,
  stockQuantity: 1,
  claimsAccepted: 0,
  claimants: [],
  bidsPending: 0,
  lead: null,
}
const by = (user: string, at: number) => ({ at, bidId: user, userId: user, username: user, matched: false })
const verdict = { at: 0, jitter: 0 }
const later = { at: 1_000 }

/** By the machine's id: a new chart needs a walk here. */
export const CHART_WALKS: Readonly<Record<string, ChartWalk>> = {
  auctionItem: {
    inputs: [
      item,
      { ...item, status: 'countdown' },
      { ...item, mode: 'fixed_price' },
      // The contract closes this as sold, too, though no row of today's comes to it.
      { ...item, mode: 'fixed_price', bidsPending: 1 },
    ],
    events: [
      { type: 'bid', ...by('ayse', 1_000), amount: minor(20_000) },
      { type: 'bid', ...by('can', 56_000), amount: minor(30_000) },
      { type: 'claim', ...by('ayse', 1_000) },
      { type: 'claim', ...by('can', 1_000) },
      { type: 'extend', at: 1_000, seconds: 30 },
      { type: 'stock', at: 1_000, stockQuantity: 2 },
      { type: 'rules', at: 1_000, rules: DEFAULT_RULES },
      { type: 'tick', at: 50_000 },
      { type: 'tick', at: 600_000 },
      { type: 'close', at: 1_000, by: 'seller' },
    ] as EventObject[],
    tellApart: ({ value, context }) => {
      const { mode, lead, claimsAccepted, stockQuantity, extensions } = context as ItemContext
      return [value as unknown, mode, lead?.userId, claimsAccepted, stockQuantity, extensions]
    },
  },
  delivery: {
    inputs: (['webhook', 'reply'] as const).map((kind): DeliveryContext => ({
      kind,
      waitsMs: REPLY_WAITS_MS.slice(0, 2),
      attempts: 0,
      nextAttemptAt: null,
      reason: null,
    })),
    events: [
      { type: 'claimed' },
      { type: 'interrupted' },
      { type: 'abandoned', reason: 'too_late' },
      { type: 'redeliver', ...later },
      { type: 'accepted', ...verdict },
      { type: 'gone', reason: '410', ...verdict },
      { type: 'refused', reason: '500', retryAfterMs: null, ...verdict },
      { type: 'throttled', reason: '429', retryAfterMs: 0, ...verdict },
      { type: 'unknown', reason: 'timeout', ...verdict },
    ] as EventObject[],
  },
  liveSession: { inputs: [undefined], events: [{ type: 'start' }, { type: 'end' }] },
  supervisor: {
    inputs: [undefined],
    events: [
      'takenOver',
      'committed',
      'storageFailed',
      'rebuildFailed',
      'fenced',
      'stopRequested',
      'drained',
    ].map((type) => ({ type })),
    // How often it failed has no end.
    tellApart: ({ value, context }) => {
      const { stopping, failures } = context as { stopping: boolean; failures: number }
      return [value as unknown, stopping, failures > 0]
    },
  },
  socialConnection: {
    inputs: [{ username: null, tokenExpiresAt: null }],
    events: [
      { type: 'linked', username: 'shop', tokenExpiresAt: 1_000_000_000 },
      { type: 'disconnected' },
      { type: 'moved' },
      { type: 'tokenRejected' },
      { type: 'tokenRenewed', tokenExpiresAt: 2_000_000_000 },
      { type: 'checked', at: 999_999_999 },
      { type: 'checked', at: 3_000_000_000 },
    ] as EventObject[],
  },
}
