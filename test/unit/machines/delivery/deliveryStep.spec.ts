import { expect } from 'chai'
import fc from 'fast-check'
import {
  claimedStep as claimed,
  nextStep,
  REPLY_WAITS_MS,
  RETRY_AFTER_MAX_MS,
  type DeliveryEvent,
  type DeliveryKind,
  type DeliveryStep,
  type Verdict,
} from '../../../../machines/delivery/index.ts'

const AT = 1_000_000
/** Decisions on the interface, section 8. */
const WEBHOOK_WAITS_MS = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map(
  (s) => s * 1_000,
)

const claimedStep = (kind: DeliveryKind, attempts: number): DeliveryStep =>
  claimed({ kind, attempts, waitsMs: kind === 'webhook' ? WEBHOOK_WAITS_MS : REPLY_WAITS_MS })
const after = (from: DeliveryStep, verdict: Verdict, jitter = 0): DeliveryStep =>
  nextStep(from, { ...verdict, at: AT, jitter })

const refused: Verdict = { type: 'refused', reason: 'http_500', retryAfterMs: null }
const unknown: Verdict = { type: 'unknown', reason: 'timeout' }

describe('nextStep of a delivery', () => {
  it('that was accepted: it is delivered, and counts the try', () => {
    expect(after(claimedStep('webhook', 2), { type: 'accepted' })).to.deep.equal({
      ...claimedStep('webhook', 3),
      ...{ state: 'delivered', nextAttemptAt: null, reason: null },
    })
  })

  it('tries ten times: at 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
    const waits: number[] = []
    let step = claimedStep('webhook', 0)
    for (;;) {
      step = after(step, refused)
      if (step.state !== 'waiting') break
      waits.push(((step.nextAttemptAt ?? 0) - AT) / 1_000)
      step = nextStep(step, { type: 'claimed' })
    }
    expect(waits).to.deep.equal([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400])
    expect(step).to.include({ state: 'failed', attempts: 10, nextAttemptAt: null, reason: 'http_500' })
  })

  it('never comes early and at most a fifth late, whatever the jitter', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 8 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (made, jitter) => {
          const wait = WEBHOOK_WAITS_MS[made + 1] ?? 0
          const { nextAttemptAt } = after(claimedStep('webhook', made), refused, jitter)
          expect((nextAttemptAt ?? 0) - AT).to.be.within(wait, wait * 1.2 + 1)
        },
      ),
    )
  })

  it('waits for what the receiver asks, when that is longer than the schedule, up to a day', () => {
    const asking = (retryAfterMs: number): number =>
      (after(claimedStep('webhook', 0), { ...refused, retryAfterMs }).nextAttemptAt ?? 0) - AT
    expect(asking(1_000)).to.equal(5_000)
    expect(asking(60_000)).to.equal(60_000)
    expect(asking(1e12)).to.equal(RETRY_AFTER_MAX_MS)
  })

  it('sends a webhook again when in doubt, but never a reply', () => {
    expect(after(claimedStep('webhook', 0), unknown)).to.include({ state: 'waiting', attempts: 1 })
    expect(after(claimedStep('webhook', 9), unknown)).to.include({ state: 'failed', attempts: 10 })
    expect(after(claimedStep('reply', 0), unknown)).to.include({
      state: 'cancelled',
      reason: 'outcome_unknown',
    })
  })

  it('takes up a webhook that a dead worker left behind, but never a reply', () => {
    expect(nextStep(claimedStep('webhook', 1), { type: 'interrupted' }).state).to.equal('sending')
    expect(nextStep(claimedStep('reply', 0), { type: 'interrupted' })).to.include({
      ...{ state: 'cancelled', reason: 'outcome_unknown' },
    })
  })

  it('tries a reply that was certainly not posted again, within the show', () => {
    let step = claimedStep('reply', 0)
    for (let tries = 1; tries < REPLY_WAITS_MS.length; tries += 1) {
      step = after(step, refused)
      expect(step).to.include({ state: 'waiting', attempts: tries })
      step = nextStep(step, { type: 'claimed' })
    }
    expect(after(step, refused).state).to.equal('failed')
  })

  it('does not count a try that was throttled', () => {
    const throttled: Verdict = { type: 'throttled', reason: 'social_4', retryAfterMs: 90_000 }
    expect(after(claimedStep('reply', 1), throttled)).to.include({
      ...{ state: 'waiting', attempts: 1, nextAttemptAt: AT + 90_000 },
    })
  })

  it('ends at a receiver that wants no more', () => {
    expect(after(claimedStep('webhook', 0), { type: 'gone', reason: 'http_410' })).to.include({
      ...{ state: 'failed', attempts: 1, nextAttemptAt: null, reason: 'http_410' },
    })
  })

  it('starts a webhook over when the seller asks, from any end, and never a reply', () => {
    for (const state of ['delivered', 'failed', 'cancelled'] as const) {
      const ended = { ...claimedStep('webhook', 10), state }
      expect(nextStep(ended, { type: 'redeliver', at: AT })).to.include({
        ...{ state: 'pending', attempts: 0, nextAttemptAt: AT },
      })
      expect(nextStep({ ...ended, kind: 'reply' }, { type: 'redeliver', at: AT }).state).to.equal(state)
    }
  })

  it('never leaves an end by itself, never loses a try, and plans a time exactly while it waits', () => {
    const verdict = fc.constantFrom<Verdict>(
      { type: 'accepted' },
      { type: 'gone', reason: 'x' },
      refused,
      unknown,
      { type: 'throttled', reason: 'x', retryAfterMs: 5 },
    )
    const event = fc.oneof<fc.Arbitrary<DeliveryEvent>[]>(
      verdict.map((what) => ({ ...what, at: AT, jitter: 0.5 })),
      fc.constantFrom<DeliveryEvent>(
        { type: 'claimed' },
        { type: 'interrupted' },
        { type: 'abandoned', reason: 'x' },
      ),
    )
    fc.assert(
      fc.property(fc.constantFrom('webhook' as const, 'reply' as const), fc.array(event), (kind, events) => {
        let step: DeliveryStep = { ...claimedStep(kind, 0), state: 'pending' }
        for (const happening of events) {
          const next = nextStep(step, happening)
          if (['delivered', 'failed', 'cancelled'].includes(step.state)) expect(next).to.deep.equal(step)
          expect(next.attempts).to.be.within(step.attempts, step.attempts + 1)
          if (next.state === 'waiting') expect(next.nextAttemptAt).to.be.a('number')
          if (['delivered', 'failed', 'cancelled'].includes(next.state))
            expect(next.nextAttemptAt).to.equal(null)
          step = next
        }
      }),
    )
  })
})
