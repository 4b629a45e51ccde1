import type { Clock } from './clock.ts'

/** Makes identifiers. Injected, so that a replay or a test can fix them. */
export interface Ids {
  /** A UUIDv7 that sorts after every id this generator made before, also within one millisecond. */
  next(): string
  /** Makes every id from now on sort after this UUIDv7, also when it was made by a clock that ran ahead of this one. */
  riseAbove(id: string): void
}

const RANDOM_POOL_BYTES = 8_192
const COUNTER_MAX = 0xfff

/**
 * UUIDv7 generator (RFC 9562, section 6.2 method 1): 48 bits of milliseconds, a 12-bit counter that rises
 * within a millisecond, 62 random bits. When the counter overflows, the timestamp part runs one ms ahead.
 */
export function createIds(clock: Clock): Ids {
  const pool = Buffer.alloc(RANDOM_POOL_BYTES)
  let poolOffset = RANDOM_POOL_BYTES
  let lastMillis = 0
  let counter = 0
  // One flat text an id: joining its parts would leave a tree of them, kept as long as the id is.
  const text = Buffer.alloc(36, '-')

  const hex = (offset: number, byte: number): void => {
    text[offset] = HEX[byte >> 4] ?? 0
    text[offset + 1] = HEX[byte & 0xf] ?? 0
  }
  const writeTime = (): void => {
    const digits = lastMillis.toString(16).padStart(12, '0')
    text.write(digits.slice(0, 8), 0, 'latin1')
    text.write(digits.slice(8), 9, 'latin1')
  }
  const writeRandom = (): void => {
    if (poolOffset === RANDOM_POOL_BYTES) {
      crypto.getRandomValues(pool)
      poolOffset = 0
    }
    pool[poolOffset] = ((pool[poolOffset] ?? 0) & 0x3f) | 0x80
    for (const offset of RANDOM_OFFSETS) hex(offset, pool[poolOffset++] ?? 0)
  }

  writeTime()
  return {
    next() {
      const millis = clock.now()
      if (millis > lastMillis) {
        lastMillis = millis
        counter = 0
        writeTime()
      } else if (++counter > COUNTER_MAX) {
        lastMillis += 1
        counter = 0
        writeTime()
      }
      hex(14, 0x70 | (counter >> 8))
      hex(16, counter & 0xff)
      writeRandom()
      return text.toString('latin1')
    },
    riseAbove(id) {
      const millis = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
      if (millis < lastMillis) return
      lastMillis = millis
      counter = COUNTER_MAX
    },
  }
}

// Pages take `isId` from here, and a browser has no Buffer.
const HEX = new TextEncoder().encode('0123456789abcdef')
/** Where the random bytes stand in the text of an id. */
const RANDOM_OFFSETS = [19, 21, 24, 26, 28, 30, 32, 34]

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text from outside can be an id at all; one that cannot is simply not found. */
export const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

/** An id from outside in the one spelling that is compared everywhere; any other text as it is. */
export const canonicalId = (text: string): string => (isId(text) ? text.toLowerCase() : text)
