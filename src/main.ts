import { ConfigError, loadConfig } from '../config/index.ts'
import { startApp } from './app.ts'
import { ensureBuilt } from './dashboard/ensureBuilt.ts'
import { letAllBeginYoung } from './runtime/collector.ts'
import { createLogger } from './runtime/logger.ts'
import { createShutdown, stopOnSignals } from './runtime/shutdown.ts'
import { startWatchdog } from './runtime/watchdog.ts'

/** Far longer than anything takes, also on a machine that is busy with other things. */
const STILL_MS_MAX = 60_000
const STANDS_STILL =
  'The embedded database stands still, as it does when the disk is full. This process ended itself; nothing that was ' +
  'acknowledged is lost. Start it again once there is room.'

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
  if (config.database.url === null) {
    // Embedded, it runs on this very thread; with a full disk it can stand still for ever and take all of it along.
    startWatchdog({ stillMsMax: STILL_MS_MAX, lastWords: STANDS_STILL })
  }
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
