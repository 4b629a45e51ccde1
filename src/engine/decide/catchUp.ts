import type { Ids } from '../../runtime/ids.ts'
import type { Batch } from '../Batch.ts'
import type { TenantDesk } from '../desk/TenantDesk.ts'
import { tellItem } from './recordDecisions.ts'

/**
 * Lets every item of a tenant live up to a moment: deadlines that lie before it are decided first, at their own time.
 * What arrived in time thus counts and what arrived late does not, however late a timer fires or a restart comes.
 */
export function catchUp(
  { batch, desk, ids }: { batch: Batch; desk: TenantDesk; ids: Ids },
  until: number,
  position: number,
): void {
  for (const item of desk.items.values()) {
    for (let at = item.deadline; at !== null && at <= until; at = item.deadline) {
      tellItem({ batch, ids, desk, item, event: { type: 'tick', at }, position })
    }
  }
}
