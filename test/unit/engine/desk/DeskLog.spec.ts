import { expect } from 'chai'
import fc from 'fast-check'
import type { NewTenantEvents } from '../../../../src/persistence/changes.ts'
import { DeskLog } from '../../../../src/engine/desk/DeskLog.ts'

/** What a comment may lead to: nothing else, a bid, or events that no row of its own tells, before or behind its bid's. */
const OUTCOMES = ['chatter', 'bid', 'claim', 'close'] as const

/** Adds the events of one comment; returns their lines as the log is to hold them. */
function addTo(log: DeskLog, outcome: (typeof OUTCOMES)[number], position: number): string[] {
  log.tell('comment.new', position)
  const lines = [`c${String(position)}`]
  const add = (line: string): void => {
    log.add(line)
    lines.push(line)
  }
  if (outcome === 'claim') add(`{"cart":${String(position)}}`)
  if (outcome === 'bid' || outcome === 'claim') {
    log.tell('bid.new', position)
    lines.push(`b${String(position)}`)
  }
  if (outcome === 'close') add(`{"ended":${String(position)}}`)
  return lines
}

describe('DeskLog', () => {
  it('gives each event to one row, in order, under the id it was announced with', () => {
    const batch = fc.record({
      comments: fc.array(fc.constantFrom(...OUTCOMES), { maxLength: 30 }),
      hasTurn: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(batch, { maxLength: 30 }), fc.nat(), (batches, before) => {
        const log = new DeskLog(before, 0)
        const lines: string[] = []
        const rows: NewTenantEvents[] = []
        // As large as those of the service, which leave no room for a number with a fraction.
        let position = 1_800_000_000_000_000
        for (const { comments, hasTurn } of batches) {
          for (const outcome of comments) lines.push(...addTo(log, outcome, ++position))
          const untold = comments.some((outcome) => outcome === 'claim' || outcome === 'close')
          expect(log.isDue, 'due').to.equal(untold)
          expect(log.lastId).to.equal(before + lines.length)
          if (log.isDue || (hasTurn && !log.isEmpty)) rows.push(log.take('shop'))
        }
        const rest = lines.length - rows.reduce((sum, row) => sum + row.frames.length, 0)
        expect(log.isEmpty).to.equal(rest === 0)
        if (!log.isEmpty) rows.push(log.take('shop'))
        expect(rows.flatMap((row) => row.frames)).to.deep.equal(lines)
        let id = before
        for (const { firstId, lastId, frames } of rows) {
          expect(firstId).to.equal(id + 1)
          expect(lastId).to.equal(id + frames.length)
          id = lastId
        }
        const told = rows.at(-1)?.position
        if (told !== undefined) expect(told).to.equal(position)
      }),
    )
  })

  it('is due when it holds as much as a reader should get at once', () => {
    const log = new DeskLog()
    let position = 0
    while (log.lastId < 1_999) log.tell('comment.new', ++position)
    expect(log.isDue).to.equal(false)
    log.tell('comment.new', position + 1)
    expect(log.isDue).to.equal(true)
    expect(log.take('shop').frames).to.have.length(2_000)
    expect(log.isDue).to.equal(false)
  })
})
