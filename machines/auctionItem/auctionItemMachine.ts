import { assign, emit, setup } from 'xstate'
import type { ItemContext, ItemInput } from './context.ts'
import type { ItemDecision } from './decisions.ts'
import type { BidEvent, ClaimEvent, ItemMachineEvent } from './events.ts'
import { persistentSet } from './persistentSet.ts'
import {
  antiSnipeSeconds,
  bidRefusal,
  claimRefusal,
  countdownAt,
  isStockExhausted,
  remainingStock,
} from './rules.ts'

type Told<T extends ItemMachineEvent['type']> = Extract<ItemMachineEvent, { type: T }>

/** The chart only routes an event to the actions written for its type; this tells the compiler so. */
const told = <T extends ItemMachineEvent['type']>(event: ItemMachineEvent, ...types: T[]): Told<T> => {
  if (!(types as string[]).includes(event.type))
    throw new Error(`Action for ${types.join(', ')} got ${event.type}`)
  return event as Told<T>
}

const asBid = (event: ItemMachineEvent): BidEvent => told(event, 'bid')
const asClaim = (event: ItemMachineEvent): ClaimEvent => told(event, 'claim')

/**
 * One item on offer, from activation to its end (interface specification, section 3).
 *
 * Pure: time and ids come in with the events, and what was decided goes out as emitted {@link ItemDecision}s, which
 * the engine stores before anyone hears of them. There is no `after` timer on purpose: the engine holds the deadline
 * and sends `tick`, so that a rebuilt item cannot lose its clock.
 */
