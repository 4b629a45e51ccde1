import { expect } from 'chai'
import fc from 'fast-check'
import type { ItemDecision, ItemRules } from '../../../../machines/auctionItem/index.ts'
import { minor } from '../../../../machines/money.ts'
import { ItemProbe } from '../../../support/engine/ItemProbe.ts'
import { NaiveItem, type NaiveRules, type Step } from '../../../support/engine/NaiveItem.ts'

const RUNS = 2_000

const rules: fc.Arbitrary<NaiveRules> = fc.record({
  countdown: fc.nat(20),
  window: fc.nat(15),
  push: fc.integer({ min: 1, max: 20 }),
  pushesMax: fc.nat(3),
  factor: fc.option(fc.integer({ min: 1, max: 5 })),
  matchedOnly: fc.boolean(),
})
const user = fc.constantFrom('ayse', 'can', 'lena', 'omar')
const matched = fc.boolean()
const amount = fc.integer({ min: 0, max: 60_000 })
const seconds = fc.integer({ min: 1, max: 60 })

/** `resume`: the item is rebuilt from what is stored of it, as after a crash. It must change nothing. */
const step: fc.Arbitrary<Step | { do: 'resume' }> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('bid' as const), user, amount, matched }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('claim' as const), user, matched }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('extend' as const), seconds }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stock' as const), stock: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rules' as const), rules }) },
  { weight: 3, arbitrary: fc.constant({ do: 'tick' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'resume' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'close' as const }) },
)
const moment = fc.tuple(fc.nat(8_000), step)
const setting = fc.record({
  mode: fc.constantFrom('auction' as const, 'fixed_price' as const),
  price: fc.integer({ min: 0, max: 20_000 }),
  increment: fc.option(fc.integer({ min: 1, max: 3_000 })),
  limit: fc.option(fc.integer({ min: 1, max: 60 })),
  stock: fc.nat(3),
  rules,
})

const itemRules = (naive: NaiveRules): ItemRules => ({
  countdownSeconds: naive.countdown,
  antiSnipe: { windowSeconds: naive.window, extendSeconds: naive.push, extensionsMax: naive.pushesMax },
  maxBidFactor: naive.factor,
  requireMatchedViewer: naive.matchedOnly,
})

/** What both must agree on: the words of what happened, with their figures. */
const told = (decisions: readonly ItemDecision[]): unknown[] =>
  decisions.map((decision) => {
    if (decision.type === 'closed')
      return [decision.status, decision.outcome, decision.winner?.userId ?? null, decision.finalPrice]
    if (decision.type === 'ignored') return [decision.reason]
    if (decision.type === 'extended') return ['extended', decision.endsAt, decision.timeLimitSeconds]
    if (
      decision.type === 'bidAccepted' ||
      decision.type === 'claimAccepted' ||
      decision.type === 'claimWaitlisted'
    ) {
      return [decision.type, decision.userId, decision.amount]
    }
    return [decision.type]
  })

function send(item: ItemProbe, one: Step, at: number): ItemDecision[] {
  switch (one.do) {
    case 'bid':
      return item.bid(one.amount / 100, { user: one.user, at, matched: one.matched })
    case 'claim':
      return item.claim(one.user, { at, matched: one.matched })
    case 'extend':
      return item.send({ type: 'extend', at, seconds: one.seconds })
    case 'stock':
      return item.send({ type: 'stock', at, stockQuantity: one.stock })
    case 'rules':
      return item.send({ type: 'rules', at, rules: itemRules(one.rules) })
    case 'close':
      return item.send({ type: 'close', at, by: 'seller' })
    case 'tick':
      return item.send({ type: 'tick', at })
  }
}

/** The item once more, from what its rows say of it; one that has ended stays as it is. */
function rebuilt(item: ItemProbe): ItemProbe {
  const { status, context } = item
  if (status !== 'active' && status !== 'countdown') return item
  return new ItemProbe({ ...context, status, claimants: [...context.claimants] })
}

describe('auction item against the naive reference', () => {
  it('given any settings and any events, when both decide, then they decide the same', function () {
    this.timeout(60_000)
    fc.assert(
      fc.property(setting, fc.array(moment, { maxLength: 60 }), (given, moments) => {
        const endsAt = given.limit === null ? null : given.limit * 1_000
        let item = new ItemProbe({
          mode: given.mode,
          price: minor(given.price),
          increment: given.increment === null ? null : minor(given.increment),
          timeLimitSeconds: given.limit,
          endsAt,
          stockQuantity: given.stock,
          rules: itemRules(given.rules),
        })
        const naive = new NaiveItem({ ...given, endsAt })
        let at = 0
        for (const [wait, one] of moments) {
          at += wait
          if (one.do === 'resume') item = rebuilt(item)
          else expect(told(send(item, one, at))).to.deep.equal(naive.happen(one, at))
        }
      }),
      { numRuns: RUNS },
    )
  })
})
