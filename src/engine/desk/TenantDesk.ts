import { partitionOf } from '../../persistence/partitionOf.ts'
import type { RunningItem } from '../RunningItem.ts'
import { DeskLog } from './DeskLog.ts'
import type { TenantProfile } from './TenantProfile.ts'

export interface LiveSessionState {
  id: string
  mediaId: string | null
  startedAt: number
}

export interface KnownViewer {
  id: string
  isBlocked: boolean
  /** Has an email or externalUserId. */
  isMatched: boolean
  displayName: string
  email: string | null
  externalUserId: string | null
}

const VIEWERS_KEPT_MAX = 100_000

/**
 * All that the engine holds of one tenant in memory, as of the last decision. It is rebuilt from the database
 * whenever a commit fails, so nothing here is worth more than its rows.
 */
export class TenantDesk {
  readonly tenantId: string
  readonly partition: number
  profile: TenantProfile
  readonly log: DeskLog
  readonly sessions = new Map<string, LiveSessionState>()
  readonly items = new Map<string, RunningItem>()
  /** Products whose stock was changed without a running item hearing of it, as found when the desk was loaded. */
  readonly changedProducts = new Set<string>()
  /** Told of every item that is added; null while nobody watches. */
  onItem: ((item: RunningItem) => void) | null = null
  /** By {@link viewerKey}. */
  private viewers = new Map<string, KnownViewer>()

  constructor(tenantId: string, profile: TenantProfile, log = new DeskLog()) {
    this.tenantId = tenantId
    this.partition = partitionOf(tenantId)
    this.profile = profile
    this.log = log
  }

  /** The live session a comment belongs to: the one with its media, else the one started last. */
  sessionFor(mediaId: string | null): LiveSessionState | undefined {
    return pick(
      [...this.sessions.values()],
      (session) => session.mediaId === mediaId,
      mediaId,
      (session) => session.startedAt,
    )
  }

  /** The item a comment is about: the one in the session with its media, else the one activated last. */
  itemFor(mediaId: string | null): RunningItem | undefined {
    if (this.items.size <= 1) {
      for (const only of this.items.values()) return only
      return undefined
    }
    return pick(
      [...this.items.values()],
      (item) => this.sessions.get(item.identity.sessionId)?.mediaId === mediaId,
      mediaId,
      (item) => item.identity.activatedAt,
    )
  }

  add(item: RunningItem): void {
    this.items.set(item.identity.id, item)
    this.onItem?.(item)
  }

  itemInSession(sessionId: string): RunningItem | undefined {
    for (const item of this.items.values()) if (item.identity.sessionId === sessionId) return item
    return undefined
  }

  /** Whether another running item than `except` offers the product. */
  offers(productId: string, except: string): boolean {
    for (const item of this.items.values()) {
      if (item.identity.productId === productId && item.identity.id !== except) return true
    }
    return false
  }

  viewer(key: string): KnownViewer | undefined {
    return this.viewers.get(key)
  }

  learnViewer(key: string, viewer: KnownViewer): void {
    this.viewers.set(key, viewer)
  }

  /** Forgets viewers so that they are read again; called between batches only. */
  forgetViewers(): void {
    this.viewers = new Map()
  }

  get hasTooManyViewers(): boolean {
    return this.viewers.size > VIEWERS_KEPT_MAX
  }

  stop(): void {
    for (const item of this.items.values()) item.stop()
  }
}

function pick<T>(
  all: T[],
  matches: (one: T) => boolean,
  mediaId: string | null,
  since: (one: T) => number,
): T | undefined {
  const matching = mediaId === null ? [] : all.filter(matches)
  const candidates = matching.length > 0 ? matching : all
  return candidates.reduce<T | undefined>(
    (latest, one) => (latest === undefined || since(one) >= since(latest) ? one : latest),
    undefined,
  )
}
