import type { AnyStateMachine, AnyStateNode } from 'xstate'
import type { ChartWords } from '../../../machines/chartWords.ts'
import type { ChartAction, ChartGuard, ChartModel, ChartState, ChartTransition } from './ChartModel.ts'

/** What is read of XState's definition of a transition. */
interface Definition {
  source: AnyStateNode
  eventType: string
  target?: readonly AnyStateNode[] | undefined
  reenter: boolean
  guard?: unknown
  actions: readonly unknown[]
  description?: string | undefined
  delay?: number | string | undefined
}

/**
 * Reads a machine's chart off its definition. Pure.
 * @throws Error when a transition has several targets at once, which no chart of the house needs
 */
export function chartModel(machine: AnyStateMachine, words: ChartWords): ChartModel {
  const nodes = withDescendants(machine.root)
  return {
    id: machine.id,
    description: machine.root.description ?? '',
    states: nodes.map((node) => state(node, words)),
    transitions: nodes.flatMap((node) =>
      transitionsOf(node).map((definition) => transition(definition, words)),
    ),
  }
}

/** The id a transition has in the model, also one that was seen in a running actor. */
export function transitionId(definition: Definition): string {
  const { source, eventType } = definition
  return `${source.id}:${eventType}:${String(orderOf(definition))}`
}

const withDescendants = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(withDescendants),
]

/** Every transition of a state: on events, delays and ends in the order of the definition, those taken at once last. */
const transitionsOf = (node: AnyStateNode): Definition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

function orderOf(definition: Definition): number {
  const { source, eventType } = definition
  const alternatives: readonly Definition[] =
    eventType === '' ? (source.always ?? []) : (source.transitions.get(eventType) ?? [])
  return alternatives.indexOf(definition)
}

function state(node: AnyStateNode, words: ChartWords): ChartState {
  return {
    id: node.id,
    path: node.path.join('.'),
    name: node.key,
    parent: node.parent?.id ?? null,
    type: node.type,
    description: node.description ?? '',
    initial: node.type === 'compound' ? (node.initial.target[0]?.id ?? null) : null,
    entry: actions(node.config.entry, words),
    exit: actions(node.config.exit, words),
    invokes: node.invoke.map(({ id, src }) => ({ id, source: nameOf(src) })),
  }
}

function transition(definition: Definition, words: ChartWords): ChartTransition {
  const { source, eventType, target = [], reenter, delay = null } = definition
  if (target.length > 1)
    throw new Error(`${source.id} on ${eventType} has several targets; the chart draws one`)
  const [to] = target
  const isBelow = to?.path.slice(0, source.path.length).join('.') === source.path.join('.') && to !== source
  return {
    id: transitionId(definition),
    source: source.id,
    target: to?.id ?? null,
    eventType,
    ...eventWords(eventType, delay),
    guard: guard(definition.guard, words),
    actions: actions(definition.actions, words),
    delay,
    isInternal: !reenter && (to === undefined || (source.type === 'compound' && isBelow)),
    order: orderOf(definition),
    description: definition.description ?? '',
  }
}

function eventWords(type: string, delay: number | string | null): Pick<ChartTransition, 'event' | 'kind'> {
  if (type === '') return { kind: 'always', event: 'always' }
  if (delay !== null)
    return { kind: 'after', event: `after ${String(delay)}${typeof delay === 'number' ? ' ms' : ''}` }
  if (type.startsWith('xstate.done.')) return { kind: 'done', event: 'done' }
  if (type.startsWith('xstate.error.')) return { kind: 'error', event: 'failed' }
  return { kind: 'event', event: type === '*' ? 'any other event' : type }
}

function guard(definition: unknown, words: ChartWords): ChartGuard | null {
  if (definition === undefined) return null
  const name = nameOf(definition)
  return { name, words: words.guards[name] ?? '' }
}

function actions(definitions: unknown, words: ChartWords): ChartAction[] {
  const all =
    definitions === undefined ? [] : Array.isArray(definitions) ? (definitions as unknown[]) : [definitions]
  return all.map((definition) => {
    const name = nameOf(definition)
    return { name, words: words.actions[name] ?? '' }
  })
}

/** The name that a definition gives to a guard, an action or an actor. */
function nameOf(definition: unknown): string {
  if (typeof definition === 'string') return definition
  if (typeof definition === 'object' && definition !== null && 'type' in definition)
    return String(definition.type)
  if (typeof definition === 'function' && definition.name !== '') return definition.name
  throw new Error('Guards, actions and actors of a chart are named in setup(), so that it can be read')
}
