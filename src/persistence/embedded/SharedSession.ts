import { setImmediate as turnOfEventLoop } from 'node:timers/promises'
import { simpleQuery, type Unit } from './UnitReader.ts'

/** Carries out one unit; resolves to all that the database says to it. */
export type CarryOut = (bytes: Uint8Array) => Promise<Buffer>

/** One of the connections that share a session. */
export interface Connection {
  /** Carried out after what it submitted before, when it is this connection's turn. */
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

interface Sharer extends Client {
  /** What it submitted and what was not begun yet. */
  units: Unit[]
}

/** An answer ends with whether a transaction is open; without one it is this letter. */
const NO_TRANSACTION = 'I'.charCodeAt(0)
const ROLLBACK = simpleQuery('rollback')

/**
 * The one session of an embedded database, shared by many connections. A unit is never parted, and whoever opens a
 * transaction has the session until it ends, so that each connection sees what it would see on a server. Otherwise they
 * take turns, a unit each: one that always has more to do keeps nobody waiting, as on a server. As there, one that says
 * nothing any more in the middle of a transaction is cut off, since everybody waits for it.
 */
export class SharedSession {
  private readonly carryOut: CarryOut
  private readonly idleMsMax: number
  /** Who has units waiting, in the order of their turns. */
  private readonly turns = new Set<Sharer>()
  /** Whose transaction is open. */
  private holder: Sharer | undefined
  private isWorking = false
  private patience: NodeJS.Timeout | undefined

  /** @param idleMsMax how long an open transaction may stand still */
  constructor(carryOut: CarryOut, idleMsMax: number) {
    this.carryOut = carryOut
    this.idleMsMax = idleMsMax
  }

  connect(client: Client): Connection {
    const sharer: Sharer = { ...client, units: [] }
    const leave = (): void => {
      // Where no transaction is open it does nothing.
      sharer.units = [{ kind: 'work', bytes: ROLLBACK }]
      this.line(sharer)
    }
    return {
      submit: (unit) => {
        if (unit.kind === 'terminate') return leave()
        sharer.units.push(unit)
        this.line(sharer)
      },
      leave,
    }
  }

  private line(sharer: Sharer): void {
    this.turns.add(sharer)
    if (!this.isWorking) void this.work()
  }

  private async work(): Promise<void> {
    this.isWorking = true
    for (let next = this.next(); next !== undefined; next = this.next()) {
      const { sharer, unit } = next
      clearTimeout(this.patience)
      const said = await this.carryOut(unit.bytes)
      this.holder = said.at(-1) === NO_TRANSACTION ? undefined : sharer
      if (this.holder !== undefined) this.patience = setTimeout(sharer.hangUp, this.idleMsMax)
      sharer.answer(said)
      // An open transaction goes on.
      if (this.holder !== undefined && sharer.units.length > 0) continue
      // What the others sent meanwhile only arrives in a turn of the event loop; it goes before what is left here.
      await turnOfEventLoop()
      this.turns.delete(sharer)
      if (sharer.units.length > 0) this.turns.add(sharer)
    }
    this.isWorking = false
  }

  private next(): { sharer: Sharer; unit: Unit } | undefined {
    const [first] = this.turns
    const sharer = this.holder ?? first
    const unit = sharer?.units.shift()
    return sharer && unit && { sharer, unit }
  }
}
