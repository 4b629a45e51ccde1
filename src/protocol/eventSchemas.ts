import type { EventData, EventType } from './events.ts'

/** The part of JSON Schema that the events need. */
export interface EventSchema {
  type: 'object'
  description: string
  required: readonly string[]
  properties: Readonly<Record<string, object>>
  additionalProperties: false
}

const text = { type: 'string' }
const time = { type: 'string', format: 'date-time' }
const id = { type: 'string', format: 'uuid' }
const amount = { type: 'number', minimum: 0, description: 'major units, at most two decimals' }
const count = { type: 'integer', minimum: 0 }
const oneOf = (...words: string[]) => ({ type: 'string', enum: words })

/** A payload whose properties are exactly those of its type; those in `optional` may be absent. */
const payload = <T extends EventType>(
  description: string,
  properties: Record<keyof EventData[T] & string, object>,
  optional: readonly string[] = [],
): EventSchema => ({
  type: 'object',
  description,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
  additionalProperties: false,
})

/** The payload of every event, as JSON Schema; the compiler sees to it that none is missing and no field either. */
export const EVENT_SCHEMAS: Readonly<Record<EventType, EventSchema>> = {
  'comment.new': payload<'comment.new'>('A comment came in, before any check against the running item.', {
    socialUsername: text,
    text,
    timestamp: time,
  }),
  'bid.new': payload<'bid.new'>('A bid or a claim was accepted.', {
    socialUsername: text,
    amount,
    bidType: oneOf('bid', 'claim'),
    productName: text,
    status: oneOf('pending', 'won'),
  }),
  'cart.added': payload<'cart.added'>('An accepted claim went into the cart.', {
    socialUsername: text,
    productName: text,
    amount,
  }),
  'stock.updated': payload<'stock.updated'>('How much of a product is left at its fixed price.', {
    productId: id,
    remaining: count,
  }),
  'auction.started': payload<'auction.started'>('An item is on offer.', {
    id,
    productName: text,
    mode: oneOf('auction', 'fixed_price'),
    startingPrice: amount,
    timeLimitSeconds: { type: ['integer', 'null'], minimum: 1 },
  }),
  'auction.countdown': payload<'auction.countdown'>('The last seconds of an item began.', {
    id,
    endsAt: time,
  }),
  'auction.extended': payload<'auction.extended'>('An item got more time.', {
    id,
    timeLimitSeconds: count,
    endsAt: time,
  }),
  'auction.ended': payload<'auction.ended'>(
    'An item closed; the winner is absent when nobody won.',
    { id, productName: text, winnerSocialUsername: text, finalPrice: amount },
    ['winnerSocialUsername'],
  ),
  'social.connected': payload<'social.connected'>('A social account was connected.', {
    socialUsername: text,
  }),
  'social.disconnected': payload<'social.disconnected'>('The social account is no longer connected.', {
    reason: oneOf('moved', 'disconnected'),
  }),
  'social.needs_reconnect': payload<'social.needs_reconnect'>('The platform takes the permission no more.', {
    reason: text,
  }),
  'webhook.paused': payload<'webhook.paused'>('The shop’s address failed for so long that deliveries wait.', {
    reason: text,
  }),
}
