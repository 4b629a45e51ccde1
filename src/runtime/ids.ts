import type { Clock } from './clock.ts'

/** Makes identifiers. Injected, so that a replay or a test can fix them. */
export interface Ids {
  /** A UUIDv7 that sorts after every id this generator made before, also within one millisecond. */
  next(): string
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

  const randomHex = (): string => {
    if (poolOffset + 8 > RANDOM_POOL_BYTES) {
      crypto.getRandomValues(pool)
      poolOffset = 0
    }
    pool[poolOffset] = ((pool[poolOffset] ?? 0) & 0x3f) | 0x80
    const hex = pool.toString('hex', poolOffset, poolOffset + 8)
    poolOffset += 8
    return hex
  }

  return {
    next() {
      const millis = clock.now()
      if (millis > lastMillis) {
        lastMillis = millis
        counter = 0
      } else if (++counter > COUNTER_MAX) {
        lastMillis += 1
        counter = 0
      }
      const time = lastMillis.toString(16).padStart(12, '0')
      const sequence = (0x7000 | counter).toString(16)
      const random = randomHex()
      return `${time.slice(0, 8)}-${time.slice(8)}-${sequence}-${random.slice(0, 4)}-${random.slice(4)}`
    },
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text from outside can be an id at all; one that cannot is simply not found. */
export const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

/** An id from outside in the one spelling that is compared everywhere; any other text as it is. */
export const canonicalId = (text: string): string => (isId(text) ? text.toLowerCase() : text)
