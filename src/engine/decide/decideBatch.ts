import { AppError } from '../../runtime/errors.ts'
import type { Ids } from '../../runtime/ids.ts'
import { Batch } from '../Batch.ts'
import type { TenantDesk } from '../desk/TenantDesk.ts'
import type { UnloggedDesks } from '../desk/UnloggedDesks.ts'
import type { ViewerKey } from '../desk/viewerKey.ts'
import { tenantOf, type Entry } from '../entry.ts'
import { partitionOf } from '../../persistence/partitionOf.ts'
import { catchUp } from './catchUp.ts'
import { decideCommand } from './decideCommand.ts'
import { decideComment } from './decideComment.ts'
import type { Facts } from './facts.ts'
import { logEvents } from './logEvents.ts'
import { itemState } from './recordDecisions.ts'

export interface BatchInput {
  entries: readonly Entry[]
  /** That of each entry; undefined where there is no such tenant. */
  desks: readonly (TenantDesk | undefined)[]
  /** For the command at the head of the batch, if there is one. */
  facts: Facts
  /** Comments that failed too often and are set aside instead of being decided. */
  setAside: ReadonlySet<number>
  /** Last position decided before the batch. */
  position: number
  /** Desks with events in no row of the log. */
  unlogged: UnloggedDesks
  ids: Ids
  viewerKey: ViewerKey
}

/** Thrown when deciding one entry failed; the whole batch is void then. */
export class UndecidableError extends Error {
  readonly entry: Entry

  constructor(entry: Entry, cause: unknown) {
    super('An entry could not be decided', { cause })
    this.name = 'UndecidableError'
    this.entry = entry
  }
}

/**
 * Decides entries in order. Synchronous and without I/O: all it needs was read before, all it changes is in the batch
 * it returns and in the desks.
 *
 * @throws UndecidableError naming the entry that a rule failed on
 */
export function decideBatch(input: BatchInput): Batch {
  const batch = new Batch(input.ids.next(), input.entries)
  let { position } = input
  for (const [place, entry] of input.entries.entries()) {
    const desk = input.desks[place]
    try {
      if (entry.kind === 'comment') position = entry.comment.position
      if (desk !== undefined) decideEntry(input, batch, desk, entry, position)
      else if (entry.kind === 'command') batch.answer(entry, { ok: false, error: new AppError('not_found') })
    } catch (error) {
      throw new UndecidableError(entry, error)
    }
    if (entry.kind === 'comment') batch.changes.positions.set(entry.comment.partition, position)
    else batch.changes.touch(partitionOf(tenantOf(entry)))
  }
  for (const item of batch.moved)
    if (item.isRunning) batch.changes.itemStates.set(item.identity.id, itemState(item))
  logEvents(batch, input.unlogged)
  return batch
}

function decideEntry(
  input: BatchInput,
  batch: Batch,
  desk: TenantDesk,
  entry: Entry,
  position: number,
): void {
  const { ids, viewerKey } = input
  const deciding = { batch, desk, ids, viewerKey }
  switch (entry.kind) {
    case 'comment':
      return decideComment(deciding, entry.comment, input.setAside.has(entry.comment.position))
    case 'tick':
      return catchUp(deciding, entry.at, position)
    case 'command':
      if (entry.cancelled) return
      try {
        const value = decideCommand(deciding, entry.command, input.facts, { at: entry.at, position })
        batch.answer(entry, { ok: true, value })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        batch.answer(entry, { ok: false, error })
      }
  }
}
