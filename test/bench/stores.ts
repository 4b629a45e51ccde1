import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseOptions } from '../../src/persistence/database.ts'
import { PostgresServer } from '../support/postgres.ts'
import { progress, type Figure } from './report.ts'

/** A kind of database to take figures on. */
export interface Store {
  name: 'PostgreSQL' | 'PGlite'
  /** What opens a new, empty database. The embedded one takes one process and one opening at a time. */
  create(): Promise<DatabaseOptions>
}

/** Takes figures on a server and on the embedded database; the figures are named by it. Both wait for the disk. */
export async function onEachStore(measure: (store: Store) => Promise<Figure[]>): Promise<Figure[]> {
  const named = async (store: Store): Promise<Figure[]> => {
    progress(store.name)
    const figures = await measure(store)
    return figures.map((figure) => ({ ...figure, name: `${store.name}: ${figure.name}` }))
  }
  const server = await PostgresServer.start()
  const onServer = await named({
    name: 'PostgreSQL',
    create: async () => ({ url: await server.createDatabase() }),
  })
  await server.stop()
  const folder = mkdtempSync(join(tmpdir(), 'live-commerce-bench-'))
  try {
    let databases = 0
    const create = () => Promise.resolve({ dataDir: join(folder, String(++databases)) })
    const embedded = await named({ name: 'PGlite', create })
    return [...onServer, ...embedded]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
