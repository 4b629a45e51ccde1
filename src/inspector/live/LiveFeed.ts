import { auctionItemMachine, type ItemMachineEvent } from '../../../machines/auctionItem/index.ts'
import type { RunningEngine } from '../../engine/createEngine.ts'
import type { RunningItem } from '../../engine/RunningItem.ts'
import type { Clock } from '../../runtime/clock.ts'
import { contextChanges, jsonContext } from '../recording/jsonContext.ts'
import { decisionInWords, eventInWords } from '../recording/inWords.ts'
import { kindOf } from '../recording/steps.ts'
import { FollowedItem, type Followed } from './FollowedItem.ts'
import { STATELY_VERSION, type JsonSnapshot, type LiveItem, type LiveMessage } from './LiveMessage.ts'
import { redact } from './redact.ts'

/** Somebody who looks. */
export interface Watcher {
  sees(tenantId: string): boolean
  /** Takes one message as JSON text. */
  send(json: string): void
}

export interface LiveFeedOptions {
  engine: Pick<RunningEngine, 'watchItems' | 'status'>
  clock: Clock
  /** Steps shown in one window; past it they are counted, and the last state is shown when the window ends. */
  stepsPerWindowMax?: number
  windowMs?: number
}

const DEFINITION = JSON.stringify(auctionItemMachine.config)

/**
 * What the running items do, for those who look, as it is decided: a moment before it is stored. While nobody looks no
 * actor is inspected and the engine tells nobody anything; while somebody does, only the items of the tenants they may
 * see are. A flood is shown in part: what looking costs has a bound.
 */
export class LiveFeed {
  readonly #options: Required<LiveFeedOptions>
  readonly #watchers = new Set<Watcher>()
  readonly #followed = new Map<string, FollowedItem>()
  readonly #late = new Set<FollowedItem>()
  #messages = 0
  #steps = 0

  constructor(options: LiveFeedOptions) {
    this.#options = { stepsPerWindowMax: 60, windowMs: 200, ...options }
  }

  /** How many actors are inspected. */
  get followed(): number {
    return this.#followed.size
  }

  /** Shows the watcher every running item it may see, and what they do from now on; returns the way to stop. */
  watch(watcher: Watcher): () => void {
    for (const { item } of this.#followed.values()) {
      if (watcher.sees(item.identity.tenantId)) watcher.send(this.#actor(item))
    }
    this.#watchers.add(watcher)
    this.#options.engine.watchItems((item) => {
      this.#follow(item)
    })
    return () => {
      this.#leave(watcher)
    }
  }

  #leave(watcher: Watcher): void {
    this.#watchers.delete(watcher)
    if (this.#watchers.size === 0) this.#options.engine.watchItems(null)
    for (const [id, followed] of this.#followed) {
      if (!this.#isSeen(followed.item)) this.#forget(id, followed)
    }
  }

  #isSeen({ identity }: RunningItem): boolean {
    return [...this.#watchers].some((watcher) => watcher.sees(identity.tenantId))
  }

  #follow(item: RunningItem): void {
    const { id } = item.identity
    const held = this.#followed.get(id)
    if (held?.item === item || !this.#isSeen(item) || !item.isRunning) return
    // Rebuilt after a failed commit: another actor of the same item.
    if (held !== undefined) this.#forget(id, held)
    this.#followed.set(id, new FollowedItem(item, (followed, step) => this.#stepped(followed, step)))
    this.#tell(item, this.#actor(item))
  }

  #forget(id: string, followed: FollowedItem): void {
    followed.unfollow()
    this.#late.delete(followed)
    this.#followed.delete(id)
  }

  #stepped(followed: FollowedItem, step: Followed): void {
    if (this.#steps === 0) setTimeout(() => this.#endWindow(), this.#options.windowMs).unref()
    const isEnded = !followed.item.isRunning
    if (++this.#steps > this.#options.stepsPerWindowMax && !isEnded) {
      followed.skipped++
      this.#late.add(followed)
      return
    }
    this.#tell(followed.item, this.#event(followed.item, step.event))
    this.#tell(followed.item, this.#snapshot(followed, step))
    if (isEnded) this.#forget(followed.item.identity.id, followed)
  }

  #endWindow(): void {
    this.#steps = 0
    for (const followed of this.#late) {
      const event = { type: 'tick', at: this.#options.clock.now() } as const
      const nothing = {
        event,
        transitions: [],
        decisions: [],
        before: followed.item.snapshot,
        guardsOf: () => [],
      }
      this.#tell(followed.item, this.#snapshot(followed, nothing))
    }
    this.#late.clear()
  }

  #tell({ identity }: RunningItem, json: string): void {
    for (const watcher of this.#watchers) if (watcher.sees(identity.tenantId)) watcher.send(json)
  }

  #base(item: RunningItem) {
    return {
      _version: STATELY_VERSION,
      sessionId: item.identity.id,
      rootId: item.identity.id,
      id: String(++this.#messages),
      createdAt: String(this.#options.clock.now()),
    }
  }

  #actor(item: RunningItem): string {
    return toJson({
      type: '@xstate.actor',
      ...this.#base(item),
      name: item.identity.productName,
      parentId: undefined,
      definition: DEFINITION,
      snapshot: snapshotOf(item),
      item: this.#item(item),
    })
  }

  #event(item: RunningItem, event: ItemMachineEvent): string {
    return toJson({ type: '@xstate.event', ...this.#base(item), sourceId: undefined, event })
  }

  #snapshot(followed: FollowedItem, { event, transitions, decisions, before, guardsOf }: Followed): string {
    const { item, skipped } = followed
    followed.skipped = 0
    this.#late.delete(followed)
    const guards = guardsOf()
    const words = decisions.map((decision) => decisionInWords(decision, guards)).join(', ')
    return toJson({
      type: '@xstate.snapshot',
      ...this.#base(item),
      event,
      snapshot: snapshotOf(item),
      item: this.#item(item),
      step: {
        kind: kindOf(event),
        said: eventInWords(event),
        words: words === '' ? 'nothing' : words,
        guards,
        decisions,
        changes: contextChanges(jsonContext(before.context), jsonContext(item.context)),
        transitions,
        skipped,
      },
    })
  }

  #item(item: RunningItem): LiveItem {
    const { id, tenantId, sessionId: liveSessionId, productName, activatedAt } = item.identity
    const { mode } = item.context
    const { backlog: mailbox } = this.#options.engine.status()
    const { status, deadline } = item
    return { id, tenantId, liveSessionId, productName, mode, status, activatedAt, deadline, mailbox }
  }
}

const toJson = (message: LiveMessage): string => JSON.stringify(redact(message))

function snapshotOf({ snapshot }: RunningItem): JsonSnapshot {
  return { status: snapshot.status, value: snapshot.value, context: jsonContext(snapshot.context) }
}
