import { define, dynamic, nullable, type Struct } from 'superstruct'
import { MINOR_MAX } from '../../../machines/money.ts'
import { choice, decimal, flag, whole, type AnyStruct } from '../../edge/http/schemas/fields.ts'
import { closedObject, list, string } from '../../edge/http/schemas/quietStructs.ts'
import { RECORDED_EVENTS_MAX, RECORDING_FORMAT, RECORDING_VERSION } from './Recording.ts'

const COUNT_MAX = 1_000_000_000
const DAY_SECONDS = 86_400
/** Close to the last moment that a date can be, ms, with room for every extension that a recording can hold. */
const TIME_MAX = 8_600_000_000_000_000

const count = whole(0, COUNT_MAX)
const seconds = whole(0, DAY_SECONDS)
const time = whole(0, TIME_MAX)
const amount = whole(0, MINOR_MAX)
const name = string()
const mode = choice('auction', 'fixed_price')

/** Which struct a value is held to follows from one word in it, so that an error names the very field. */
function byWord(field: string, structs: Record<string, AnyStruct>): Struct {
  const known = Object.keys(structs).join(', ')
  const unknown = define<unknown>('choice', () => `must have a ${field}, one of: ${known}`)
  return dynamic((value) => {
    const word = (Object(value) as Record<string, unknown>)[field]
    return typeof word === 'string' && Object.hasOwn(structs, word) ? (structs[word] as Struct) : unknown
  })
}

const rules = closedObject({
  countdownSeconds: decimal(0, 1_000_000),
  antiSnipe: closedObject({ windowSeconds: seconds, extendSeconds: seconds, extensionsMax: count }),
  maxBidFactor: nullable(decimal(0, 1_000_000)),
  requireMatchedViewer: flag(),
})
const lead = closedObject({ bidId: name, userId: name, username: name, amount })
const input = closedObject({
  itemId: name,
  status: choice('active', 'countdown'),
  mode,
  price: amount,
  increment: nullable(amount),
  timeLimitSeconds: nullable(count),
  endsAt: nullable(time),
  rules,
  extensions: count,
  stockQuantity: count,
  claimsAccepted: count,
  claimants: list(name),
  bidsPending: count,
  lead: nullable(lead),
})

const viewer = { at: time, bidId: name, userId: name, username: name, matched: flag() }
const COMMENT_EVENTS = {
  bid: closedObject({ type: choice('bid'), ...viewer, amount }),
  claim: closedObject({ type: choice('claim'), ...viewer }),
}
const COMMAND_EVENTS = {
  activate: closedObject({ type: choice('activate'), at: time, input }),
  extend: closedObject({ type: choice('extend'), at: time, seconds }),
  close: closedObject({ type: choice('close'), at: time, by: choice('seller', 'session_end') }),
  tick: closedObject({ type: choice('tick'), at: time }),
  stock: closedObject({ type: choice('stock'), at: time, stockQuantity: count }),
  rules: closedObject({ type: choice('rules'), at: time, rules }),
}

/** What a command or a clock can decide; what a comment decided is stored as its outcome. */
const decision = byWord('type', {
  countdownStarted: closedObject({ type: choice('countdownStarted'), endsAt: time }),
  extended: closedObject({
    type: choice('extended'),
    by: choice('seller', 'anti_snipe'),
    seconds: count,
    timeLimitSeconds: count,
    endsAt: time,
  }),
  stockChanged: closedObject({ type: choice('stockChanged'), stockQuantity: count, remaining: count }),
  rulesChanged: closedObject({ type: choice('rulesChanged') }),
  closed: closedObject({
    type: choice('closed'),
    status: choice('sold', 'cancelled'),
    outcome: choice('won', 'claimed', 'no_bids'),
    winner: nullable(lead),
    finalPrice: amount,
    claimsAccepted: count,
    by: choice('seller', 'session_end', 'timer'),
  }),
})

const comment = closedObject({
  kind: choice('comment'),
  at: time,
  username: name,
  text: string(),
  event: nullable(byWord('type', COMMENT_EVENTS)),
  stored: closedObject({
    outcome: choice('bid_accepted', 'claim_accepted', 'waitlisted', 'ignored'),
    reason: nullable(name),
    amount: nullable(amount),
    price: nullable(amount),
    bid: nullable(choice('pending', 'won', 'lost')),
  }),
})
const command = closedObject({
  kind: choice('command'),
  at: time,
  event: byWord('type', COMMAND_EVENTS),
  stored: closedObject({ decisions: list(decision) }),
})

export const recordingStruct = closedObject({
  format: choice(RECORDING_FORMAT),
  version: whole(RECORDING_VERSION, RECORDING_VERSION),
  item: closedObject({ id: name, mode, startingPrice: amount, increment: nullable(amount) }),
  product: closedObject({ id: name, name }),
  settings: closedObject({ currency: name, locale: name, rules }),
  startedAt: time,
  events: list(byWord('kind', { comment, command })),
  ending: closedObject({
    status: choice('active', 'countdown', 'sold', 'cancelled'),
    outcome: nullable(choice('won', 'claimed', 'no_bids')),
    price: amount,
    timeLimitSeconds: nullable(count),
    endsAt: nullable(time),
    closedAt: nullable(time),
    winnerUserId: nullable(name),
    claimsAccepted: count,
    stockQuantity: count,
    extensions: count,
    bids: count,
  }),
})

/** Changes for another ending. */
export const changesStruct = closedObject({
  changes: list(
    closedObject({
      index: whole(0, RECORDED_EVENTS_MAX),
      event: nullable(byWord('type', { ...COMMENT_EVENTS, ...COMMAND_EVENTS })),
    }),
  ),
})
