import { createCrowd, type Mood } from '../crowd/crowd.ts'
import type { Stage } from './stage.ts'

export interface CrowdOrder {
  accountId: string
  mood: Mood
  seed?: string | undefined
  viewers?: number | undefined
  /** Lines in all. */
  lines?: number | undefined
  perSecond?: number | undefined
  /** Where bids begin, major units. */
  price?: number | undefined
}

/** Lets crowds talk under live videos, one an account. */
export interface CrowdRunner {
  /** Begins, in place of the account's crowd before. */
  start(order: CrowdOrder): void
  running(): string[]
  /** Ends one account's crowd, or all. */
  stop(accountId?: string): void
}

const TICK_MS = 250

export function createCrowdRunner(stage: Stage): CrowdRunner {
  const timers = new Map<string, NodeJS.Timeout>()
  const stop = (accountId: string): void => {
    clearInterval(timers.get(accountId))
    timers.delete(accountId)
  }
  return {
    start({ accountId, mood, seed = 'practice', viewers = 30, lines = 200, perSecond = 4, price = 10 }) {
      stop(accountId)
      const script = createCrowd({ seed, viewers }).script(mood, lines, price)
      let due = 0
      const timer = setInterval(() => {
        due += (perSecond * TICK_MS) / 1_000
        const now = script.splice(0, Math.floor(due))
        due -= Math.floor(due)
        // A post that is not acknowledged is tried again by the sender; nothing here waits for it.
        if (now.length > 0) stage.comment(accountId, now).catch(() => undefined)
        if (script.length === 0) stop(accountId)
      }, TICK_MS)
      timers.set(accountId, timer)
    },
    running: () => [...timers.keys()],
    stop(accountId) {
      for (const running of accountId === undefined ? [...timers.keys()] : [accountId]) stop(running)
    },
  }
}
