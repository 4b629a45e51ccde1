import { PGlite } from '@electric-sql/pglite'
import { openDatabase, type Database } from '../../src/persistence/database.ts'
import { sharedPostgres } from './postgres.ts'

/** Whether this run proves the suites on a real PostgreSQL (`npm run test:postgres`) instead of the embedded one. */
export const ON_POSTGRES = process.env.TEST_DATABASE === 'postgres'

/** A migrated database of its own for one suite: embedded and in memory, or on the run's PostgreSQL. */
export async function openTestDatabase(): Promise<Database> {
  return openDatabase(
    ON_POSTGRES
      ? { url: await (await sharedPostgres()).createDatabase() }
      : { initialFiles: await embeddedFiles() },
  )
}

let made: Promise<Blob> | undefined

/** An embedded database right after it was made, which costs three seconds of processor time: once a run is enough. */
export const embeddedFiles = (): Promise<Blob> => (made ??= makeFiles())

async function makeFiles(): Promise<Blob> {
  const database = await PGlite.create()
  const files = await database.dumpDataDir('none')
  await database.close()
  return files
}

/** `DATABASE_URL` for a service that a test starts as a process; empty means the embedded database. */
export async function testDatabaseUrl(): Promise<string> {
  return ON_POSTGRES ? (await sharedPostgres()).createDatabase() : ''
}
