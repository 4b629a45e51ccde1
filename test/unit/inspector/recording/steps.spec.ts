import { expect } from 'chai'
import fc from 'fast-check'
import { createActor, type AnyTransitionDefinition } from 'xstate'
import {
  auctionItemMachine,
  type ItemDecision,
  type ItemMachineEvent,
} from '../../../../machines/auctionItem/index.ts'
import { transitionId } from '../../../../src/inspector/charts/index.ts'
import { differences, steps, whatIf, type Step } from '../../../../src/inspector/recording/index.ts'
import { anyRecording, recordingOf, type Happening } from '../../../support/inspector/recordings.ts'

const bid = (user: string, major: number, wait = 1_000): Happening => ({
  do: 'bid',
  user,
  amount: major * 100,
  wait,
})
const AUCTION = { price: 10_000, increment: 1_000, timeLimitSeconds: 60 }

describe('the steps of a recording', () => {
  it('given a bid too low, then they say which guard refused it, with its figures', () => {
    const recording = recordingOf(AUCTION, [bid('ayse', 150), bid('can', 155)])
    const step = steps(recording)[2]
    expect(step).to.deep.include({
      index: 2,
      recorded: 2,
      isReal: true,
      kind: 'comment',
      said: '@can “155”',
      words: 'bid_too_low: 155 < 150 + 10',
      before: { id: 'auctionItem.running.active', status: 'active' },
      changes: [],
      microsteps: [{ transitions: ['auctionItem.running:bid:0'], state: 'auctionItem.running.active' }],
    })
    expect(step?.guards).to.deep.equal([
      {
        name: 'isBidRefused',
        transition: 'auctionItem.running:bid:0',
        words: 'the bid breaks a rule: wrong kind of sale, unknown viewer, too low or too high',
        said: true,
        because: '155 < 150 + 10',
      },
    ])
  })

  it('given an accepted bid, then they say what changed and which guards said no', () => {
    const step = steps(recordingOf(AUCTION, [bid('ayse', 150)]))[1]
    expect(step?.words).to.equal('bid_accepted: 150 ≥ 100 + 10')
    expect(step?.guards.map(({ name, said, because }) => [name, said, because])).to.deep.equal([
      ['isBidRefused', false, '150 ≥ 100 + 10'],
      ['isLastMoment', false, 'anti-snipe is off'],
    ])
    expect(step?.changes.map(({ field }) => field)).to.deep.equal(['price', 'bidsPending', 'lead'])
  })

  it('given the end, then they go through the chart’s closing to its last state', () => {
    const life = steps(recordingOf(AUCTION, [bid('ayse', 150), { do: 'close', wait: 5 }]))
    expect(life.at(-1)).to.deep.include({
      words: 'sold to @ayse at 150',
      after: { id: 'auctionItem.sold', status: 'sold' },
      microsteps: [
        { transitions: ['auctionItem.running:close:0'], state: 'auctionItem.closing' },
        { transitions: ['auctionItem.closing::0'], state: 'auctionItem.sold' },
      ],
    })
    expect(life[0]?.microsteps.at(-1)).to.deep.equal({
      transitions: ['auctionItem.resuming::1'],
      state: 'auctionItem.running.active',
    })
    expect(life[0]?.guards.map(({ name, said }) => [name, said])).to.deep.equal([['wasCountingDown', false]])
  })

  it('given a clock that changes nothing, then they say which guards said no', () => {
    const recording = recordingOf(AUCTION, [{ do: 'stock', stock: 3, wait: 1_000 }])
    const [, second] = recording.events
    if (second?.kind !== 'command') return expect.fail('the stock is changed by a command')
    const tick = { ...second, event: { type: 'tick' as const, at: second.at } }
    const step = steps({ ...recording, events: [...recording.events.slice(0, 1), tick] })[1]
    expect(step).to.deep.include({ words: 'nothing', microsteps: [], changes: [] })
    expect(step?.guards.map(({ name, said, because }) => [name, said, because])).to.deep.equal([
      ['isTimeUp', false, '59 s left'],
      ['isCountdownDue', false, '59 s left > 10 s'],
    ])
  })

  it('given any recording, then they come to what was stored, and are plain JSON', () => {
    fc.assert(
      fc.property(anyRecording, (recording) => {
        const life = steps(recording)
        expect(differences(recording, life)).to.deep.equal([])
        expect(JSON.parse(JSON.stringify(life))).to.deep.equal(life)
      }),
    )
  })

  it('given any recording, then the transitions and decisions are those of a running actor', () => {
    fc.assert(
      fc.property(anyRecording, (recording) => {
        const life = steps(recording)
        const told = life.flatMap(({ event }) => (event === null || event.type === 'activate' ? [] : [event]))
        const asked = life.filter(({ event }) => event !== null && event.type !== 'activate')
        expect(
          asked.map(({ microsteps, decisions }) => ({
            taken: microsteps.flatMap((step) => step.transitions),
            decisions,
          })),
        ).to.deep.equal(livedBy(recording.events[0]?.event as unknown as Activation, told))
      }),
    )
  })
})

