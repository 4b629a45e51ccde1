import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '../../config/index.ts'
import { buildRecording, parseRecording, type Recording } from '../inspector/recording/index.ts'
import { openDatabase } from '../persistence/database.ts'
import { AppError } from '../runtime/errors.ts'
import { lockFolder } from '../runtime/folderLock.ts'
import { isId } from '../runtime/ids.ts'
import { replay } from './replay.ts'

const USAGE = [
  'Say which item: npm run replay -- <item id>, the id of GET /api/v1/auctions,',
  'or which exported recording: npm run replay -- --file recording.json',
].join('\n')

/**
 * `npm run replay -- <item id>` or `-- --file recording.json`: decides a stored item, or an exported one, once more,
 * prints who did what, what was decided and why, and says whether it comes out the same.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { file: { type: 'string' } }, allowPositionals: true })
  const [itemId] = positionals
  if (values.file === undefined && !isId(itemId)) {
    process.stderr.write(`${USAGE}\n`)
    return 2
  }
  const recording =
    values.file === undefined
      ? await readStored(itemId ?? '')
      : parseRecording(readFileSync(values.file, 'utf8'))
  if (recording === undefined) {
    process.stderr.write(`There is no item ${itemId ?? ''} in this database\n`)
    return 2
  }
  const { lines, isSame } = replay(recording)
  process.stdout.write(`${lines.join('\n')}\n`)
  return isSame ? 0 : 1
}

async function readStored(itemId: string): Promise<Recording | undefined> {
  const config = loadConfig()
  const unlock = config.database.url === null ? lockFolder(config.dataDir) : undefined
  const database = await openDatabase({
    url: config.database.url ?? undefined,
    dataDir: join(config.dataDir, 'pgdata'),
  })
  try {
    const [item] = await database.sql.query<{ tenantId: string }>(
      'select tenant_id as "tenantId" from auction_item where id = $1',
      [itemId],
    )
    return item && (await buildRecording(database.sql, item.tenantId, itemId))
  } finally {
    await database.close()
    unlock?.()
  }
}

function explained(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const details = error instanceof AppError ? Object.entries(error.details ?? {}) : []
  return [error.message, ...details.map(([field, why]) => `  ${field}: ${why.join('; ')}`)].join('\n')
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${explained(error)}\n`)
  process.exitCode = 2
}
