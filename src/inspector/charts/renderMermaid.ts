import type { ChartModel, ChartState, ChartTransition } from './ChartModel.ts'
import { listedIn } from './rows.ts'

/** A chart as Mermaid's `stateDiagram-v2`, for documents that draw it themselves. */
export function renderMermaid(model: ChartModel): string {
  const root = model.states.find(({ parent }) => parent === null)
  if (root === undefined) throw new Error(`The chart ${model.id} has no states`)
  return ['---', `title: ${model.id}`, '---', 'stateDiagram-v2', ...inside(model, root, '  '), ''].join('\n')
}

/** Mermaid knows neither dots in names nor two states of one name. */
const nameOf = (id: string): string => id.replaceAll('.', '_')

function inside(model: ChartModel, state: ChartState, indent: string): string[] {
  const children = model.states.filter(({ parent }) => parent === state.id)
  const between = state.type === 'parallel' ? [`${indent}--`] : []
  return [
    ...(state.initial === null ? [] : [`${indent}[*] --> ${nameOf(state.initial)}`]),
    ...children.flatMap((child, index) => [
      ...(index === 0 ? [] : between),
      ...declare(model, child, indent),
    ]),
    ...model.transitions
      .filter((transition) => homeOf(model, transition) === state.id)
      .map((transition) => `${indent}${arrow(model, transition)}`),
    ...children.flatMap((child) => note(model, child, indent)),
  ]
}

function declare(model: ChartModel, state: ChartState, indent: string): string[] {
  const name = nameOf(state.id)
  const declaration = `${indent}state "${state.name}" as ${name}`
  const end = state.type === 'final' ? [`${indent}${name} --> [*]`] : []
  const isFrame = model.states.some(({ parent }) => parent === state.id)
  return isFrame
    ? [`${declaration} {`, ...inside(model, state, `${indent}  `), `${indent}}`]
    : [declaration, ...end]
}

/** The innermost state around both ends: Mermaid wants a transition declared there. */
function homeOf(model: ChartModel, { source, target }: ChartTransition): string | null {
  const parents = new Map(model.states.map(({ id, parent }) => [id, parent]))
  const around = (id: string): string[] => {
    const parent = parents.get(id) ?? null
    return parent === null ? [] : [parent, ...around(parent)]
  }
  if (target === null) return null
  const outer = new Set(around(target))
  return around(source).find((id) => outer.has(id)) ?? model.id
}

/** Transitions that stay are listed: Mermaid draws one loop at a state that has others inside. */
function note(model: ChartModel, state: ChartState, indent: string): string[] {
  const staying = listedIn(model, state)
  if (staying.length === 0) return []
  const lines = staying.map((transition) => `${indent}  ${label(transition)}`)
  return [`${indent}note right of ${nameOf(state.id)}`, ...lines, `${indent}end note`]
}

/** What belongs to the whole machine has no box of its own to leave: it begins at any state. */
function arrow(model: ChartModel, transition: ChartTransition): string {
  const { source, target } = transition
  return `${source === model.id ? '[*]' : nameOf(source)} --> ${nameOf(target ?? source)} : ${label(transition)}`
}

function label({ event, guard, actions, order }: ChartTransition): string {
  const condition = guard === null ? (order > 0 ? ' [else]' : '') : ` [${guard.name}]`
  const done = actions.length === 0 ? '' : ` / ${actions.map(({ name }) => name).join(', ')}`
  return `${event}${condition}${done}`
}
