import type { PGlite } from '@electric-sql/pglite'
import type { CarryOut } from './SharedSession.ts'

/** What ends the answer to a unit: letter and length, then a letter that tells of the transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5])
const READY_BYTES = READY.length + 1

const FAILED =
  'The embedded database failed, and with it this process; nothing that was acknowledged is lost. Start it again, with ' +
  'room on the disk.'

/**
 * Units of PostgreSQL's protocol, carried out by PGlite. What the database refuses is an answer like any other.
 * @throws Error when PGlite itself fails; it is of no use any more then
 */
export const carryOutBy =
  (database: PGlite): CarryOut =>
  async (bytes) => {
    const said: Buffer[] = []
    // The memory it stands in is the database's own, and used again at once.
    const onRawData = (part: Uint8Array): void => void said.push(Buffer.from(part))
    try {
      await database.execProtocolRawStream(bytes, { onRawData })
    } catch (cause) {
      throw new Error(FAILED, { cause })
    }
    return readyOnce(Buffer.concat(said))
  }

/** PGlite tells that it is ready when it refuses something, and once more at the `Sync`; a server tells it once. */
function readyOnce(said: Buffer): Buffer {
  let end = said.length
  while (isReadyAt(said, end - READY_BYTES) && isReadyAt(said, end - 2 * READY_BYTES)) end -= READY_BYTES
  return said.subarray(0, end)
}

const isReadyAt = (said: Buffer, at: number): boolean =>
  at >= 0 && said.subarray(at, at + READY.length).equals(READY)
