import { ConfigError, loadConfig } from '../config/index.ts'
import { startApp } from './app.ts'
import { ensureBuilt } from './dashboard/ensureBuilt.ts'
import { letAllBeginYoung } from './runtime/collector.ts'
import { createLogger } from './runtime/logger.ts'
import { createShutdown, stopOnSignals } from './runtime/shutdown.ts'

/** The service as a process: settings, start, signals. A start that fails says why in one line and exits with 1. */
async function main(): Promise<void> {
  letAllBeginYoung()
  const config = loadConfig()
  const log = createLogger(config.log)
  const pagesDir = await ensureBuilt({ onProgress: console.log })
  const app = await startApp(config, log, {
    pagesDir,
    onFenced(error) {
      console.error(error.message)
      process.exit(1)
    },
  })
  const shutdown = createShutdown({ log, timeoutMs: config.shutdownTimeoutMs })
  shutdown.add('service', async () => {
    if (!(await app.stop())) throw new Error('The service did not stop in time')
  })
  stopOnSignals(shutdown, log)
  console.log(whereToLook(app))
}

function whereToLook({ url, platformUrl }: { url: string; platformUrl: string | null }): string {
  const lines = [
    ['Dashboard', `${url}/dashboard`],
    ['API reference', `${url}/docs`],
    ['Health', `${url}/readyz`],
    ...(platformUrl === null ? [] : [['Stand-in platform', platformUrl]]),
  ]
  return [
    '',
    'Ready. Where to look:',
    ...lines.map(([name = '', at = '']) => `  ${name.padEnd(18)} ${at}`),
    '',
  ].join('\n')
}

try {
  await main()
} catch (error) {
  const isExpected = error instanceof ConfigError || (error instanceof Error && error.name !== 'TypeError')
  console.error(isExpected ? (error as Error).message : error)
  process.exit(1)
}
