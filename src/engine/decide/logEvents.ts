import type { Batch } from '../Batch.ts'
import type { TenantDesk } from '../desk/TenantDesk.ts'
import type { UnloggedDesks } from '../desk/UnloggedDesks.ts'

/**
 * Writes the event log on. A tenant to whom nothing happens but comments and bids gets a row when its partition has its
 * turn, since their own rows tell the same until then. Anything else needs a row at once.
 *
 * @param unlogged the desks with events in no row, before and after
 */
export function logEvents(batch: Batch, unlogged: UnloggedDesks): void {
  const { changes } = batch
  const log = (desk: TenantDesk): void => {
    changes.tenantEvents.push(desk.log.take(desk.tenantId))
    changes.touch(desk.partition)
    unlogged.delete(desk)
  }
  for (const desk of batch.told()) {
    if (desk.log.isDue) log(desk)
    else unlogged.add(desk)
  }
  for (const desk of unlogged.takeTurn()) log(desk)
  for (const partition of changes.positions.keys())
    if (!unlogged.isIn(partition)) changes.logged.push(partition)
}
