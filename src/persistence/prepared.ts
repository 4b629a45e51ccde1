import type { Column } from './columns.ts'

/** What a statement takes; arrays travel as {@link Column}s. */
export type Value = string | number | boolean | null | Column

export interface Statement {
  text: string
  values: readonly Value[]
}

/** Under which names the server keeps statements prepared. They are few, and the same for the life of a process. */
const names = new Map<string, string>()

/** A statement that each connection plans once. */
export function prepared({ text, values }: Statement): Statement & { name: string } {
  const name = names.get(text) ?? `prepared_${String(names.size)}`
  names.set(text, name)
  return { name, text, values }
}
