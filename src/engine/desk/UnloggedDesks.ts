import { PARTITIONS } from '../../persistence/fence.ts'
import type { TenantDesk } from './TenantDesk.ts'

/**
 * With so many batches one partition gets its turn. Seldom enough for a tenant of a thousand, or of a hundred thousand, to
 * have several events in a row of the log; often enough for a process that takes over to have little to look through.
 */
const BATCHES_A_TURN = 8

/** The desks with events that no row of the log holds yet; each partition has its turn to get them there. */
export class UnloggedDesks {
  private readonly byPartition = Array.from({ length: PARTITIONS }, () => new Set<TenantDesk>())
  private batches = 0
  private partition = 0

  add(desk: TenantDesk): void {
    this.byPartition[desk.partition]?.add(desk)
  }

  delete(desk: TenantDesk): void {
    this.byPartition[desk.partition]?.delete(desk)
  }

  /** Whether there are any of this partition. */
  isIn(partition: number): boolean {
    return (this.byPartition[partition]?.size ?? 0) > 0
  }

  clear(): void {
    for (const desks of this.byPartition) desks.clear()
  }

  /** Called once a batch: all desks of the partition whose turn it is with this one; empty when it is nobody's. */
  takeTurn(): readonly TenantDesk[] {
    if (++this.batches % BATCHES_A_TURN !== 0) return []
    for (let turns = 0; turns < PARTITIONS; turns++) {
      this.partition = (this.partition + 1) % PARTITIONS
      if (this.isIn(this.partition)) return [...(this.byPartition[this.partition] ?? [])]
    }
    return []
  }
}