interface Activation {
  input: Parameters<typeof createActor<typeof auctionItemMachine>>[1] extends infer O
    ? O extends { input: infer I }
      ? I
      : never
    : never
}

/** What a live actor does with the events: XState's own word on which transitions it took. */
function livedBy(
  { input }: Activation,
  events: readonly ItemMachineEvent[],
): { taken: string[]; decisions: ItemDecision[] }[] {
  let taken: string[] = []
  let decisions: ItemDecision[] = []
  const actor = createActor(auctionItemMachine, {
    input,
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.microstep') return
      const transitions: AnyTransitionDefinition[] = inspected._transitions
      taken.push(...transitions.map(transitionId))
    },
  })
  actor.on('*', (decision) => decisions.push(decision))
  actor.start()
  return events.map((event) => {
    taken = []
    decisions = []
    actor.send(event)
    return { taken, decisions }
  })
}

describe('another ending', () => {
  const real = (life: Step[]) => life.map((step) => ({ ...step, isReal: true }))

  it('given any recording and no change, then it is what really happened, and says that it is not', () => {
    fc.assert(
      fc.property(anyRecording, (recording) => {
        const life = whatIf(recording, [])
        expect(life.some(({ isReal }) => isReal)).to.equal(false)
        expect(real(life)).to.deep.equal(steps(recording))
      }),
    )
  })

  it('given that the winning bid was never made, then the one before it wins', () => {
    const recording = recordingOf(AUCTION, [bid('ayse', 150), bid('can', 170), { do: 'close', wait: 5 }])
    const life = whatIf(recording, [{ index: 2, event: null }])
    expect(life.map(({ recorded }) => recorded)).to.deep.equal([0, 1, 3])
    expect(life.at(-1)?.words).to.equal('sold to @ayse at 150')
  })

  it('given that a refused bid was higher, then it wins', () => {
    const recording = recordingOf(AUCTION, [bid('ayse', 150), bid('can', 155), { do: 'close', wait: 5 }])
    const event = { ...recording.events[2]?.event, amount: 16_000 } as ItemMachineEvent
    const life = whatIf(recording, [{ index: 2, event }])
    expect(life[2]).to.deep.include({ said: '@can bids 160', words: 'bid_accepted: 160 ≥ 150 + 10' })
    expect(life.at(-1)?.words).to.equal('sold to @can at 160')
    const [closed] = life.at(-1)?.decisions ?? []
    expect(closed).to.deep.nested.include({ 'winner.bidId': 'event-2' })
  })

  it('given that the bid that moved the end was never made, then it ends in time, and a later one comes too late', () => {
    const antiSnipe = { windowSeconds: 10, extendSeconds: 30, extensionsMax: 5 }
    const recording = recordingOf({ ...AUCTION, rules: { antiSnipe } }, [
      bid('ayse', 150, 30_000),
      bid('can', 170, 25_000),
      bid('lena', 190, 10_000),
      { do: 'chat', user: 'omar', wait: 99_000 },
    ])
    expect(steps(recording).at(-1)?.words).to.equal('sold to @lena at 190')
    const life = whatIf(recording, [
      {
        index: recording.events.findIndex(({ event }) => event?.type === 'bid' && event.username === 'can'),
        event: null,
      },
    ])
    expect(life.find(({ words }) => words.startsWith('sold'))).to.deep.include({
      words: 'sold to @ayse at 150',
      recorded: null,
    })
    expect(life.find(({ said }) => said.includes('lena'))?.words).to.equal('no_active_item: it had closed')
  })

  it('given that the seller never closed it, then it runs on to the end of its clock', () => {
    const recording = recordingOf(AUCTION, [bid('ayse', 150), { do: 'close', wait: 5 }])
    const life = whatIf(recording, [{ index: 2, event: null }])
    expect(life.at(-1)).to.include({
      kind: 'timer',
      words: 'sold to @ayse at 150',
      at: recording.startedAt + 60_000,
    })
  })

  it('refuses a change of what is not there, of a clock, or of the beginning into something else', () => {
    const recording = recordingOf(AUCTION, [bid('ayse', 150), { do: 'chat', user: 'can', wait: 70_000 }])
    const change = (index: number, event: ItemMachineEvent | null) => () =>
      whatIf(recording, [{ index, event }])
    const tick = recording.events.findIndex(({ event }) => event?.type === 'tick')
    expect(change(99, null)).to.throw(RangeError, 'event 99 is not there')
    expect(change(tick, null)).to.throw(RangeError, 'is a clock')
    expect(change(1, { type: 'tick', at: 1 })).to.throw(RangeError, 'is a clock')
    expect(change(0, null)).to.throw(RangeError, 'the activation')
    expect(change(0, { type: 'close', at: 1, by: 'seller' })).to.throw(RangeError, 'the activation')
  })
})
