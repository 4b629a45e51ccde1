import { isMap, isScalar, parseDocument } from 'yaml'

export interface SettingNote {
  /** e.g. `http.port`. */
  path: string
  /** Its default as JSON writes it. */
  value: string
  /** The variable that overrides it; undefined when there is none. */
  variable: string | undefined
  /** What the line says it is. */
  meaning: string
}

/** What default.yaml says of every setting, in the order of the file. */
export function settingNotes(source: string): SettingNote[] {
  const notes: SettingNote[] = []
  const walk = (node: unknown, path: string[]): void => {
    if (isMap(node)) {
      for (const { key, value } of node.items) if (isScalar(key)) walk(value, [...path, String(key.value)])
      return
    }
    const { range, toJSON } = node as { range: [number, number, number]; toJSON(): unknown }
    const line = source.slice(source.lastIndexOf('\n', range[0]) + 1).split('\n', 1)[0] ?? ''
    const [, variable, meaning] = / # (?:\[([A-Z_]+)\] )?(.*)$/.exec(line) ?? []
    notes.push({
      path: path.join('.'),
      value: JSON.stringify(toJSON.call(node)),
      variable,
      meaning: meaning ?? '',
    })
  }
  walk(parseDocument(source).contents, [])
  return notes
}
