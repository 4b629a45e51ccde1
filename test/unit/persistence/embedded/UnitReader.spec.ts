import { expect } from 'chai'
import fc from 'fast-check'
import { simpleQuery, UnitReader, type Unit } from '../../../../src/persistence/embedded/UnitReader.ts'

const message = (letter: string, content: string): Buffer => {
  const bytes = Buffer.from(`${letter}....${content}`, 'latin1')
  bytes.writeUInt32BE(bytes.length - letter.length, letter.length)
  return bytes
}
/** The first message has no letter. */
const STARTUP = message('', '\0\u0003\0\0user\0me\0\0')
const bind = (value: string) => message('B', `\0${value}\0`)
const sync = message('S', '')
const extended = (values: readonly string[]) => Buffer.concat([...values.map(bind), message('E', '\0'), sync])

/** What one reader makes of these pieces. */
const read = (pieces: readonly Uint8Array[]): Unit[] => {
  const reader = new UnitReader()
  return pieces.flatMap((piece) => reader.read(piece))
}

describe('units of a connection', () => {
  it('are the start, each simple query, and what stands up to each Sync, wherever it is cut in transit', () => {
    const unit = fc.oneof(
      fc.string().map((text) => simpleQuery(text.replaceAll('\0', ''))),
      fc.array(fc.string({ unit: 'binary-ascii' }), { maxLength: 4 }).map(extended),
    )
    fc.assert(
      fc.property(fc.array(unit), fc.array(fc.nat(), { maxLength: 20 }), (units, cuts) => {
        const sent = Buffer.concat([STARTUP, ...units, message('X', '')])
        const places = cuts.map((cut) => cut % sent.length).sort((a, b) => a - b)
        const pieces = [...places, sent.length].map((end, index) =>
          sent.subarray(places[index - 1] ?? 0, end),
        )
        expect(read(pieces)).to.deep.equal([
          { kind: 'startup', bytes: STARTUP },
          ...units.map((bytes) => ({ kind: 'work', bytes })),
          { kind: 'terminate', bytes: message('X', '') },
        ])
      }),
      { verbose: true },
    )
  })

  it('close a name before a statement is prepared under it, also when the statement comes in two pieces', () => {
    const parse = message('P', 'mine\0select 1\0\0\0')
    const unit = Buffer.concat([bind('before'), parse, bind('after'), sync])
    const closing = Buffer.concat([bind('before'), message('C', 'Smine\0'), parse, bind('after'), sync])
    const middle = STARTUP.length + unit.length - 8
    const sent = Buffer.concat([STARTUP, unit])
    for (const pieces of [[sent], [sent.subarray(0, middle), sent.subarray(middle)]])
      expect(read(pieces)[1]).to.deep.equal({ kind: 'work', bytes: closing })
  })
})
