import { expect } from 'chai'
import fc from 'fast-check'
import { SharedSession, type Connection } from '../../../../src/persistence/embedded/SharedSession.ts'

/** A database whose units are words: `begin` opens a transaction, `commit` and a rollback end it. */
class PretendDatabase {
  readonly done: string[] = []
  private inTransaction = false

  async carryOut(bytes: Uint8Array): Promise<Buffer> {
    const word = Buffer.from(bytes).toString('latin1')
    await Promise.resolve()
    const isRollback = word.includes('rollback')
    if (!isRollback || this.inTransaction) this.done.push(isRollback ? 'rollback' : word)
    if (word.startsWith('begin')) this.inTransaction = true
    if (word.startsWith('commit') || isRollback) this.inTransaction = false
    return Buffer.from(`${word}:${this.inTransaction ? 'T' : 'I'}`, 'latin1')
  }
}

const submit = (connection: Connection, word: string): void => {
  connection.submit({ kind: 'work', bytes: Buffer.from(word) })
}
/** Each unit is followed by a turn of the event loop. */
const settled = async (units = 1): Promise<void> => {
  for (let unit = 0; unit <= units; unit++) await new Promise((resolve) => setImmediate(resolve))
}

describe('a session shared by connections', () => {
  const open = (clients: number, idleMsMax = 60_000) => {
    const database = new PretendDatabase()
    const session = new SharedSession((bytes) => database.carryOut(bytes), idleMsMax)
    const answers = Array.from({ length: clients }, (): string[] => [])
    const hungUp = Promise.withResolvers<undefined>()
    const connections = answers.map((said) => {
      const connection = session.connect({
        answer(bytes) {
          said.push(bytes.toString('latin1').slice(0, -2))
        },
        hangUp() {
          connection.leave()
          hungUp.resolve(undefined)
        },
      })
      return connection
    })
    return { database, answers, connections, hungUp: hungUp.promise }
  }

  it('keeps each transaction whole, each connection in order, and answers all of it to whoever asked', async () => {
    const CLIENTS = 4
    const step = fc.record({
      client: fc.nat({ max: CLIENTS - 1 }),
      inTransaction: fc.boolean(),
      pause: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { database, answers, connections } = open(CLIENTS)
        const sent = answers.map((): string[] => [])
        for (const [number, { client, inTransaction, pause }] of steps.entries()) {
          const words = inTransaction ? ['begin', 'work', 'commit'] : ['single']
          for (const word of words.map((one) => `${one} ${String(client)} ${String(number)}`)) {
            const connection = connections[client]
            if (connection !== undefined) submit(connection, word)
            sent[client]?.push(word)
            if (pause) await Promise.resolve()
          }
        }
        await settled(sent.flat().length)
        expect(answers).to.deep.equal(sent)
        expect(database.done).to.have.lengthOf(sent.flat().length)
        for (const [place, word] of database.done.entries())
          if (word.startsWith('begin'))
            expect(database.done.slice(place, place + 3).map((one) => one.replace(/^\w+/, ''))).to.deep.equal(
              Array.from({ length: 3 }, () => word.replace('begin', '')),
            )
      }),
      { verbose: true },
    )
  })

  it('lets the others wait for an open transaction, and undoes that of a connection that leaves', async () => {
    const { database, answers, connections } = open(2)
    const [leaving, staying] = connections as [Connection, Connection]
    submit(leaving, 'begin')
    submit(staying, 'single')
    await settled()
    expect(database.done).to.deep.equal(['begin'])
    leaving.leave()
    await settled(2)
    expect(database.done).to.deep.equal(['begin', 'rollback', 'single'])
    expect(answers[1]).to.deep.equal(['single'])
  })

  it('undoes a transaction that was being opened when its connection left, and drops what had not begun', async () => {
    const { database, connections } = open(2)
    const [leaving, staying] = connections as [Connection, Connection]
    submit(leaving, 'begin')
    submit(leaving, 'work')
    leaving.submit({ kind: 'terminate', bytes: Buffer.alloc(0) })
    submit(staying, 'single')
    await settled(3)
    expect(database.done).to.deep.equal(['begin', 'rollback', 'single'])
  })

  it('lets connections take turns, a unit each, however much one has to do', async () => {
    const { database, connections } = open(3)
    const [busy, second, third] = connections as [Connection, Connection, Connection]
    for (const word of ['a1', 'a2', 'a3', 'a4']) submit(busy, word)
    // Arrives while the first is carried out, as messages of other threads do.
    setImmediate(() => {
      for (const word of ['b1', 'b2']) submit(second, word)
      submit(third, 'c1')
    })
    await settled(7)
    expect(database.done).to.deep.equal(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('cuts off a connection that says nothing any more in the middle of a transaction', async () => {
    const { database, connections, hungUp } = open(2, 20)
    const [silent, other] = connections as [Connection, Connection]
    submit(silent, 'begin')
    let isOver = false
    void hungUp.then(() => (isOver = true))
    // However much the others want.
    while (!isOver) {
      submit(other, 'single')
      await settled()
    }
    await settled(3)
    expect(database.done.slice(0, 3)).to.deep.equal(['begin', 'rollback', 'single'])
  })
})
