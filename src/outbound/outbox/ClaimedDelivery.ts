import type { DeliveryKind, Verdict } from '../../../machines/delivery/index.ts'

/** Where a delivery goes, as the tenant's row says at the moment of the claim. Secrets are ciphertexts. */
export interface DeliveryTarget {
  webhookUrl: string | null
  webhookSecret: string
  previousWebhookSecret: string | null
  /** Ms since the epoch. */
  previousWebhookSecretUntil: number | null
  socialStatus: string
  socialAccountId: string | null
  socialPageId: string | null
  socialAccessToken: string | null
}

/** A delivery that this process alone may send until its lease runs out. */
export interface ClaimedDelivery {
  id: string
  tenantId: string
  kind: DeliveryKind
  type: string
  /** Below 0: asked for by the seller, sent whatever the state of the endpoint. */
  priority: number
  payload: Record<string, unknown>
  /** Tries made before this one. */
  attempts: number
  /** Ms since the epoch. */
  createdAt: number
  leaseToken: string
  /** Another worker held it and never said what came of it. */
  interrupted: boolean
  /** The session that a reply belongs to is over. */
  isSessionEnded: boolean
  target: DeliveryTarget
}

/** One try as the shop's developer may read it. */
export interface Attempt {
  /** Ms since the epoch. */
  at: number
  url: string
  requestHeaders: Record<string, string>
  responseStatus: number | null
  responseBody: string | null
  error: string | null
  durationMs: number
}

/** What became of a claimed delivery. */
export type SendOutcome =
  | { type: 'tried'; verdict: Verdict; attempt: Attempt }
  /** Nothing was sent and never will be. */
  | { type: 'abandoned'; reason: string }

/** Sends one delivery once. Never rejects for what the receiver does; only for faults of this service. */
export type Send = (delivery: ClaimedDelivery) => Promise<SendOutcome>
