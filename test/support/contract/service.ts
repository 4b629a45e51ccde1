import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig, type Environment } from '../../../config/index.ts'
import { startApp, type App, type AppOptions } from '../../../src/app.ts'
import { createLogger } from '../../../src/runtime/logger.ts'
import { checkInvariants } from '../checkers/checkInvariants.ts'
import { embeddedFiles, ON_POSTGRES, testDatabaseUrl } from '../database.ts'
import { startGraphServer, type GraphServer } from '../outbound/GraphServer.ts'
import { atEndOfRun } from '../postgres.ts'

export const APP_SECRET = 'the app’s secret'
export const VERIFY_TOKEN = 'the verify token'

/** The whole service on a free port, with a platform that it can call. */
export interface Service {
  app: App
  url: string
  graph: GraphServer
  stop(): Promise<void>
}

/** Starts a service of its own; `env` as for the process. */
export async function startService(env: Environment = {}, options: AppOptions = {}): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'))
  const graph = await startGraphServer()
  const config = loadConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    DATABASE_URL: await testDatabaseUrl(),
    SOCIAL_APP_ID: 'app-id',
    SOCIAL_APP_SECRET: APP_SECRET,
    SOCIAL_VERIFY_TOKEN: VERIFY_TOKEN,
    SOCIAL_GRAPH_URL: graph.url,
    SOCIAL_AUTHORIZE_URL: 'https://platform.test/dialog/oauth',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    ...env,
  })
  const initialFiles = ON_POSTGRES ? undefined : await embeddedFiles()
  const app = await startApp(config, createLogger(config.log), { initialFiles, ...options })
  return {
    app,
    url: app.url,
    graph,
    async stop() {
      const isClean = await app.stop()
      await graph.stop()
      rmSync(folder, { recursive: true, force: true })
      if (!isClean) throw new Error('The service did not stop cleanly')
    },
  }
}

let shared: Promise<Service> | undefined

/** The one service that all contract suites of a run share; started at the first call. */
export const service = (): Promise<Service> => (shared ??= startService())

atEndOfRun(async () => {
  const one = await shared
  if (one === undefined) return
  // Everything that the suites made it do, held against what always holds.
  const violations = await checkInvariants({ sql: one.app.database.sql })
  await one.stop()
  if (violations.length > 0) throw new Error(`What always holds did not:\n  ${violations.join('\n  ')}`)
})
