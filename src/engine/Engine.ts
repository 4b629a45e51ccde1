import type { Minor } from '../../machines/money.ts'
import type { EventData, EventType, Mode } from '../protocol/events.ts'

/** A comment as the door hands it over: cleaned, its sender and times normalised, its tenant known. */
export interface IncomingComment {
  tenantId: string
  /** The platform's id of the comment. */
  commentId: string
  /** Normalised username. */
  username: string
  /** Username as the platform sent it. */
  displayName: string
  fromId: string
  /** Trimmed, without U+0000 and lone surrogates. */
  text: string
  mediaId: string | null
  /** When the viewer wrote it, ms; the time of receipt when the platform did not say. */
  commentedAt: number
}

export interface ActivateCommand {
  tenantId: string
  productId: string
  liveSessionId: string
  mode: Mode
  startingPrice: Minor
  /** Null: the product's. */
  minBidIncrement: Minor | null
  /** Null: no timer. */
  timeLimitSeconds: number | null
}

/** State of the engine as health checks and operators see it. */
export interface EngineStatus {
  state: 'starting' | 'running' | 'rebuilding' | 'draining' | 'stopped'
  /** Acknowledged comments and commands that are not decided yet. */
  backlog: number
  runningItems: number
}

/**
 * What the edge may ask of the engine. Every promise settles after the commit that it waits for: what is answered is
 * stored. Refusals reject with an `AppError` of the contract; past its bound the engine rejects with `overloaded` (503).
 */
export interface Engine {
  /** Stores comments durably, in the order given, dropping those already taken in. Decided later, in that order. */
  takeIn(comments: readonly IncomingComment[]): Promise<void>
  /** Returns the new item's id. */
  activate(command: ActivateCommand): Promise<string>
  close(command: { tenantId: string; itemId: string }): Promise<void>
  extend(command: { tenantId: string; itemId: string; seconds: number }): Promise<void>
  /** `scheduled` → `live`. */
  startSession(command: { tenantId: string; sessionId: string }): Promise<void>
  /** Closes the running item by the ordinary rules, then `live` → `ended`. */
  endSession(command: { tenantId: string; sessionId: string }): Promise<void>
  /** To be called after a product's row changed, so that a running item follows (stock, name). */
  productChanged(change: { tenantId: string; productId: string }): Promise<void>
  /** To be called after a viewer's row changed (blocked, email, externalUserId). */
  viewerChanged(change: { tenantId: string; viewerId: string }): Promise<void>
  /** To be called after a session's row changed (socialMediaId, title). */
  sessionChanged(change: { tenantId: string; sessionId: string }): Promise<void>
  /** To be called after the tenant's row changed (settings, webhookUrl, social account). */
  tenantChanged(change: { tenantId: string }): Promise<void>
  /** Puts an event that no comment or command caused into the tenant's ordered event log and sends it. */
  announce<T extends EventType>(event: { tenantId: string; type: T; data: EventData[T] }): Promise<void>
  status(): EngineStatus
}

/** One committed real-time event, serialised once for all its receivers. */
export interface Frame {
  /** Rises per tenant. */
  id: number
  type: EventType
  /** The whole JSON message. */
  json: string
}

/** Where committed events are announced. In process here; a cluster adapter publishes them to every node. */
export interface EventBus {
  publish(tenantId: string, frames: readonly Frame[]): void
  /** Returns the way to unsubscribe. Frames of a tenant arrive in order, each once. */
  subscribe(listener: (tenantId: string, frames: readonly Frame[]) => void): () => void
}
