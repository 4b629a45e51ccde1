import { differences, steps, type Recording } from '../inspector/recording/index.ts'

export interface Replay {
  /** When, who did what, and what was decided and why; then what differs, then the verdict. */
  lines: string[]
  /** It came to the same decisions as are stored. */
  isSame: boolean
}

/**
 * Decides a recording once more and compares it with what was stored. This proves the deciding: that the rules as they
 * are now come to the stored decisions. It does not read the comments again; how each was read is taken as stored.
 */
export function replay(recording: Recording): Replay {
  const life = steps(recording)
  const found = differences(recording, life)
  const { product, settings, item } = recording
  return {
    lines: [
      `${product.name}, ${item.mode === 'auction' ? 'auction' : 'fixed price'}, ${settings.currency}, item ${item.id}`,
      ...life.map(({ at, said, words }) => `${new Date(at).toISOString()}  ${said}: ${words}`),
      ...found.map((difference) => `DIFFERS  ${difference}`),
      found.length === 0
        ? 'Reproduced exactly.'
        : `${String(found.length)} ${found.length === 1 ? 'difference' : 'differences'}.`,
    ],
    isSame: found.length === 0,
  }
}
