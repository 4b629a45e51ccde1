import type { ChartState, ChartTransition } from './ChartModel.ts'
import { ACTION, EVENT, GUARD, NAME, NOTE, textWidth, wrapText, type Lettering } from './textSize.ts'

/** A line of text with how it is set. */
export interface Line {
  text: string
  /** What it is, for its colour. */
  role: 'name' | 'note' | 'event' | 'guard' | 'action'
  lettering: Lettering
}

/** Lines below each other. */
export interface Block {
  lines: Line[]
  width: number
  height: number
}

const LABEL_WIDTH_MAX = 170
const NOTE_WIDTH_MAX = 210
const FRAME_NOTE_WIDTH_MAX = 420

/** Name, description and what is done on the way in and out: the text in a state's box. */
export function stateBlock(state: ChartState): Block {
  const width = state.type === 'compound' || state.type === 'parallel' ? FRAME_NOTE_WIDTH_MAX : NOTE_WIDTH_MAX
  const done = [
    ...state.entry.map(({ name }) => `entry / ${name}`),
    ...state.exit.map(({ name }) => `exit / ${name}`),
    ...state.invokes.map(({ source }) => `invoke / ${source}`),
  ]
  return block([
    { text: state.name, role: 'name', lettering: NAME },
    ...lines(state.description, 'note', NOTE, width),
    ...done.map((text) => ({ text, role: 'action', lettering: ACTION }) as const),
  ])
}

/** Event, guard in brackets and actions: the text at a transition. */
export function transitionBlock(transition: ChartTransition): Block {
  const { event, guard, actions, order } = transition
  const condition = guard === null ? (order > 0 ? '[else]' : '') : `[${guard.name}]`
  const done = actions.length === 0 ? '' : `/ ${actions.map(({ name }) => name).join(', ')}`
  return block([
    { text: event, role: 'event', lettering: EVENT },
    ...lines(condition, 'guard', GUARD, LABEL_WIDTH_MAX),
    ...lines(done, 'action', ACTION, LABEL_WIDTH_MAX),
  ])
}

const lines = (text: string, role: Line['role'], lettering: Lettering, width: number): Line[] =>
  wrapText(text, width, lettering).map((line) => ({ text: line, role, lettering }))

function block(all: Line[]): Block {
  return {
    lines: all,
    width: Math.ceil(Math.max(...all.map(({ text, lettering }) => textWidth(text, lettering)))),
    height: all.reduce((sum, { lettering }) => sum + lettering.line, 0),
  }
}
