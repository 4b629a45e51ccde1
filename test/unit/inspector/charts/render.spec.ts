import { expect } from 'chai'
import {
  CHARTED_MACHINES,
  chartOf,
  chartStyle,
  renderMermaid,
  renderSvg,
  type Chart,
} from '../../../../src/inspector/charts/index.ts'

const times = (text: string, part: string): number => text.split(part).length - 1

async function draw(id: string): Promise<Chart> {
  const chart = await chartOf(id)
  if (chart === undefined) throw new Error(`no chart of ${id}`)
  return chart
}

for (const { machine } of CHARTED_MACHINES) {
  describe(`the picture of ${machine.id}`, () => {
    it('shows every state and every transition exactly once, and a line for each that leads somewhere', async () => {
      const { model, layout } = await draw(machine.id)
      const svg = renderSvg(model, layout, { theme: 'auto' })
      for (const { id } of model.states) expect(times(svg, `data-state="${id}"`), id).to.equal(1)
      for (const { id, target } of model.transitions) {
        expect(times(svg, `<g class="line" data-transition="${id}"`), id).to.equal(target === null ? 0 : 1)
        const labels = times(svg, `<g class="transition" data-transition="${id}"`)
        const listed = times(svg, `<g class="transition listed" data-transition="${id}"`)
        expect([labels, listed], id).to.deep.equal(target === null ? [0, 1] : [1, 0])
      }
    })

    it('tells what its guards test, and is well formed', async () => {
      const { model, layout } = await draw(machine.id)
      const svg = renderSvg(model, layout, { theme: 'light' })
      for (const { guard } of model.transitions)
        if (guard !== null) expect(svg).to.contain(`when ${guard.words}`)
      const open = [...svg.matchAll(/<([a-z]+)(?:\s[^<>]*[^/])?>|<\/([a-z]+)>/g)].reduce<string[]>(
        (stack, [, opened, closed]) => {
          if (opened !== undefined) return [...stack, opened]
          expect(stack.at(-1)).to.equal(closed)
          return stack.slice(0, -1)
        },
        [],
      )
      expect(open).to.deep.equal([])
    })

    it('is a Mermaid text with every transition, as an arrow or in a note where it stays', async () => {
      const { model } = await draw(machine.id)
      const lines = renderMermaid(model).split('\n')
      const arrows = lines.filter((line) => line.includes(' --> ') && line.includes(' : '))
      expect(arrows).to.have.length(model.transitions.filter(({ target }) => target !== null).length)
      expect(new Set(arrows.map((line) => line.trim())).size).to.equal(arrows.length)
      const noted = lines.join('\n').matchAll(/note right of \w+\n([^]*?)\n *end note/g)
      const staying = [...noted].flatMap(([, text = '']) => text.split('\n'))
      expect(staying).to.have.length(model.transitions.filter(({ target }) => target === null).length)
    })
  })
}

describe('a picture of a chart', () => {
  it('follows the viewer’s choice of light or dark, or the one it is given', () => {
    expect(chartStyle('auto')).to.contain('prefers-color-scheme:dark')
    expect(chartStyle('dark')).not.to.contain('prefers-color-scheme')
    expect(chartStyle('dark')).not.to.equal(chartStyle('light'))
  })

  it('leaves its style sheet to the page when asked to', async () => {
    const { model, layout } = await draw('delivery')
    expect(renderSvg(model, layout, { theme: 'auto', isStyled: false })).not.to.contain('<style')
  })

  it('as a Mermaid text, nests states and ends final ones', async () => {
    const text = renderMermaid((await draw('auctionItem')).model)
    expect(text).to.contain('  [*] --> auctionItem_resuming\n')
    expect(text).to.contain(
      '  state "running" as auctionItem_running {\n    [*] --> auctionItem_running_active\n',
    )
    expect(text).to.contain(
      '    auctionItem_running_active --> auctionItem_running_countdown : tick [isCountdownDue] / tellCountdown\n',
    )
    expect(text).to.contain('  auctionItem_sold --> [*]\n')
    expect(text).to.contain(
      '  auctionItem_closing --> auctionItem_cancelled : always [else] / tellCancelled\n',
    )
  })
})
