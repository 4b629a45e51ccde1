import fc from 'fast-check'
import {
  DEFAULT_RULES,
  type ItemContext,
  type ItemDecision,
  type ItemMachineEvent,
  type ItemRules,
} from '../../../machines/auctionItem/index.ts'
import { minor } from '../../../machines/money.ts'
import {
  RECORDING_FORMAT,
  RECORDING_VERSION,
  type RecordedEvent,
  type Recording,
} from '../../../src/inspector/recording/index.ts'
import { RunningItem } from '../../../src/engine/RunningItem.ts'

/** Something that happens to an item, `wait` ms after what happened before. */
export type Happening = { wait: number } & (
  | { do: 'bid'; user: string; amount: number }
  | { do: 'claim'; user: string }
  | { do: 'chat'; user: string }
  | { do: 'extend'; seconds: number }
  | { do: 'stock'; stock: number }
  | { do: 'rules'; countdown: number }
  | { do: 'close' }
)

export interface Offer {
  mode?: 'auction' | 'fixed_price'
  price?: number
  increment?: number | null
  timeLimitSeconds?: number | null
  stock?: number
  rules?: Partial<ItemRules>
}

const STARTED_AT = Date.UTC(2026, 0, 1, 12)

/** Lives an item through what happens with the engine's own actor and deadlines, and records it as the engine would. */
export function recordingOf(offer: Offer, happenings: readonly Happening[]): Recording {
  const rules = { ...DEFAULT_RULES, ...offer.rules }
  const timeLimitSeconds = offer.timeLimitSeconds ?? null
  const input = {
    itemId: 'item',
    status: 'active' as const,
    mode: offer.mode ?? 'auction',
    price: minor(offer.price ?? 0),
    increment: offer.increment == null ? null : minor(offer.increment),
    timeLimitSeconds,
    endsAt: timeLimitSeconds === null ? null : STARTED_AT + timeLimitSeconds * 1_000,
    rules,
    extensions: 0,
    stockQuantity: offer.stock ?? 2,
    claimsAccepted: 0,
    claimants: [],
    bidsPending: 0,
    lead: null,
  }
  const identity = {
    id: 'item',
    tenantId: 't',
    sessionId: 's',
    productId: 'p',
    productName: 'Ring',
    activatedAt: STARTED_AT,
  }
  const item = new RunningItem(identity, input, 2)
  const activation = { type: 'activate' as const, at: STARTED_AT, input }
  const events: RecordedEvent[] = [
    { kind: 'command', at: STARTED_AT, event: activation, stored: { decisions: [] } },
  ]
  const decided: { at: number; decisions: ItemDecision[] }[] = []
  const tell = (event: ItemMachineEvent): ItemDecision[] => {
    const decisions = item.send(event)
    decided.push({ at: event.at, decisions })
    return decisions
  }
  let at = STARTED_AT
  for (const [index, happening] of happenings.entries()) {
    at += happening.wait
    for (let due = item.deadline; due !== null && due <= at; due = item.deadline) {
      const event = { type: 'tick' as const, at: due }
      events.push({ kind: 'command', at: due, event, stored: { decisions: tell(event) } })
    }
    if (!item.isRunning) break
    events.push(lived(happening, index, at, item.context, tell))
  }
  const all = decided.flatMap(({ decisions }) => decisions)
  const closed = all.find((decision) => decision.type === 'closed')
  const { context, status } = item
  item.stop()
  return {
    format: RECORDING_FORMAT,
    version: RECORDING_VERSION,
    item: { id: 'item', mode: input.mode, startingPrice: input.price, increment: input.increment },
    product: { id: 'p', name: 'Ring' },
    settings: { currency: 'USD', locale: 'en', rules },
    startedAt: STARTED_AT,
    events: events.map((event) => settled(event, closed?.winner?.bidId, closed !== undefined)),
    ending: {
      status,
      outcome: closed?.outcome ?? null,
      price: context.price,
      timeLimitSeconds: context.timeLimitSeconds,
      endsAt: context.endsAt,
      closedAt: decided.find(({ decisions }) => decisions.some(({ type }) => type === 'closed'))?.at ?? null,
      winnerUserId: closed?.winner?.userId ?? null,
      claimsAccepted: context.claimsAccepted,
      stockQuantity: context.stockQuantity,
      extensions: context.extensions,
      bids: all.filter(({ type }) => /^(bidAccepted|claimAccepted|claimWaitlisted)$/.test(type)).length,
    },
  }
}

