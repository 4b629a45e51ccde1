/**
 * An immutable set whose `with` costs O(log n) amortised: sets of doubling sizes, merged like a binary counter.
 * Snapshots of an item thus share what they have in common, and a sold-out item of a million claims stays cheap.
 */
export interface PersistentSet<T> {
  readonly size: number
  has(value: T): boolean
  /** The set with the value in it; itself when it was there already. */
  with(value: T): PersistentSet<T>
  [Symbol.iterator](): Iterator<T>
}

export function persistentSet<T>(values: Iterable<T> = []): PersistentSet<T> {
  const all = new Set(values)
  return all.size === 0 ? build<T>([]) : build([all])
}

function build<T>(layers: readonly ReadonlySet<T>[]): PersistentSet<T> {
  const set: PersistentSet<T> = {
    size: layers.reduce((sum, layer) => sum + layer.size, 0),
    has: (value) => layers.some((layer) => layer.has(value)),
    with: (value) => (set.has(value) ? set : build(merge([...layers, new Set([value])]))),
    *[Symbol.iterator]() {
      for (const layer of layers) yield* layer
    },
  }
  return set
}

function merge<T>(layers: ReadonlySet<T>[]): readonly ReadonlySet<T>[] {
  for (;;) {
    const last = layers.at(-1)
    const previous = layers.at(-2)
    if (last === undefined || previous === undefined || previous.size > last.size) return layers
    layers.splice(-2, 2, previous.union(last))
  }
}
