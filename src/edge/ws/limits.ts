/** Bounds of the gateway; every one carries its unit. Tests narrow them, production runs on the defaults. */
export interface GatewayLimits {
  /** Largest message taken from a client. */
  clientMessageBytesMax: number
  /** Messages a client may send between two heartbeats. */
  clientMessagesPerHeartbeatMax: number
  authenticationTimeoutMs: number
  heartbeatMs: number
  /** How often tokens, tenants and overlay keys are looked at again; sockets that lost theirs close within twice this. */
  grantCheckMs: number
  /** Bytes that may wait for one client before it is cut off. */
  socketBufferBytesMax: number
  /** How long a client that reads what it missed may stand still. */
  catchUpStallMs: number
  /** Batches of the event log that are read at a time. */
  catchUpRowsMax: number
  /** Events that a client may have missed; past that it reads the state anew. */
  catchUpEventsMax: number
  unauthenticatedSocketsMax: number
  tenantSocketsMax: number
  /** How long a closing handshake may take. */
  closeTimeoutMs: number
}

export const GATEWAY_LIMITS: GatewayLimits = {
  clientMessageBytesMax: 8_192,
  clientMessagesPerHeartbeatMax: 60,
  authenticationTimeoutMs: 5_000,
  heartbeatMs: 30_000,
  grantCheckMs: 2_000,
  socketBufferBytesMax: 1_048_576,
  catchUpStallMs: 10_000,
  catchUpRowsMax: 200,
  catchUpEventsMax: 20_000,
  unauthenticatedSocketsMax: 1_000,
  tenantSocketsMax: 5_000,
  closeTimeoutMs: 2_000,
}
