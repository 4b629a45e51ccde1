import { partitionOf } from '../../persistence/partitionOf.ts'
import type { Batch } from '../Batch.ts'
import type { TenantDesk } from '../desk/TenantDesk.ts'

/**
 * Writes the event log on. A tenant to whom nothing happens but comments and bids gets a row now and then, since their own
 * rows tell the same; what no row of the log holds can be put together from them. Anything else needs a row at once.
 *
 * @param unlogged the desks with events in no row, before and after
 * @param isAll whether all of them get one now
 */
export function logEvents(batch: Batch, unlogged: Set<TenantDesk>, isAll: boolean): void {
  const { changes } = batch
  for (const desk of batch.told()) unlogged.add(desk)
  for (const desk of isAll ? unlogged : batch.told()) {
    if (!isAll && !desk.log.isDue) continue
    changes.tenantEvents.push(desk.log.take(desk.tenantId))
    changes.touch(partitionOf(desk.tenantId))
    unlogged.delete(desk)
  }
  changes.isAllLogged = isAll
}