type Tell = (event: ItemMachineEvent) => ItemDecision[]

function lived(
  happening: Happening,
  index: number,
  at: number,
  { price, rules }: ItemContext,
  tell: Tell,
): RecordedEvent {
  const command = (event: Exclude<ItemMachineEvent, { type: 'bid' | 'claim' }>): RecordedEvent => ({
    kind: 'command',
    at,
    event,
    stored: { decisions: tell(event) },
  })
  switch (happening.do) {
    case 'extend':
      return command({ type: 'extend', at, seconds: happening.seconds })
    case 'stock':
      return command({ type: 'stock', at, stockQuantity: happening.stock })
    case 'rules':
      return command({ type: 'rules', at, rules: { ...rules, countdownSeconds: happening.countdown } })
    case 'close':
      return command({ type: 'close', at, by: 'seller' })
    case 'chat': {
      const stored = {
        outcome: 'ignored',
        reason: 'no_amount',
        amount: null,
        price: null,
        bid: null,
      } as const
      return { kind: 'comment', at, username: happening.user, text: 'so pretty', event: null, stored }
    }
    case 'bid':
    case 'claim': {
      const who = {
        at,
        bidId: `bid${String(index)}`,
        userId: happening.user,
        username: happening.user,
        matched: false,
      }
      const amount = happening.do === 'bid' ? minor(happening.amount) : null
      const event =
        amount === null ? ({ type: 'claim', ...who } as const) : ({ type: 'bid', ...who, amount } as const)
      const [decision] = tell(event)
      const text = amount === null ? 'mine' : String(amount / 100)
      const about = { kind: 'comment', at, username: happening.user, text } as const
      if (decision?.type === 'ignored') {
        const stored = {
          outcome: 'ignored',
          reason: decision.reason,
          amount: decision.amount,
          price: decision.price,
          bid: null,
        } as const
        return { ...about, event: { ...event, bidId: '', matched: true }, stored }
      }
      const outcome =
        decision?.type === 'bidAccepted'
          ? 'bid_accepted'
          : decision?.type === 'claimAccepted'
            ? 'claim_accepted'
            : 'waitlisted'
      const bid = outcome === 'bid_accepted' ? 'pending' : outcome === 'claim_accepted' ? 'won' : 'lost'
      return { ...about, event, stored: { outcome, reason: null, amount: amount ?? price, price: null, bid } }
    }
  }
}

/** The close settles the bids of an auction. */
function settled(recorded: RecordedEvent, winningBid: string | undefined, isClosed: boolean): RecordedEvent {
  if (recorded.kind !== 'comment' || recorded.stored.bid !== 'pending' || !isClosed) return recorded
  return {
    ...recorded,
    stored: { ...recorded.stored, bid: recorded.event?.bidId === winningBid ? 'won' : 'lost' },
  }
}

const user = fc.constantFrom('ayse', 'can', 'lena', 'omar')
const wait = fc.nat(9_000)
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('bid' as const), user, amount: fc.nat(60_000), wait }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('claim' as const), user, wait }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('chat' as const), user, wait }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('extend' as const),
      seconds: fc.integer({ min: 1, max: 60 }),
      wait,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stock' as const), stock: fc.nat(5), wait }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rules' as const), countdown: fc.nat(60), wait }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), wait }) },
)

/** Recordings of any item that anything may happen to. */
export const anyRecording: fc.Arbitrary<Recording> = fc
  .tuple(
    fc.record({
      mode: fc.constantFrom('auction' as const, 'fixed_price' as const),
      price: fc.nat(20_000),
      increment: fc.option(fc.integer({ min: 1, max: 3_000 })),
      timeLimitSeconds: fc.option(fc.integer({ min: 1, max: 120 })),
      stock: fc.nat(3),
      rules: fc.record({
        countdownSeconds: fc.nat(30),
        antiSnipe: fc.record({
          windowSeconds: fc.nat(20),
          extendSeconds: fc.constant(10),
          extensionsMax: fc.constant(3),
        }),
        maxBidFactor: fc.option(fc.integer({ min: 1, max: 5 })),
        requireMatchedViewer: fc.constant(false),
      }),
    }),
    fc.array(happening, { maxLength: 40 }),
  )
  .map(([offer, happenings]) => recordingOf(offer, happenings))
