import { expect } from 'chai'
import { CHARTED_MACHINES, chartOf, type Box, type Chart } from '../../../../src/inspector/charts/index.ts'
import { layoutChart } from '../../../../src/inspector/charts/layoutChart.ts'

const isInside = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width + 0.01 &&
  inner.y + inner.height <= outer.y + outer.height + 0.01

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Every two different ones. */
const pairs = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((one, index) => all.slice(index + 1).map((other): [T, T] => [one, other]))

for (const { machine } of CHARTED_MACHINES) {
  describe(`the layout of ${machine.id}`, () => {
    let chart: Chart
    let box: (id: string) => Box
    before(async () => {
      const drawn = await chartOf(machine.id)
      if (drawn === undefined) throw new Error(`no chart of ${machine.id}`)
      chart = drawn
      const boxes = new Map(chart.layout.states.map((state) => [state.id, state]))
      box = (id) => boxes.get(id) ?? { x: -1, y: -1, width: 0, height: 0 }
    })

    it('places every state inside its parent, and the machine inside the picture', () => {
      const picture = { x: 0, y: 0, width: chart.layout.width, height: chart.layout.height }
      for (const { id, parent } of chart.model.states)
        expect(isInside(box(id), parent === null ? picture : box(parent)), id).to.equal(true)
    })

    it('lets no two sibling states overlap', () => {
      const siblings = Map.groupBy(chart.model.states, ({ parent }) => parent)
      const hits = [...siblings.values()].flatMap(pairs).filter(([a, b]) => overlap(box(a.id), box(b.id)))
      expect(hits.map(([a, b]) => `${a.id} ${b.id}`)).to.deep.equal([])
    })

    it('places every transition once, with lines that end at their states', () => {
      const { edges } = chart.layout
      expect(edges.map(({ id }) => id)).to.have.members(chart.model.transitions.map(({ id }) => id))
      for (const { id, source, target } of chart.model.transitions) {
        const points = edges.find((edge) => edge.id === id)?.points ?? []
        const last = points.at(-1)
        if (target === null) expect(points, id).to.deep.equal([])
        else if (last === undefined) expect.fail(`${id} has no line`)
        else {
          expect(isInside({ ...(points[0] ?? last), width: 0, height: 0 }, box(source)), id).to.equal(true)
          expect(isInside({ ...last, width: 0, height: 0 }, box(target)), id).to.equal(true)
        }
      }
    })

    it('lets no text of a transition cover another, or a state that it does not belong to', () => {
      const labels = chart.layout.edges.map(({ id, label }) => ({ id, label }))
      const covered = pairs(labels).filter(([a, b]) => overlap(a.label, b.label))
      expect(covered.map(([a, b]) => `${a.id} ${b.id}`)).to.deep.equal([])
      const simple = chart.model.states.filter(({ type }) => type !== 'compound')
      const across = labels.flatMap(({ id, label }) =>
        simple
          .filter((state) => overlap(label, box(state.id)) && !id.startsWith(`${state.id}:`))
          .map((state) => `${id} ${state.id}`),
      )
      expect(across).to.deep.equal([])
    })

    it('enters every initial state from a dot inside its parent', () => {
      const withInitial = chart.model.states.filter(({ initial }) => initial !== null)
      expect(chart.layout.initials.map(({ state }) => state)).to.deep.equal(withInitial.map(({ id }) => id))
      for (const { state, dot, points } of chart.layout.initials) {
        expect(isInside(dot, box(state)), state).to.equal(true)
        expect(points).to.have.length.above(1)
      }
    })

    it('is the same when it is made again', async () => {
      expect(await layoutChart(chart.model)).to.deep.equal(chart.layout)
    })
  })
}

describe('a chart', () => {
  it('is drawn once', () => {
    expect(chartOf('auctionItem')).to.equal(chartOf('auctionItem'))
  })

  it('is absent for a machine that does not exist', () => {
    expect(chartOf('teapot')).to.equal(undefined)
  })
})
