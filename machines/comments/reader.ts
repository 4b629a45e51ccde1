import { analyse, createVocabulary } from './analysis.ts'
import type { Mode, Reading, ReadingSettings } from './reading.ts'

/** Reads one comment of the shop that it was made for. */
export type Reader = (text: string, mode: Mode) => Reading

/** Compiles a shop's words once, so that reading a comment costs microseconds. Keep it until the settings change. */
export function createReader(settings: ReadingSettings = {}): Reader {
  const vocabulary = createVocabulary(settings)
  return (text, mode) => analyse(text, mode, vocabulary).reading
}

const readByDefault = createReader()

/** Reads a single comment; with settings of its own, {@link createReader} is what a stream of comments wants. */
export const readComment = (text: string, mode: Mode, settings?: ReadingSettings): Reading =>
  settings === undefined ? readByDefault(text, mode) : createReader(settings)(text, mode)
