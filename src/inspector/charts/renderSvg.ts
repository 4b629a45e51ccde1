import { stateBlock, transitionBlock, type Block } from './blocks.ts'
import type { Box, ChartEdge, ChartInitial, ChartLayout, Point } from './ChartLayout.ts'
import type { ChartModel, ChartState, ChartTransition } from './ChartModel.ts'
import { chartStyle, type ChartTheme } from './chartStyle.ts'
import { roundedPath } from './roundedPath.ts'
import { LABEL_PADDING, listedIn, listOf, PADDING } from './rows.ts'

export interface SvgOptions {
  /** `auto` follows the viewer's own choice of light or dark. */
  theme: ChartTheme
  /** False leaves the style sheet out, for a page that has {@link chartStyle} already. */
  isStyled?: boolean
}

/**
 * A chart as a picture. States carry `data-state`, a transition's line and its label
 * `data-transition`, with their ids of the model, so that a page can light them by the class `lit`. What a guard tests and an action does stands in their tool tips.
 */
export function renderSvg(
  model: ChartModel,
  layout: ChartLayout,
  { theme, isStyled = true }: SvgOptions,
): string {
  const boxes = new Map<string, Box>(layout.states.map((box) => [box.id, box]))
  const edges = new Map(layout.edges.map((edge) => [edge.id, edge]))
  const transitions = model.transitions.map((transition) => {
    const edge = edges.get(transition.id)
    if (edge === undefined) throw new Error(`The layout has no place for ${transition.id}`)
    return { transition, edge }
  })
  const states = model.states.map((state) => {
    const box = boxes.get(state.id)
    if (box === undefined) throw new Error(`The layout has no place for ${state.id}`)
    return { state, box, isFrame: state.type === 'compound' || state.type === 'parallel' }
  })
  const { width, height } = layout
  const size = `viewBox="0 0 ${String(width)} ${String(height)}" width="${String(width)}" height="${String(height)}"`
  const name = `aria-label="${escape(`State chart ${model.id}`)}" data-machine="${escape(model.id)}"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" ${name} ${size}>`,
    ...(isStyled ? [`<style>${chartStyle(theme)}</style>`] : []),
    ...states.map((placed) => drawBox(model, placed)),
    ...layout.initials.map(drawInitial),
    ...transitions.filter(({ edge }) => edge.points.length > 0).map(drawLine),
    ...transitions.map(drawLabel),
    ...states.map((placed) => drawText(model, placed)),
    '</svg>\n',
  ].join('\n')
}

interface PlacedState {
  state: ChartState
  box: Box
  /** It has states inside. */
  isFrame: boolean
}

function drawBox(model: ChartModel, { state, box, isFrame }: PlacedState): string {
  const kinds = [isFrame ? 'compound' : state.type, ...(state.parent === null ? ['root'] : [])]
  const inner = { x: box.x + 3.5, y: box.y + 3.5, width: box.width - 7, height: box.height - 7 }
  const ruleY = box.y + box.height - listOf(model, state).height
  const isRuled = !isFrame && listedIn(model, state).length > 0
  return [
    `<g class="state ${kinds.join(' ')}" data-state="${escape(state.id)}"><title>${escape(state.description)}</title>`,
    rectangle(box, 'box', isFrame ? 14 : 10),
    ...(state.type === 'final' ? [rectangle(inner, 'end', 7)] : []),
    ...(isRuled ? [`<path class="rule" d="M${px(box.x)} ${px(ruleY)}H${px(box.x + box.width)}"/>`] : []),
    '</g>',
  ].join('')
}

/** Above the lines, which may pass behind the head of a frame. */
function drawText(model: ChartModel, { state, box, isFrame }: PlacedState): string {
  const isCentred = !isFrame && listedIn(model, state).length === 0
  const start = { x: box.x + (isCentred ? box.width / 2 : PADDING.x), y: box.y + PADDING.y }
  return `<g class="words${isFrame ? (state.parent === null ? ' over root' : ' over') : ''}">${texts(stateBlock(state), start, isCentred)}</g>`
}

function drawInitial({ state, dot, points }: ChartInitial): string {
  const centre = middleOf(dot)
  return [
    `<g class="initial" data-initial="${escape(state)}">`,
    `<circle class="dot" cx="${px(centre.x)}" cy="${px(centre.y)}" r="${px(dot.width / 2)}"/>`,
    arrow(points),
    '</g>',
  ].join('')
}

interface PlacedTransition {
  transition: ChartTransition
  edge: ChartEdge
}

const drawLine = ({ transition, edge }: PlacedTransition): string =>
  `<g class="line" data-transition="${escape(transition.id)}">${arrow(edge.points)}</g>`

/** Above every line: those of several transitions between the same states lie on each other. */
function drawLabel({ transition, edge: { points, label } }: PlacedTransition): string {
  const isListed = points.length === 0
  const x = label.x + (isListed ? LABEL_PADDING.x : label.width / 2)
  return [
    `<g class="transition${isListed ? ' listed' : ''}" data-transition="${escape(transition.id)}">`,
    `<title>${escape(explained(transition))}</title>`,
    rectangle(label, 'label', 6),
    texts(transitionBlock(transition), { x, y: label.y + LABEL_PADDING.y }, !isListed),
    '</g>',
  ].join('')
}

/** What a transition's guard tests and its actions do, for a tool tip. */
function explained({ event, guard, actions, order, description }: ChartTransition): string {
  const condition = guard === null ? (order > 0 ? ['otherwise'] : []) : [`when ${guard.words}`]
  return [event, description, ...condition, ...actions.map(({ name, words }) => `${name}: ${words}`)]
    .filter((line) => line !== '')
    .join('\n')
}

const HEAD = { length: 8, half: 4 }

/** A line that ends in an arrow head. */
function arrow(points: readonly Point[]): string {
  const tip = points.at(-1)
  const before = points.at(-2)
  if (tip === undefined || before === undefined) return ''
  const whole = Math.hypot(tip.x - before.x, tip.y - before.y) || 1
  const along = { x: (tip.x - before.x) / whole, y: (tip.y - before.y) / whole }
  const foot = { x: tip.x - along.x * HEAD.length, y: tip.y - along.y * HEAD.length }
  const wing = (side: number): string =>
    `${px(foot.x - side * along.y * HEAD.half)} ${px(foot.y + side * along.x * HEAD.half)}`
  const line = roundedPath([...points.slice(0, -1), foot], 9)
  return `<path class="edge" d="${line}"/><path class="head" d="M${px(tip.x)} ${px(tip.y)}L${wing(1)}L${wing(-1)}Z"/>`
}

function texts({ lines }: Block, start: Point, isCentred: boolean): string {
  let { y } = start
  return lines
    .map(({ text, role, lettering: { line, size, letters } }) => {
      const baseline = y + (line + size * 0.7) / 2
      y += line
      const classes = letters === 'mono' ? `mono ${role}` : role
      const anchor = isCentred ? ' text-anchor="middle"' : ''
      return `<text class="${classes}" x="${px(start.x)}" y="${px(baseline)}"${anchor}>${escape(text)}</text>`
    })
    .join('')
}

const rectangle = ({ x, y, width, height }: Box, name: string, radius: number): string =>
  `<rect class="${name}" x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" rx="${String(radius)}"/>`

const middleOf = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })

const px = (value: number): string => String(Math.round(value * 10) / 10)

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