export const auctionItemMachine = setup({
  types: {
    context: {} as ItemContext,
    events: {} as ItemMachineEvent,
    emitted: {} as ItemDecision,
    input: {} as ItemInput,
  },
  guards: {
    // Only the actor's very first event carries the input.
    wasCountingDown: ({ event }) => (event as { input?: ItemInput }).input?.status === 'countdown',
    isBidRefused: ({ context, event }) => bidRefusal(context, asBid(event)) !== null,
    isLastMoment: ({ context, event }) => antiSnipeSeconds(context, event.at) > 0,
    isClaimRefused: ({ context, event }) => claimRefusal(context, asClaim(event)) !== null,
    isStockExhausted: ({ context }) => isStockExhausted(context),
    isTimeUp: ({ context, event }) => context.endsAt !== null && event.at >= context.endsAt,
    isCountdownDue: ({ context, event }) => {
      const begins = countdownAt(context)
      return begins !== null && event.at >= begins
    },
    hasWinner: ({ context }) => context.mode === 'auction' && context.lead !== null,
    hasPendingBids: ({ context }) => context.bidsPending > 0,
  },
  actions: {
    acceptBid: emit(({ context, event }) => {
      const { bidId, userId, username, amount } = asBid(event)
      return { type: 'bidAccepted', bidId, userId, username, amount, price: context.price } as const
    }),
    takeLead: assign(({ context, event }) => {
      const { bidId, userId, username, amount } = asBid(event)
      return {
        price: amount,
        lead: { bidId, userId, username, amount },
        bidsPending: context.bidsPending + 1,
      }
    }),
    refuseBid: emit(({ context, event }) => {
      const bid = asBid(event)
      const reason = bidRefusal(context, bid) ?? 'bid_too_low'
      return { type: 'ignored', reason, amount: bid.amount, price: context.price } as const
    }),
    refuseClaim: emit(({ context, event }) => {
      const reason = claimRefusal(context, asClaim(event)) ?? 'already_claimed'
      return { type: 'ignored', reason, amount: null, price: context.price } as const
    }),
    waitlistClaim: emit(({ context, event }) => {
      const { bidId, userId, username } = asClaim(event)
      return { type: 'claimWaitlisted', bidId, userId, username, amount: context.price } as const
    }),
    countClaim: assign(({ context, event }) => ({
      claimsAccepted: context.claimsAccepted + 1,
      claimants: context.claimants.with(asClaim(event).userId),
    })),
    acceptClaim: emit(({ context, event }) => {
      const { bidId, userId, username } = asClaim(event)
      const remaining = remainingStock(context.stockQuantity, context.claimsAccepted)
      return { type: 'claimAccepted', bidId, userId, username, amount: context.price, remaining } as const
    }),
    pushEnd: assign(({ context, event }) => {
      const seconds = antiSnipeSeconds(context, event.at)
      return { ...later(context, event.at, seconds), extensions: context.extensions + 1 }
    }),
    extendEnd: assign(({ context, event }) => later(context, event.at, told(event, 'extend').seconds)),
    tellPushed: emit(({ context, event }) =>
      extended(context, 'anti_snipe', antiSnipeSeconds(context, event.at), event.at),
    ),
    tellExtended: emit(({ context, event }) =>
      extended(context, 'seller', told(event, 'extend').seconds, event.at),
    ),
    tellCountdown: emit(
      ({ context }) => ({ type: 'countdownStarted', endsAt: context.endsAt ?? 0 }) as const,
    ),
    changeStock: assign(({ event }) => ({ stockQuantity: told(event, 'stock').stockQuantity })),
    tellStock: emit(({ context }) => {
      const { stockQuantity, claimsAccepted } = context
      return {
        type: 'stockChanged',
        stockQuantity,
        remaining: remainingStock(stockQuantity, claimsAccepted),
      } as const
    }),
    changeRules: assign(({ event }) => ({ rules: told(event, 'rules').rules })),
    tellRules: emit({ type: 'rulesChanged' }),
    award: assign(({ context }) => ({ price: context.lead?.amount ?? context.price })),
    tellSold: emit(({ context, event }) => closed(context, event, 'sold')),
    tellCancelled: emit(({ context, event }) => closed(context, event, 'cancelled')),
  },
}).createMachine({
  id: 'auctionItem',
  description: 'One item on offer in a live session, as an auction or at a fixed price.',
  context: ({ input }) => {
    const { status: _, claimants, ...rest } = input
    return { ...rest, claimants: persistentSet(claimants) }
  },
  initial: 'resuming',
  states: {
    resuming: {
      description: 'A new item is active; a rebuilt one goes back to where it was.',
      always: [{ guard: 'wasCountingDown', target: 'running.countdown' }, { target: 'running.active' }],
    },
    running: {
      description: 'On offer: bids and claims are decided as they arrive.',
      initial: 'active',
      on: {
        bid: [
          { guard: 'isBidRefused', actions: 'refuseBid' },
          { guard: 'isLastMoment', actions: ['acceptBid', 'takeLead', 'tellPushed', 'pushEnd'] },
          { actions: ['acceptBid', 'takeLead'] },
        ],
        claim: [
          { guard: 'isClaimRefused', actions: 'refuseClaim' },
          { guard: 'isStockExhausted', actions: 'waitlistClaim' },
          { actions: ['countClaim', 'acceptClaim'] },
        ],
        extend: { actions: ['tellExtended', 'extendEnd'] },
        stock: { actions: ['changeStock', 'tellStock'] },
        rules: { actions: ['changeRules', 'tellRules'] },
        close: { target: 'closing' },
      },
      states: {
        active: {
          description: 'Open for bids or claims.',
          on: {
            tick: [
              { guard: 'isTimeUp', target: '#auctionItem.closing' },
              { guard: 'isCountdownDue', target: 'countdown', actions: 'tellCountdown' },
            ],
          },
        },
        countdown: {
          description: 'Open, in the last seconds; an extension keeps it here.',
          on: { tick: { guard: 'isTimeUp', target: '#auctionItem.closing' } },
        },
      },
    },
    closing: {
      description: 'Decides the outcome at once; only pending bids count.',
      always: [
        { guard: 'hasWinner', target: 'sold', actions: ['award', 'tellSold'] },
        { guard: 'hasPendingBids', target: 'sold', actions: 'tellSold' },
        { target: 'cancelled', actions: 'tellCancelled' },
      ],
    },
    sold: { type: 'final', description: 'Closed with a pending bid.' },
    cancelled: {
      type: 'final',
      description: 'Closed without a pending bid; claims accepted before stay sold.',
    },
  },
})

/** The clock after adding seconds: to a running timer, or starting one from now. */
function later(item: ItemContext, at: number, seconds: number): { timeLimitSeconds: number; endsAt: number } {
  return {
    timeLimitSeconds: (item.timeLimitSeconds ?? 0) + seconds,
    endsAt: (item.endsAt ?? at) + seconds * 1_000,
  }
}

function extended(item: ItemContext, by: 'seller' | 'anti_snipe', seconds: number, at: number) {
  return { type: 'extended', by, seconds, ...later(item, at, seconds) } as const
}

function closed(item: ItemContext, event: ItemMachineEvent, status: 'sold' | 'cancelled') {
  const winner = item.mode === 'auction' ? item.lead : null
  const sale = item.claimsAccepted > 0 ? 'claimed' : 'no_bids'
  return {
    type: 'closed',
    status,
    outcome: winner === null ? sale : 'won',
    winner,
    finalPrice: item.price,
    claimsAccepted: item.claimsAccepted,
    by: event.type === 'close' ? event.by : 'timer',
  } as const
}
