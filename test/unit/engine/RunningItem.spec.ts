import { expect } from 'chai'
import { DEFAULT_RULES, type ItemInput, type ItemMachineEvent } from '../../../machines/auctionItem/index.ts'
import { minor } from '../../../machines/money.ts'
import { RunningItem } from '../../../src/engine/RunningItem.ts'
import { inspectActor } from '../../../src/inspector/live/inspectActor.ts'

const identity = (id: string) => ({
  ...{ id, tenantId: 'shop', sessionId: 'show', productId: 'ring', productName: 'Ring', activatedAt: 0 },
})
const open = (id: string, input: Partial<ItemInput> = {}): RunningItem =>
  new RunningItem(
    identity(id),
    {
      ...{ itemId: id, status: 'active', mode: 'auction', price: minor(1_000), increment: minor(100) },
      ...{ timeLimitSeconds: null, endsAt: null, rules: DEFAULT_RULES, extensions: 0, stockQuantity: 1 },
      ...{ claimsAccepted: 0, claimants: [], bidsPending: 0, lead: null },
      ...input,
    },
    1,
  )
const bid = (amount: number): ItemMachineEvent => ({
  ...{
    type: 'bid',
    at: 0,
    bidId: 'bid',
    userId: 'ayse',
    username: 'ayse',
    matched: false,
    amount: minor(amount),
  },
})
const types = (item: RunningItem, event: ItemMachineEvent) => item.send(event).map(({ type }) => type)

describe('running items', () => {
  it('share a system, and neither the failure of a rule nor the end of one of them', () => {
    const broken = open('broken', { rules: null as never })
    const ended = open('ended')
    const stopped = open('stopped')
    const sound = open('sound')
    expect(() => broken.send(bid(2_000))).to.throw('A rule of the item failed')
    ended.send({ type: 'close', at: 0, by: 'seller' })
    stopped.stop()
    for (const item of [broken, ended, stopped]) expect(item.isRunning).to.equal(false)
    expect(types(stopped, bid(2_000)), 'stopped').to.deep.equal([])
    expect(types(sound, bid(2_000))).to.deep.equal(['bidAccepted'])
    expect(sound.isRunning).to.equal(true)
    sound.stop()
  })

  it('never mix what they decide, and keep only what differs from the bid before', () => {
    const [one, other] = [open('one'), open('other')]
    const before = one.snapshot
    expect(types(one, bid(2_000))).to.deep.equal(['bidAccepted'])
    expect(types(other, bid(100))).to.deep.equal(['ignored'])
    expect(types(one, bid(3_000))).to.deep.equal(['bidAccepted'])
    expect(one.snapshot.tags).to.equal(other.snapshot.tags)
    expect(one.snapshot.value).to.equal(before.value)
    const timed = open('timed', { timeLimitSeconds: 60, endsAt: 60_000 })
    expect(types(timed, { type: 'tick', at: 50_000 })).to.deep.equal(['countdownStarted'])
    expect(timed.status).to.equal('countdown')
    expect(before.value, 'of the one that counts down alone').to.deep.equal({ running: 'active' })
    expect(types(timed, { type: 'tick', at: 60_000 })).to.deep.equal(['closed'])
    expect(timed.snapshot.value).to.equal('cancelled')
    for (const item of [one, other]) item.stop()
  })

  it('are inspected one by one, by as many as like to, until they end it', () => {
    const [one, other] = [open('one'), open('other')]
    const heard: string[] = []
    const listen = (name: string, item: RunningItem) =>
      inspectActor(item.ref, ({ type }) => {
        if (type === '@xstate.snapshot') heard.push(name)
      })
    const first = listen('first of one', one)
    const second = listen('second of one', one)
    const third = listen('of other', other)
    one.send(bid(2_000))
    other.send(bid(2_000))
    expect(heard.splice(0)).to.deep.equal(['first of one', 'second of one', 'of other'])
    second.unsubscribe()
    third.unsubscribe()
    one.send(bid(3_000))
    other.send(bid(3_000))
    expect(heard.splice(0)).to.deep.equal(['first of one'])
    first.unsubscribe()
    one.send(bid(4_000))
    expect(heard).to.deep.equal([])
    for (const item of [one, other]) item.stop()
  })
})
