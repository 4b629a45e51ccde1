/** A stream of pseudo-random choices that is fully determined by its seed. */
export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** An integer in [0, below). */
  int(below: number): number
  /** True with the given probability, 0 to 1. */
  chance(probability: number): boolean
  /** One member of a list that has at least one. */
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T
  /** A copy in another order. */
  shuffle<T>(list: readonly T[]): T[]
  /** An independent stream, so that more draws here never change what is drawn there. */
  fork(label: string): Random
}

/** 32-bit FNV-1a with a final avalanche, so that similar seeds start far apart. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A counter-based generator: each draw hashes the next step of a Weyl sequence. Not for secrets. */
export function createRandom(seed: string | number): Random {
  const label = String(seed)
  let state = hash32(label)

  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const int = (below: number): number => Math.floor(next() * below)

  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick(list) {
      if (list.length === 0) throw new RangeError('cannot pick from an empty list')
      return list[int(list.length)] as (typeof list)[number]
    },
    shuffle(list) {
      const copy = [...list]
      for (let i = copy.length - 1; i > 0; i--) {
        const j = int(i + 1)
        const held = copy[i] as (typeof copy)[number]
        copy[i] = copy[j] as (typeof copy)[number]
        copy[j] = held
      }
      return copy
    },
    fork: (name) => createRandom(`${label}/${name}`),
  }
}
