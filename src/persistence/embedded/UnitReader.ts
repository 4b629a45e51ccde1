/** Letters of messages in PostgreSQL's protocol, version 3. */
const CLOSE = 0x43
const PARSE = 0x50
const QUERY = 0x51
const STATEMENT = 0x53
const SYNC = 0x53
const TERMINATE = 0x58

/** A message is a letter, its length in bytes, which counts itself, and what follows. */
const LETTER_BYTES = 1
const LENGTH_BYTES = 4

/** What a client sends before it waits for an answer: a simple query, or messages up to a `Sync`. */
export interface Unit {
  kind: 'startup' | 'work' | 'terminate'
  bytes: Buffer
}

/**
 * Cuts what one client sends into units. Clients share the names of prepared statements, so that one may prepare what
 * another has prepared: such a name is closed first. The same name must therefore mean the same text to all of them.
 */
export class UnitReader {
  private rest: Buffer = Buffer.alloc(0)
  private hasStarted = false

  /** The units that are complete with this. */
  read(chunk: Uint8Array): Unit[] {
    const bytes = Buffer.concat([this.rest, chunk])
    const units: Unit[] = []
    let unitStart = 0
    let pieces: Buffer[] = []
    let copied = 0
    for (let at = 0; at + LETTER_BYTES + LENGTH_BYTES <= bytes.length;) {
      // The first message alone has no letter.
      const letter = this.hasStarted ? bytes[at] : undefined
      const lengthAt = letter === undefined ? at : at + LETTER_BYTES
      const end = lengthAt + bytes.readUInt32BE(lengthAt)
      if (end > bytes.length) break
      if (letter === PARSE) {
        pieces.push(bytes.subarray(copied, at), closing(bytes, lengthAt + LENGTH_BYTES))
        copied = at
      }
      at = end
      const kind = endOf(letter)
      if (kind === undefined) continue
      units.push({ kind, bytes: Buffer.concat([...pieces, bytes.subarray(copied, end)]) })
      this.hasStarted = true
      pieces = []
      unitStart = copied = end
    }
    this.rest = bytes.subarray(unitStart)
    return units
  }
}

/** A statement, or several, as one unit. */
export function simpleQuery(text: string): Buffer {
  return message(QUERY, Buffer.from(`${text}\0`))
}

function message(letter: number, content: Buffer): Buffer {
  const header = Buffer.alloc(LETTER_BYTES + LENGTH_BYTES)
  header[0] = letter
  header.writeUInt32BE(LENGTH_BYTES + content.length, LETTER_BYTES)
  return Buffer.concat([header, content])
}

/** What a message completes, if anything. */
function endOf(letter: number | undefined): Unit['kind'] | undefined {
  if (letter === undefined) return 'startup'
  if (letter === TERMINATE) return 'terminate'
  return letter === QUERY || letter === SYNC ? 'work' : undefined
}

/** Closes the prepared statement whose name, ended by a zero, stands at this place; it need not be there. */
const closing = (bytes: Buffer, nameAt: number): Buffer =>
  message(CLOSE, Buffer.concat([Buffer.of(STATEMENT), bytes.subarray(nameAt, bytes.indexOf(0, nameAt) + 1)]))
