import { isDeepStrictEqual } from 'node:util'
import type { ItemDecision } from '../../../machines/auctionItem/index.ts'
import { amountText, minor } from '../../../machines/money.ts'
import type { RecordedComment, RecordedEvent, Recording } from './Recording.ts'
import type { Step } from './Step.ts'

const DECISION_OF = {
  bid_accepted: 'bidAccepted',
  claim_accepted: 'claimAccepted',
  waitlisted: 'claimWaitlisted',
  ignored: 'ignored',
} as const

/**
 * Where the item now decides otherwise than was stored, a line each; empty when it comes to the same decisions, the same
 * bids won and lost and the same ending.
 */
export function differences({ events, ending }: Recording, steps: readonly Step[]): string[] {
  const last = steps.at(-1)
  if (last === undefined) return ['the log does not begin with the activation']
  const closed = steps.flatMap(({ decisions }) => decisions).find((decision) => decision.type === 'closed')
  const closing = steps.find(({ decisions }) => decisions.some(({ type }) => type === 'closed'))
  const bids = steps.flatMap(({ decisions }) => decisions).filter(isBid)
  const { context } = last
  const pairs: [string, unknown, unknown][] = [
    ['status', ending.status, last.after.status],
    ['outcome', ending.outcome, closed?.outcome ?? null],
    ['current price', amount(ending.price), amount(context.price)],
    ['time limit', ending.timeLimitSeconds, context.timeLimitSeconds],
    ['end', time(ending.endsAt), time(context.endsAt)],
    ['closed at', time(ending.closedAt), time(closing?.at ?? null)],
    ['winner', ending.winnerUserId, closed?.winner?.userId ?? null],
    ['claims accepted', ending.claimsAccepted, context.claimsAccepted],
    ['stock', ending.stockQuantity, context.stockQuantity],
    ['extensions', ending.extensions, context.extensions],
    ['stored bids', ending.bids, bids.length],
  ]
  return [
    ...steps.flatMap((step) => {
      const recorded = step.recorded === null ? undefined : events[step.recorded]
      return recorded === undefined ? [] : eventDifferences(recorded, step, closed)
    }),
    ...pairs.flatMap(([name, stored, decided]) => difference(name, stored, decided)),
  ]
}

type Closed = Extract<ItemDecision, { type: 'closed' }>

function eventDifferences(recorded: RecordedEvent, step: Step, closed: Closed | undefined): string[] {
  const about = `${new Date(recorded.at).toISOString()} ${step.said}`
  if (recorded.kind === 'comment') return commentDifferences(recorded, step, closed, about)
  if (recorded.event.type === 'activate') return []
  const { decisions } = recorded.stored
  if (isDeepStrictEqual(decisions, step.decisions)) return []
  return [`${about}: stored ${JSON.stringify(decisions)}, decided ${JSON.stringify(step.decisions)}`]
}

function commentDifferences(
  { event, stored }: RecordedComment,
  step: Step,
  closed: Closed | undefined,
  about: string,
): string[] {
  if (event === null) return []
  const [decided] = step.decisions
  const words = stored.reason ?? stored.outcome
  if (decided?.type !== DECISION_OF[stored.outcome])
    return [`${about}: stored ${words}, decided ${step.words}`]
  if (decided.type === 'ignored') {
    return [
      ...difference(`${about}: reason`, stored.reason, decided.reason),
      ...difference(`${about}: price before it`, amount(stored.price), amount(decided.price)),
    ]
  }
  return [
    ...difference(
      `${about}: amount`,
      amount(stored.amount),
      'amount' in decided ? amount(decided.amount) : null,
    ),
    ...difference(`${about}: its bid`, stored.bid, bidStatus(decided, closed)),
  ]
}

/** What the row of a bid says once everything so far is decided; null for what makes no row. */
function bidStatus(decision: ItemDecision, closed: Closed | undefined): RecordedComment['stored']['bid'] {
  if (decision.type === 'claimAccepted') return 'won'
  if (decision.type === 'claimWaitlisted') return 'lost'
  if (decision.type !== 'bidAccepted') return null
  if (closed === undefined) return 'pending'
  return closed.winner?.bidId === decision.bidId ? 'won' : 'lost'
}

const isBid = ({ type }: ItemDecision): boolean =>
  type === 'bidAccepted' || type === 'claimAccepted' || type === 'claimWaitlisted'

const difference = (name: string, stored: unknown, decided: unknown): string[] =>
  stored === decided ? [] : [`${name}: stored ${String(stored)}, decided ${String(decided)}`]

const amount = (value: number | null): string | null => (value === null ? null : amountText(minor(value)))
const time = (millis: number | null): string | null =>
  millis === null ? null : new Date(millis).toISOString()
