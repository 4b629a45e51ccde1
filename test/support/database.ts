import { openDatabase, type Database } from '../../src/persistence/database.ts'
import { sharedPostgres } from './postgres.ts'

/** Whether this run proves the suites on a real PostgreSQL (`npm run test:postgres`) instead of the embedded one. */
export const ON_POSTGRES = process.env.TEST_DATABASE === 'postgres'

/** A migrated database of its own for one suite: embedded and in memory, or on the run's PostgreSQL. */
export async function openTestDatabase(): Promise<Database> {
  return openDatabase(ON_POSTGRES ? { url: await (await sharedPostgres()).createDatabase() } : {})
}

/** `DATABASE_URL` for a service that a test starts as a process; empty means the embedded database. */
export async function testDatabaseUrl(): Promise<string> {
  return ON_POSTGRES ? (await sharedPostgres()).createDatabase() : ''
}
