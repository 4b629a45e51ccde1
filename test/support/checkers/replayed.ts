import { buildRecording, differences, steps } from '../../../src/inspector/recording/index.ts'
import type { Checker, Evidence } from './Evidence.ts'

/** I9: folding what an item was told through the pure machine gives the rows that are stored. */
export const replayGivesTheRows: Checker = async ({ sql }) => {
  const items = await sql.query<{ id: string; tenantId: string }>(
    'select id, tenant_id as "tenantId" from auction_item order by id',
  )
  const lines: string[] = []
  for (const { id, tenantId } of items) {
    for (const difference of await differencesOf(sql, tenantId, id))
      lines.push(`I9 item ${id}: ${difference}`)
  }
  return lines
}

/** A log that cannot be folded at all differs as well. */
async function differencesOf(sql: Evidence['sql'], tenantId: string, id: string): Promise<string[]> {
  try {
    const recording = await buildRecording(sql, tenantId, id)
    return recording === undefined ? ['it has no log'] : differences(recording, steps(recording))
  } catch (error) {
    return [String(error)]
  }
}
