import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../../src/persistence/database.ts'
import { lockFolder } from '../../../src/runtime/folderLock.ts'
import { assertInvariants } from './checkInvariants.ts'
import type { Evidence } from './Evidence.ts'

/** Where a service that has ended kept its rows: on a server, or embedded in its data folder. */
export interface Kept {
  /** As `DATABASE_URL`; empty means embedded. */
  databaseUrl: string
  dataDir: string
}

/**
 * Holds what a service left behind against the invariants. A folder without a database, or one that another process
 * has taken meanwhile, is left alone.
 */
export async function assertInvariantsAt(
  { databaseUrl, dataDir }: Kept,
  evidence: Omit<Evidence, 'sql'> = {},
): Promise<void> {
  const pgdata = join(dataDir, 'pgdata')
  const isEmbedded = databaseUrl === ''
  if (isEmbedded && !existsSync(join(pgdata, 'PG_VERSION'))) return
  const unlock = isEmbedded ? tryLock(dataDir) : () => undefined
  if (unlock === undefined) return
  const database = await openDatabase(isEmbedded ? { dataDir: pgdata } : { url: databaseUrl })
  try {
    await assertInvariants({ ...evidence, sql: database.sql })
  } finally {
    await database.close()
    unlock()
  }
}

function tryLock(folder: string): (() => void) | undefined {
  try {
    return lockFolder(folder)
  } catch {
    return undefined
  }
}
