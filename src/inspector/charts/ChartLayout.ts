/** Where everything of a chart stands: plain JSON, in pixels from the picture's upper left corner. */
export interface ChartLayout {
  width: number
  height: number
  /** One a state of the model, by its id, in the model's order. */
  states: (Box & { id: string })[]
  /** One a transition of the model, by its id. */
  edges: ChartEdge[]
  /** The dot from which the initial child of a state is entered. */
  initials: ChartInitial[]
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

export interface ChartEdge {
  /** Id of the transition. */
  id: string
  /** The corners of the line, its arrow at the end. Empty for a transition that is listed inside its state. */
  points: Point[]
  /** Where its label stands. */
  label: Box
}

export interface ChartInitial {
  /** Id of the state whose child is entered. */
  state: string
  dot: Box
  points: Point[]
}
