import { PARTITIONS } from './fence.ts'

/** The partition whose order a tenant's comments and commands share: FNV-1a of the id, modulo 64. Never change it. */
export function partitionOf(tenantId: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < tenantId.length; index++) {
    hash = Math.imul(hash ^ tenantId.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0) % PARTITIONS
}
