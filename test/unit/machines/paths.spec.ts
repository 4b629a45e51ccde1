import { expect } from 'chai'
import {
  createActor,
  createMachine,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type EventObject,
} from 'xstate'
import { getAdjacencyMap, getShortestPaths } from 'xstate/graph'
import { CHARTED_MACHINES, chartModel, transitionId } from '../../../src/inspector/charts/index.ts'
import { CHART_WALKS, type ChartWalk } from '../../support/inspector/chartWalks.ts'

/** More steps than any walk of the house takes. */
const TRAVERSALS_MAX = 20_000

/** Ids of the transitions that are taken on the shortest path to every snapshot and by every event from there. */
function walked(machine: AnyStateMachine, { inputs, events, tellApart }: ChartWalk): Set<string> {
  const taken = new Set<string>()
  for (const input of inputs) {
    const options = {
      input,
      events,
      limit: TRAVERSALS_MAX,
      serializeState: (snapshot: AnyMachineSnapshot) =>
        JSON.stringify(tellApart === undefined ? [snapshot.value, snapshot.context] : tellApart(snapshot)),
    }
    const reached: { steps: { event: EventObject }[] }[] = getShortestPaths(machine, options)
    for (const { steps } of reached) {
      const told = steps.map(({ event }) => event).filter(({ type }) => type !== 'xstate.init')
      for (const id of livedBy(machine, input, told)) taken.add(id)
      for (const event of events) for (const id of livedBy(machine, input, [...told, event])) taken.add(id)
    }
    expect(Object.keys(getAdjacencyMap(machine, options))).to.have.length(reached.length)
  }
  return taken
}

/** A live actor's own word on which transitions it took. */
function livedBy(machine: AnyStateMachine, input: unknown, events: ChartWalk['events']): string[] {
  const taken: string[] = []
  const actor = createActor(machine, {
    input,
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.microstep') return
      const transitions: AnyTransitionDefinition[] = inspected._transitions
      taken.push(...transitions.map(transitionId))
    },
  })
  actor.subscribe({ error: (error) => expect.fail(`a rule failed: ${String(error)}`) })
  actor.start()
  for (const event of events) actor.send(event)
  actor.stop()
  return taken
}

describe('paths through the charts', () => {
  for (const { machine, words } of CHARTED_MACHINES) {
    it(`take every transition of ${machine.id}`, () => {
      const walk = CHART_WALKS[machine.id]
      if (walk === undefined)
        return expect.fail(`test/support/inspector/chartWalks.ts needs a walk through ${machine.id}`)
      const all = chartModel(machine, words).transitions.map(({ id }) => id)
      const taken = walked(machine, walk)
      expect(all.filter((id) => !taken.has(id))).to.deep.equal([])
      expect([...taken].filter((id) => !all.includes(id))).to.deep.equal([])
    })
  }

  it('would miss a transition that can never be taken', () => {
    const machine = createMachine({
      id: 'm',
      initial: 'a',
      states: {
        a: { on: { go: [{ target: 'b' }, { target: 'a' }] } },
        b: { always: 'c' },
        c: {},
        d: { on: { go: 'a' } },
      },
    })
    const taken = walked(machine, {
      inputs: [undefined],
      events: [{ type: 'go' }],
    })
    expect([...taken]).to.deep.equal(['m.a:go:0', 'm.b::0'])
  })
})
