import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import type { CommandEntry, Entry } from '../../../src/engine/entry.ts'
import { Mailbox } from '../../../src/engine/Mailbox.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const tick = (at: number): Entry => ({ kind: 'tick', tenantId: 't', itemId: 'i', at })
const command = (at: number): CommandEntry => ({
  kind: 'command',
  command: { type: 'close', tenantId: 't', itemId: 'i' },
  at,
  afterPosition: 0,
  cancelled: false,
  committing: false,
  settle: () => undefined,
})
const times = (entries: readonly Entry[]): number[] =>
  entries.map((entry) => (entry.kind === 'comment' ? -1 : entry.at))

describe('Mailbox', () => {
  it('gives out what was put in, in order and once, however it is portioned', () => {
    const mailbox = new Mailbox()
    const taken: number[] = []
    let next = 0
    for (let round = 0; round < 3_000; round++) {
      mailbox.put(Array.from({ length: round % 7 }, () => tick(next++)))
      taken.push(...times(mailbox.take(round % 5)))
    }
    while (mailbox.size > 0) taken.push(...times(mailbox.take(1_000)))
    expect(taken).to.deep.equal(Array.from({ length: next }, (_, at) => at))
  })

  it('gives out a command only as the first of a batch', () => {
    const mailbox = new Mailbox()
    mailbox.put([tick(0), tick(1), command(2), tick(3), command(4)])
    const batches = [mailbox.take(10), mailbox.take(10), mailbox.take(10)].map(times)
    expect(batches).to.deep.equal([[0, 1], [2, 3], [4]])
  })

  it('keeps nothing that was taken', async () => {
    const mailbox = new Mailbox()
    const taken = ((): WeakRef<Entry>[] => {
      const entries = Array.from({ length: 100 }, (_, at) => tick(at))
      mailbox.put(entries)
      mailbox.take(100)
      return entries.map((entry) => new WeakRef(entry))
    })()
    await turn()
    collect()
    expect(taken.filter((entry) => entry.deref() !== undefined)).to.have.length(0)
    expect(mailbox.size).to.equal(0)
  })
})
