import type { ELK, ElkExtendedEdge, ElkNode } from 'elkjs'
import { stateBlock } from './blocks.ts'
import type { Box, ChartEdge, ChartLayout, Point } from './ChartLayout.ts'
import type { ChartModel, ChartState, ChartTransition } from './ChartModel.ts'
import { listedIn, listOf, PADDING, stackOf, type Rows } from './rows.ts'

const DOT = 12
const MARGIN = 12
const SIDE = 20

/**
 * Cycles are broken depth first, which keeps the order of the definition. The engine's own keeping of model order fails
 * on transitions that cross the border of a state (elkjs 0.12.1).
 */
const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.randomSeed': '1',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.spacing.nodeNodeBetweenLayers': '26',
  'elk.layered.spacing.edgeNodeBetweenLayers': '18',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  'elk.spacing.nodeNode': '30',
  'elk.spacing.edgeNode': '18',
  'elk.spacing.edgeEdge': '14',
  'elk.spacing.edgeLabel': '4',
}
const INLINE = { 'elk.edgeLabels.inline': 'true' }

const padding = (top: number, around: number): string =>
  `[top=${String(top)},left=${String(around)},bottom=${String(around)},right=${String(around)}]`

/** Places a chart's states, transitions and initial dots. The same model has the same layout, always. */
export async function layoutChart(model: ChartModel): Promise<ChartLayout> {
  const engine = await elk()
  const root = await engine.layout<ElkNode>({
    id: '',
    layoutOptions: { ...OPTIONS, 'elk.padding': padding(MARGIN, MARGIN) },
    children: model.states.filter(({ parent }) => parent === null).map((state) => node(model, state)),
    edges: [...bundles(model).map(bundleEdge), ...model.states.flatMap(initialEdge)],
  })
  const boxes = new Map<string, Box>(withDescendants(root).map((one) => [one.id, boxOf(one)]))
  const routes = new Map((root.edges ?? []).map((edge) => [edge.id, edge]))
  return {
    ...{ width: Math.ceil(root.width ?? 0), height: Math.ceil(root.height ?? 0) },
    states: model.states.map(({ id }) => ({ id, ...boxOf(boxes.get(id)) })),
    edges: [
      ...model.states.flatMap((state) => listed(model, state, boxes)),
      ...bundles(model).flatMap((bundle) => routed(bundle, routes.get(idOf(bundle)))),
    ],
    initials: model.states
      .filter(({ initial }) => initial !== null)
      .map(({ id }) => ({
        state: id,
        dot: boxOf(boxes.get(dotId(id))),
        points: pointsOf(routes.get(dotId(id))),
      })),
  }
}

let engine: Promise<ELK> | undefined

/** Loaded when the first chart is drawn: it is large, and a service that nobody inspects does without. */
function elk(): Promise<ELK> {
  engine ??= import('elkjs/lib/elk.bundled.js').then(({ default: Elk }) => new Elk.default())
  return engine
}

const listId = (state: string): string => `${state} list`
const dotId = (state: string): string => `${state} initial`

function node(model: ChartModel, state: ChartState): ElkNode {
  const children = model.states.filter(({ parent }) => parent === state.id)
  const text = stateBlock(state)
  const list = listOf(model, state)
  const width = text.width + 2 * PADDING.x
  const height = text.height + 2 * PADDING.y
  if (children.length === 0) {
    return { id: state.id, width: Math.max(width, list.width), height: height + list.height }
  }
  return {
    id: state.id,
    children: [
      ...(list.rows.length === 0 ? [] : [{ id: listId(state.id), width: list.width, height: list.height }]),
      ...(state.initial === null ? [] : [{ id: dotId(state.id), width: DOT, height: DOT }]),
      ...children.map((child) => node(model, child)),
    ],
    layoutOptions: {
      ...OPTIONS,
      'elk.padding': padding(height + 4, SIDE),
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${String(width)},${String(height)})`,
    },
  }
}

/** Transitions from one state to the same other share a line, their texts below each other. */
function bundles(model: ChartModel): ChartTransition[][] {
  const drawn = model.transitions.filter(({ target }) => target !== null)
  return [...Map.groupBy(drawn, ({ source, target }) => `${source} ${target ?? ''}`).values()]
}

const idOf = (bundle: readonly ChartTransition[]): string => bundle[0]?.id ?? ''

function bundleEdge(bundle: readonly ChartTransition[]): ElkExtendedEdge {
  const id = idOf(bundle)
  const { width, height } = stackOf(bundle)
  return {
    id,
    sources: [bundle[0]?.source ?? ''],
    targets: [bundle[0]?.target ?? ''],
    labels: [{ id: `${id} label`, text: id, width, height, layoutOptions: INLINE }],
  }
}

const initialEdge = ({ id, initial }: ChartState): ElkExtendedEdge[] =>
  initial === null ? [] : [{ id: dotId(id), sources: [dotId(id)], targets: [initial] }]

const withDescendants = (one: ElkNode): ElkNode[] => [one, ...(one.children ?? []).flatMap(withDescendants)]

const boxOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box> = {}): Box => ({ x, y, width, height })

function pointsOf(edge: ElkExtendedEdge | undefined): Point[] {
  return (edge?.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) =>
    [startPoint, ...bendPoints, endPoint].map(({ x, y }) => ({ x, y })),
  )
}

const routed = (bundle: readonly ChartTransition[], edge: ElkExtendedEdge | undefined): ChartEdge[] =>
  placed(stackOf(bundle), boxOf(edge?.labels?.[0]), pointsOf(edge))

/** The list of a state stands below its text, or where it was placed among the children. */
function listed(model: ChartModel, state: ChartState, boxes: ReadonlyMap<string, Box>): ChartEdge[] {
  if (listedIn(model, state).length === 0) return []
  const list = listOf(model, state)
  const { x, y, height } = boxOf(boxes.get(state.id))
  return placed(list, boxes.get(listId(state.id)) ?? { x, y: y + height - list.height }, [])
}

const placed = ({ rows }: Rows, at: Point, points: Point[]): ChartEdge[] =>
  rows.map(({ id, box }) => ({ id, points, label: { ...box, x: at.x + box.x, y: at.y + box.y } }))
