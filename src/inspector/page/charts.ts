import { chartModel } from '../charts/readChart.ts'
import { CHARTED_MACHINES } from '../charts/machines.ts'
import type { ChartModel, ChartTransition } from '../charts/ChartModel.ts'
import { shownStep } from './inspected.ts'

/** Every machine's chart, read off the definition that this page carries. */
export const CHARTS: readonly ChartModel[] = CHARTED_MACHINES.map(({ machine, words }) =>
  chartModel(machine, words),
)

/** What a transition waits for, tests and does; and what its guard said to the step that is shown. */
export function explain({ id, guard, order, actions, description, event, kind }: ChartTransition): string[] {
  const asked = shownStep.value?.guards.find(({ transition }) => transition === id)
  const because = asked === undefined || asked.because === '' ? '' : `: ${asked.because}`
  return [
    kind === 'event' ? `On ${event}` : event,
    ...(description === '' ? [] : [description]),
    ...(guard === null
      ? order > 0
        ? ['Otherwise, when no guard before it said yes.']
        : []
      : [`Tests whether ${guard.words}.`]),
    ...actions.map(({ words, name }) => `Does: ${words === '' ? name : words}.`),
    ...(asked === undefined ? [] : [`Just now it said ${asked.said ? 'yes' : 'no'}${because}`]),
  ]
}

/** A state and all that are around it. */
export function withParents({ states }: ChartModel, id: string): string[] {
  const state = states.find((one) => one.id === id)
  if (state === undefined) return []
  return [id, ...(state.parent === null ? [] : withParents({ states } as ChartModel, state.parent))]
}
