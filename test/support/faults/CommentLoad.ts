import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../../src/simulator/random.ts'
import type { Acknowledged } from '../checkers/Evidence.ts'
import { APP_SECRET, timed, type Timed } from './Service.ts'
import { INCREMENT, STARTING_PRICE, type Show, type Stall } from './Show.ts'

const SENDERS = 6
const COMMENTS_MAX = 20
const VIEWERS = 60
const REDELIVER_AFTER_MS = 40
/** No answer within this time is none, as for the platform. */
const ANSWER_WITHIN_MS = 4_000

/** A comment as it was posted, and between which moments the service took it in; ms, wall clock. */
export interface Posted extends Acknowledged {
  stall: Stall
  /** The item that was known to run when it was written. */
  itemId: string | undefined
  amount: number | undefined
  sentAt: number
  acknowledgedAt: number
}

type Draft = Omit<Posted, 'sentAt' | 'acknowledgedAt'> & { username: string }

/**
 * Viewers of a show, as the platform hands them over: signed posts of several comments, shuffled, again and again until
 * they are acknowledged, and now and then once more after that. Keeps exactly what was acknowledged.
 */
export class CommentLoad {
  readonly acknowledged: Posted[] = []
  /** Answers other than 200. */
  readonly refusals: Timed[] = []
  /** Posts that got no answer at all. */
  unanswered = 0
  readonly #show: Show
  readonly #random: Random
  readonly #urls: () => readonly string[]
  readonly #prices = new Map<Stall, number>()
  readonly #delivered: Draft[] = []
  readonly #senders: Promise<void>[]
  #speaking = true
  #giveUp = false

  /** Starts to post. `urls`: the nodes at hand, asked before every post. */
  constructor(show: Show, random: Random, urls: () => readonly string[]) {
    this.#show = show
    this.#random = random.fork('load')
    this.#urls = urls
    this.#senders = Array.from({ length: SENDERS }, () => this.#send())
  }

  /** Says nothing new; resolves once all that was said is acknowledged. */
  async finish(): Promise<void> {
    this.#speaking = false
    await Promise.all(this.#senders)
  }

  /** Ends at once; what is not acknowledged stays so. */
  async abandon(): Promise<void> {
    this.#giveUp = true
    await this.finish()
  }

  async #send(): Promise<void> {
    while (this.#speaking) {
      const drafts = Array.from({ length: 1 + this.#random.int(COMMENTS_MAX) }, () => this.#draft())
      // Deliveries repeat what came long ago, among what is new.
      while (this.#delivered.length > 0 && this.#random.chance(0.2))
        drafts.push(this.#random.pick(this.#delivered))
      await this.#deliver(this.#random.shuffle(drafts))
      await pause(this.#random.int(10))
    }
  }

  async #deliver(drafts: readonly Draft[]): Promise<void> {
    const [body, signature] = signed(drafts)
    const sentAt = Date.now()
    for (;;) {
      if (await this.#postOnce(body, signature)) break
      if (this.#giveUp) return
      await pause(REDELIVER_AFTER_MS)
    }
    const acknowledgedAt = Date.now()
    for (const draft of drafts) this.acknowledged.push({ ...draft, sentAt, acknowledgedAt })
    this.#delivered.push(...drafts)
    if (this.#random.chance(0.2) && !this.#giveUp) await this.#postOnce(body, signature)
  }

  /** Posts one new comment to one node, once. Resolves with whether it was acknowledged. */
  sayTo(url: string): Promise<boolean> {
    return this.#postOnce(...signed([this.#draft()]), url)
  }

  async #postOnce(body: string, signature: string, url = this.#random.pick(this.#urls())): Promise<boolean> {
    try {
      const answer = await timed(`${url}/api/v1/webhooks/social`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
        body,
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
      if (answer.status === 200) return true
      this.refusals.push(answer)
    } catch {
      this.unanswered++
    }
    return false
  }

  /** Mostly something that counts: bids that outdo each other, claims; some chatter and low bids between. */
  #draft(): Draft {
    const stall = this.#random.pick(this.#show.stalls)
    const username = `viewer${String(this.#random.int(VIEWERS))}`
    const common = {
      stall,
      tenantId: stall.tenantId,
      commentId: randomUUID(),
      fromId: `id-of-${username}`,
      username,
      itemId: stall.item?.id,
    }
    if (this.#random.chance(0.1)) return { ...common, text: 'so pretty 🔥', amount: undefined }
    if (stall.mode === 'fixed_price') return { ...common, text: 'mine!', amount: undefined }
    const highest = this.#prices.get(stall) ?? STARTING_PRICE
    const amount = Math.max(STARTING_PRICE, highest + (this.#random.int(5) - 1) * INCREMENT)
    this.#prices.set(stall, Math.max(highest, amount))
    return { ...common, text: `${String(amount)} please`, amount }
  }
}

/** The body of a post and its signature. */
function signed(drafts: readonly Draft[]): [body: string, signature: string] {
  const body = JSON.stringify(payloadOf(drafts))
  return [body, `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}`]
}

function payloadOf(drafts: readonly Draft[]): object {
  const entry = drafts.map(({ stall, commentId, fromId, username, text }) => ({
    id: stall.accountId,
    time: Date.now(),
    changes: [
      {
        field: 'live_comments',
        value: { id: commentId, from: { id: fromId, username }, media: { id: stall.mediaId }, text },
      },
    ],
  }))
  return { object: 'social', entry }
}
