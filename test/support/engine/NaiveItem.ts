/** One step of a random story. Money in minor units. */
export type Step =
  | { do: 'bid'; user: string; amount: number; matched: boolean }
  | { do: 'claim'; user: string; matched: boolean }
  | { do: 'extend'; seconds: number }
  | { do: 'stock'; stock: number }
  | { do: 'rules'; rules: NaiveRules }
  | { do: 'tick' }
  | { do: 'close' }

/** The tenant's settings as far as they bear on an item; seconds. */
export interface NaiveRules {
  countdown: number
  window: number
  push: number
  pushesMax: number
  factor: number | null
  matchedOnly: boolean
}

export interface NaiveStart {
  mode: 'auction' | 'fixed_price'
  price: number
  increment: number | null
  limit: number | null
  endsAt: number | null
  stock: number
  rules: NaiveRules
}

/**
 * The rules of an item once more, as plainly as they can be said: one mutable record and a list of bids. It is the
 * oracle for the statechart and for the engine around it, so it shares nothing with them.
 */
export class NaiveItem {
  state: 'active' | 'countdown' | 'sold' | 'cancelled' = 'active'
  price: number
  limit: number | null
  endsAt: number | null
  pushes = 0
  winner: string | null = null
  readonly claims: string[] = []
  private readonly mode: 'auction' | 'fixed_price'
  private readonly step: number
  private rules: NaiveRules
  private stock: number
  private readonly bids: { user: string; amount: number }[] = []

  constructor(given: NaiveStart) {
    this.mode = given.mode
    this.price = given.price
    this.step = given.increment ?? 1_000
    this.limit = given.limit
    this.endsAt = given.endsAt
    this.stock = given.stock
    this.rules = given.rules
  }

  get isRunning(): boolean {
    return this.state === 'active' || this.state === 'countdown'
  }

  /** What the step makes happen, in order: words with their figures. */
  happen(one: Step, at: number): unknown[][] {
    if (!this.isRunning) return []
    switch (one.do) {
      case 'bid':
        return this.bid(one.user, one.amount, one.matched, at)
      case 'claim':
        return this.claim(one.user, one.matched)
      case 'extend':
        return [this.later(one.seconds, at)]
      case 'stock':
        this.stock = one.stock
        return [['stockChanged']]
      case 'rules':
        this.rules = one.rules
        return [['rulesChanged']]
      case 'tick':
        return this.tick(at)
      case 'close':
        return [this.close()]
    }
  }

  /** Lets time pass: the countdown and the end come, each when it is due. */
  live(until: number): void {
    this.happen({ do: 'tick' }, until)
    if (this.endsAt !== null && until >= this.endsAt) this.happen({ do: 'tick' }, this.endsAt)
  }

  private bid(user: string, amount: number, matched: boolean, at: number): unknown[][] {
    if (this.mode === 'fixed_price') return [['bid_on_fixed_price']]
    if (this.rules.matchedOnly && !matched) return [['viewer_not_matched']]
    if (amount < this.price + this.step) return [['bid_too_low']]
    const { factor } = this.rules
    if (factor !== null && this.price > 0 && amount > factor * this.price) return [['bid_too_high']]
    this.price = amount
    this.bids.push({ user, amount })
    const accepted = ['bidAccepted', user, amount]
    const { window, push, pushesMax } = this.rules
    const late = this.endsAt !== null && window > 0 && this.endsAt - at <= window * 1_000
    if (!late || this.pushes >= pushesMax || this.endsAt === null) return [accepted]
    const missing = at + push * 1_000 - this.endsAt
    if (missing <= 0) return [accepted]
    this.pushes++
    return [accepted, this.later(Math.ceil(missing / 1_000), at)]
  }

  private claim(user: string, matched: boolean): unknown[][] {
    if (this.mode === 'auction') return [['claim_on_auction']]
    if (this.rules.matchedOnly && !matched) return [['viewer_not_matched']]
    if (this.claims.length >= this.stock) return [['claimWaitlisted', user, this.price]]
    if (this.claims.includes(user)) return [['already_claimed']]
    this.claims.push(user)
    return [['claimAccepted', user, this.price]]
  }

  private later(seconds: number, at: number): unknown[] {
    this.limit = (this.limit ?? 0) + seconds
    this.endsAt = (this.endsAt ?? at) + seconds * 1_000
    return ['extended', this.endsAt, this.limit]
  }

  private tick(at: number): unknown[][] {
    if (this.endsAt === null) return []
    if (at >= this.endsAt) return [this.close()]
    const lead = Math.min(this.rules.countdown, (this.limit ?? 0) / 2)
    if (this.state !== 'active' || at < this.endsAt - Math.round(lead * 1_000)) return []
    this.state = 'countdown'
    return [['countdownStarted']]
  }

  private close(): unknown[] {
    const best = this.bids.at(-1)
    this.state = best === undefined ? 'cancelled' : 'sold'
    this.winner = best?.user ?? null
    if (best !== undefined) return ['sold', 'won', best.user, best.amount]
    return ['cancelled', this.claims.length > 0 ? 'claimed' : 'no_bids', null, this.price]
  }
}
