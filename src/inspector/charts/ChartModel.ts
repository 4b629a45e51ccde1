/** A machine as it is drawn: plain JSON, read off its definition. Lists are in the order of the definition. */
export interface ChartModel {
  /** The machine's id, e.g. `auctionItem`. */
  id: string
  description: string
  /** The root first, parents before their children. */
  states: ChartState[]
  transitions: ChartTransition[]
}

export interface ChartState {
  /** XState's id of the state, e.g. `auctionItem.running.active`. */
  id: string
  /** Its place below the root, e.g. `running.active`; empty for the root. */
  path: string
  /** Its own name, the last part of the path; the machine's id for the root. */
  name: string
  /** Id of the state around it; null for the root. */
  parent: string | null
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history'
  description: string
  /** Id of the child that is entered first; null when it has none. */
  initial: string | null
  entry: ChartAction[]
  exit: ChartAction[]
  invokes: { id: string; source: string }[]
}

export interface ChartTransition {
  /** `<source id>:<event type>:<order>`, as {@link transitionId} makes it from a definition. */
  id: string
  /** Id of the state it leaves. */
  source: string
  /** Id of the state it enters; null when it stays where it is. */
  target: string | null
  /** XState's event type; empty for one that is taken at once. */
  eventType: string
  /** How the event is written in a picture, e.g. `bid`, `after 500 ms`, `always`. */
  event: string
  kind: 'event' | 'always' | 'after' | 'done' | 'error'
  guard: ChartGuard | null
  actions: ChartAction[]
  /** ms, or the name of a delay; null without. */
  delay: number | string | null
  /** It neither leaves nor enters its source again. */
  isInternal: boolean
  /** Which of its source's transitions on the same event it is, from 0: the first whose guard says yes is taken. */
  order: number
  description: string
}

export interface ChartGuard {
  name: string
  /** What it tests. */
  words: string
}

export interface ChartAction {
  name: string
  /** What it does. */
  words: string
}
