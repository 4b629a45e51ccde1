import type { Entry } from './entry.ts'

const TRIES_MAX = 3

/**
 * Entries on which deciding or storing failed. One that fails again and again must not hold up those behind it: a
 * comment is set aside with its reason, an item's timer is no longer armed.
 */
export class Suspects {
  /** Positions of comments that are set aside. */
  readonly comments = new Set<number>()
  /** Items whose timer is not armed any more. */
  readonly items = new Set<string>()
  private readonly failures = new Map<string, number>()

  /** Counts one failure; true when the entry is now given up. */
  blame(entry: Exclude<Entry, { kind: 'command' }>): boolean {
    const key = entry.kind === 'comment' ? `comment ${entry.comment.position}` : `item ${entry.itemId}`
    const failures = (this.failures.get(key) ?? 0) + 1
    this.failures.set(key, failures)
    if (failures < TRIES_MAX) return false
    this.failures.delete(key)
    if (entry.kind === 'comment') this.comments.add(entry.comment.position)
    else this.items.add(entry.itemId)
    return true
  }
}
