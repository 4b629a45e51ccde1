/**
 * Real-time events on the raw WebSocket, version `live-commerce.v1`.
 * Payload fields are exactly those of the interface specification, section 6.1, plus this service's own additions.
 * Amounts are major units (100.3), times RFC 3339 UTC with milliseconds.
 */
export const PROTOCOL = 'live-commerce.v1'

export type Mode = 'auction' | 'fixed_price'
export type ItemStatus = 'active' | 'countdown' | 'sold' | 'cancelled'

export interface EventData {
  'comment.new': { socialUsername: string; text: string; timestamp: string }
  'bid.new': {
    socialUsername: string
    amount: number
    bidType: 'bid' | 'claim'
    productName: string
    status: 'pending' | 'won'
  }
  'cart.added': { socialUsername: string; productName: string; amount: number }
  'stock.updated': { productId: string; remaining: number }
  'auction.started': {
    id: string
    productName: string
    mode: Mode
    startingPrice: number
    timeLimitSeconds: number | null
  }
  'auction.countdown': { id: string; endsAt: string }
  'auction.extended': { id: string; timeLimitSeconds: number; endsAt: string }
  'auction.ended': { id: string; productName: string; winnerSocialUsername?: string; finalPrice: number }
  'social.connected': { socialUsername: string }
  'social.disconnected': { reason: 'moved' | 'disconnected' }
  'social.needs_reconnect': { reason: string }
  'webhook.paused': { reason: string }
}

export type EventType = keyof EventData

/** What the service sends: one JSON text a message. `id` is a decimal text that rises per tenant. */
export type ServerEvent = {
  [T in EventType]: { id: string; type: T; at: string; data: EventData[T] }
}[EventType]
