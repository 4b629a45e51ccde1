import type { Frame } from '../../../src/engine/Engine.ts'
import { readEventLog } from '../../../src/persistence/eventLog.ts'
import type { Checker } from './Evidence.ts'

interface PartitionRow {
  id: number
  epoch: string
  lastBatch: string | null
}

/** I11: a stale owner cannot commit: epochs never fall, and the last batch that took effect is the one on record. */
export const onlyTheOwnerCommits: Checker = async ({ sql, committed = [] }) => {
  const lines: string[] = []
  const newest = new Map<number, { epoch: number; batchId: string }>()
  for (const { batchId, epochs } of committed) {
    for (const [partition, epoch] of epochs) {
      const before = newest.get(partition)
      if (before !== undefined && before.epoch > epoch) {
        const [older, newer] = [String(epoch), String(before.epoch)]
        lines.push(
          `I11 batch ${batchId} took effect in partition ${String(partition)} under epoch ${older}, after ${newer}`,
        )
      }
      newest.set(partition, { epoch, batchId })
    }
  }
  const rows = await sql.query<PartitionRow>(
    'select id, epoch::text as epoch, last_batch as "lastBatch" from partition',
  )
  for (const { id, epoch, lastBatch } of rows) {
    const last = newest.get(id)
    if (last === undefined) continue
    if (last.epoch > Number(epoch))
      lines.push(`I11 partition ${String(id)} went back to epoch ${epoch} from ${String(last.epoch)}`)
    if (last.batchId !== lastBatch)
      lines.push(`I11 partition ${String(id)} records batch ${String(lastBatch)}, last was ${last.batchId}`)
  }
  return lines
}

/** I11, from outside: what was heard is what was committed, each event once and in order. */
export const onlyCommittedIsTold: Checker = async ({ sql, heard = [] }) => {
  const lines: string[] = []
  for (const tenantId of new Set(heard.map((one) => one.tenantId))) {
    const log = new Map<number, Frame>()
    try {
      for (const frame of await readEventLog(sql, tenantId, 0, 100_000)) log.set(frame.id, frame)
    } catch (error) {
      lines.push(`I11 the event log of tenant ${tenantId} cannot be read: ${String(error)}`)
      continue
    }
    let last = 0
    for (const { frame } of heard.filter((one) => one.tenantId === tenantId)) {
      const name = `${frame.type} ${String(frame.id)} of tenant ${tenantId}`
      if (frame.id <= last) lines.push(`I11 ${name} was told after ${String(last)}`)
      last = frame.id
      const logged = log.get(frame.id)
      if (logged === undefined) lines.push(`I11 ${name} was told and never committed`)
      else if (logged.json !== frame.json)
        lines.push(`I11 ${name} was told as ${frame.json} and is logged as ${logged.json}`)
    }
  }
  return lines
}
