import type { Frame } from '../../../src/engine/Engine.ts'
import type { Sql } from '../../../src/persistence/sql.ts'

/** A comment that the door said 200 to. */
export interface Acknowledged {
  tenantId: string
  commentId: string
  fromId: string
  text: string
}

/** A command that was answered with success. `itemId` of an activation is what it returned. */
export interface Answered {
  command: 'activate' | 'close' | 'extend' | 'startSession' | 'endSession'
  tenantId: string
  itemId?: string
  sessionId?: string
}

/** A frame as a listener heard it, and when by the engine's clock, ms. */
export interface Heard {
  tenantId: string
  frame: Frame
  at: number
}

/** A transaction that took effect, in the order of the database. */
export interface Committed {
  batchId: string
  /** Epoch it was written under, by partition. */
  epochs: ReadonlyMap<number, number>
}

/** A webhook as a shop received it. */
export interface Received {
  /** Header `webhook-id`. */
  id: string
  body: string
}

/**
 * What is held against the invariants: the database, and whatever a test saw from outside. Each absent part is
 * simply not compared.
 */
export interface Evidence {
  sql: Pick<Sql, 'query'>
  /** The process was cut off: comments past the committed position still wait for the next one. */
  mayBeUndecided?: boolean
  acknowledged?: readonly Acknowledged[]
  answered?: readonly Answered[]
  heard?: readonly Heard[]
  /** How late a deadline may be heard of, ms. */
  lateMsMax?: number
  committed?: readonly Committed[]
  received?: readonly Received[]
  /** Every tenant had a webhook address all the time, so that each event of an item has its delivery. */
  shopsListen?: boolean
}

/** Holds evidence against one or a few invariants; returns each violation as a line that begins with its number. */
export type Checker = (evidence: Evidence) => Promise<string[]>

/** Runs statements whose rows are violations, each with its text in the column `line`. */
export async function violations(
  sql: Pick<Sql, 'query'>,
  ...statements: readonly string[]
): Promise<string[]> {
  const lines: string[] = []
  for (const statement of statements) {
    for (const { line } of await sql.query<{ line: string }>(statement)) lines.push(line)
  }
  return lines
}
