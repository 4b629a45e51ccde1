import { expect } from 'chai'
import { createMachine } from 'xstate'
import { CHARTED_MACHINES, chartModel } from '../../../../src/inspector/charts/index.ts'

const NO_WORDS = { guards: {}, actions: {} }

for (const { machine, words } of CHARTED_MACHINES) {
  describe(`the chart of ${machine.id}`, () => {
    const model = chartModel(machine, words)

    it('has words for every guard and action, and no words for what is not there', () => {
      const { guards, actions } = machine.implementations
      expect(Object.keys(words.guards)).to.have.members(Object.keys(guards))
      expect(Object.keys(words.actions)).to.have.members(Object.keys(actions))
      const said = [...Object.values(words.guards), ...Object.values(words.actions)]
      expect(said.filter((text) => !/^\p{Ll}.{5,}[^.]$/u.test(text))).to.deep.equal([])
    })

    it('describes every state', () => {
      expect(model.states.filter(({ description }) => description === '')).to.deep.equal([])
    })

    it('is plain JSON', () => {
      expect(JSON.parse(JSON.stringify(model))).to.deep.equal(model)
    })
  })
}

describe('reading a chart', () => {
  it('given delays, ends, invoked actors and reentry, then each transition says what it is', () => {
    const machine = createMachine({
      id: 'm',
      initial: 'a',
      states: {
        a: {
          entry: 'ring',
          invoke: { src: 'worker', id: 'w', onDone: 'b', onError: 'b' },
          after: { 500: { guard: 'isRipe', target: 'b' } },
          on: { again: { target: 'a', reenter: true }, '*': { actions: 'ring' } },
        },
        b: { initial: 'c', onDone: 'a', states: { c: { always: 'd' }, d: { type: 'final' } } },
      },
    } as never)
    const { states, transitions } = chartModel(machine, NO_WORDS)
    expect(states[1]).to.deep.include({ id: 'm.a', invokes: [{ id: 'w', source: 'worker' }] })
    expect(states[1]?.entry).to.deep.equal([{ name: 'ring', words: '' }])
    expect(states[2]).to.include({ type: 'compound', initial: 'm.b.c' })
    expect(
      transitions.map(({ event, kind, target, isInternal }) => [event, kind, target, isInternal]),
    ).to.deep.equal([
      ['again', 'event', 'm.a', false],
      ['any other event', 'event', null, true],
      ['done', 'done', 'm.b', false],
      ['failed', 'error', 'm.b', false],
      ['after 500 ms', 'after', 'm.b', false],
      ['done', 'done', 'm.a', false],
      ['always', 'always', 'm.b.d', false],
    ])
  })

  it('given a guard without a name, then it says that it cannot be read', () => {
    const machine = createMachine({
      on: {
        go: {
          guard: (
            () => () =>
              true
          )(),
        },
      },
    })
    expect(() => chartModel(machine, NO_WORDS)).to.throw('named in setup()')
  })
})
