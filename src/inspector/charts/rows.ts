import { transitionBlock } from './blocks.ts'
import type { Box } from './ChartLayout.ts'
import type { ChartModel, ChartState, ChartTransition } from './ChartModel.ts'

/** Space between a box and its text, pixels. */
export const PADDING = { x: 14, y: 11 }
/** Space around the text of a transition, pixels. */
export const LABEL_PADDING = { x: 8, y: 5 }
const ROW_GAP = 3
const COLUMN_GAP = 4

/** Transitions' texts set together, each with its box from the upper left corner of them all. */
export interface Rows {
  width: number
  height: number
  rows: { id: string; box: Box }[]
}

/** Below each other, equally wide. */
export function stackOf(transitions: readonly ChartTransition[]): Rows {
  const sizes = transitions.map(rowSize)
  const width = Math.max(0, ...sizes.map((size) => size.width))
  let bottom = -ROW_GAP
  const rows = transitions.map(({ id }, index) => {
    const height = sizes[index]?.height ?? 0
    const y = bottom + ROW_GAP
    bottom = y + height
    return { id, box: { x: 0, y, width, height } }
  })
  return { width, height: Math.max(0, bottom), rows }
}

/** Transitions that stay where they are: listed in their state instead of drawn as loops. */
export const listedIn = (model: ChartModel, { id }: ChartState): ChartTransition[] =>
  model.transitions.filter(({ source, target }) => source === id && target === null)

/** The list in a state: columns as high as the event with the most alternatives, none of them torn apart. */
export function listOf(model: ChartModel, state: ChartState): Rows {
  const byEvent = [...Map.groupBy(listedIn(model, state), ({ eventType }) => eventType).values()]
  const highest = Math.max(0, ...byEvent.map((group) => stackOf(group).height))
  const columns: ChartTransition[][] = []
  for (const group of byEvent) {
    const last = columns.at(-1)
    if (last !== undefined && stackOf([...last, ...group]).height <= highest) last.push(...group)
    else columns.push([...group])
  }
  return besides(columns.map(stackOf))
}

function besides(columns: readonly Rows[]): Rows {
  let right = -COLUMN_GAP
  const rows = columns.flatMap((column) => {
    const x = right + COLUMN_GAP
    right = x + column.width
    return column.rows.map(({ id, box }) => ({ id, box: { ...box, x } }))
  })
  return { width: Math.max(0, right), height: Math.max(0, ...columns.map(({ height }) => height)), rows }
}

function rowSize(transition: ChartTransition): { width: number; height: number } {
  const { width, height } = transitionBlock(transition)
  return { width: width + 2 * LABEL_PADDING.x, height: height + 2 * LABEL_PADDING.y }
}
