import { createActor } from 'xstate'
import {
  auctionItemMachine,
  DEFAULT_RULES,
  itemStatus,
  nextDeadline,
  type ItemActor,
  type ItemContext,
  type ItemDecision,
  type ItemInput,
  type ItemMachineEvent,
  type ItemRules,
} from '../../../machines/auctionItem/index.ts'
import { minor } from '../../../machines/money.ts'

/** An item's machine with what it decided, for tests of the rules. Times are ms from 0. */
export class ItemProbe {
  readonly decisions: ItemDecision[] = []
  private readonly actor: ItemActor
  private bids = 0

  constructor(input: Partial<Omit<ItemInput, 'rules'>> & { rules?: Partial<ItemRules> } = {}) {
    const rules = { ...DEFAULT_RULES, ...input.rules }
    this.actor = createActor(auctionItemMachine, { input: { ...ITEM, ...input, rules } })
    this.actor.on('*', (decision) => this.decisions.push(decision))
    this.actor.start()
  }

  get status() {
    return itemStatus(this.actor.getSnapshot())
  }
  get context(): ItemContext {
    return this.actor.getSnapshot().context
  }
  get deadline(): number | null {
    return nextDeadline(this.actor.getSnapshot())
  }

  /** Sends one event; returns what it decided. */
  send(event: ItemMachineEvent): ItemDecision[] {
    const before = this.decisions.length
    this.actor.send(event)
    return this.decisions.slice(before)
  }

  /** A bid in major units. */
  bid(amount: number, { user = 'ayse', at = 1, matched = false } = {}): ItemDecision[] {
    const bidId = `bid${String(++this.bids)}`
    const units = minor(Math.round(amount * 100))
    return this.send({ type: 'bid', at, bidId, userId: user, username: user, matched, amount: units })
  }

  claim(user: string, { at = 1, matched = false } = {}): ItemDecision[] {
    const bidId = `bid${String(++this.bids)}`
    return this.send({ type: 'claim', at, bidId, userId: user, username: user, matched })
  }
}

const ITEM: ItemInput = {
  itemId: 'item',
  status: 'active',
  mode: 'auction',
  price: minor(10_000),
  increment: null,
  timeLimitSeconds: null,
  endsAt: null,
  rules: DEFAULT_RULES,
  extensions: 0,
  stockQuantity: 2,
  claimsAccepted: 0,
  claimants: [],
  bidsPending: 0,
  lead: null,
}
