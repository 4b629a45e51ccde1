import { simpleQuery, type Unit } from './UnitReader.ts'

/** Carries out one unit; resolves to all that the database says to it. */
export type CarryOut = (bytes: Uint8Array) => Promise<Buffer>

/** One of the connections that share a session. */
export interface Connection {
  /** Carried out after what all connections submitted before, except that an open transaction comes first. */
  submit(unit: Unit): void
  /** Drops what was not begun and undoes a transaction left open. */
  leave(): void
}

interface Client {
  /** Takes all that the database says to one unit. */
  answer(said: Buffer): void
  /** Ends the connection, which leaves then. */
  hangUp: () => void
}

/** An answer ends with whether a transaction is open; without one it is this letter. */
const NO_TRANSACTION = 'I'.charCodeAt(0)
const ROLLBACK = simpleQuery('rollback')

/**
 * The one session of an embedded database, shared by many connections. A unit is never parted, and whoever opens a
 * transaction has the session until it ends, so that each connection sees what it would see on a server. As there, one
 * that says nothing any more in the middle of a transaction is cut off, since everybody waits for it.
 */
export class SharedSession {
  private readonly carryOut: CarryOut
  private readonly idleMsMax: number
  private waiting: { client: Client; unit: Unit }[] = []
  /** Whose transaction is open. */
  private holder: Client | undefined
  private isWorking = false
  private patience: NodeJS.Timeout | undefined

  /** @param idleMsMax how long an open transaction may stand still */
  constructor(carryOut: CarryOut, idleMsMax: number) {
    this.carryOut = carryOut
    this.idleMsMax = idleMsMax
  }

  connect(client: Client): Connection {
    const leave = (): void => {
      this.waiting = this.waiting.filter((one) => one.client !== client)
      // Where no transaction is open it does nothing.
      this.enqueue(client, { kind: 'work', bytes: ROLLBACK })
    }
    return {
      submit: (unit) => {
        if (unit.kind === 'terminate') leave()
        else this.enqueue(client, unit)
      },
      leave,
    }
  }

  private enqueue(client: Client, unit: Unit): void {
    this.waiting.push({ client, unit })
    if (!this.isWorking) void this.work()
  }

  private async work(): Promise<void> {
    this.isWorking = true
    for (let next = this.next(); next !== undefined; next = this.next()) {
      const { client, unit } = next
      clearTimeout(this.patience)
      const said = await this.carryOut(unit.bytes)
      this.holder = said.at(-1) === NO_TRANSACTION ? undefined : client
      if (this.holder !== undefined) this.patience = setTimeout(client.hangUp, this.idleMsMax)
      client.answer(said)
    }
    this.isWorking = false
  }

  /** What waits longest, of those whose turn it may be. */
  private next() {
    const { holder } = this
    const place = holder === undefined ? 0 : this.waiting.findIndex(({ client }) => client === holder)
    return place < 0 ? undefined : this.waiting.splice(place, 1)[0]
  }
}
