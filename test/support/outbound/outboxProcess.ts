/** An outbox of its own process, for a test to kill: `node outboxProcess.ts <database url> <encryption key in hex>`. */
import { openDatabase } from '../../../src/persistence/database.ts'
import { startOutbound } from '../../../src/outbound/index.ts'
import { createClock } from '../../../src/runtime/clock.ts'
import { createEncryption } from '../../../src/runtime/encryption.ts'
import { createIds } from '../../../src/runtime/ids.ts'
import { loadConfig } from '../../../config/index.ts'

const [url, key = '', dataDir = ''] = process.argv.slice(2)
const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
const clock = createClock()
const { sql } = await openDatabase({ url })
startOutbound({
  sql,
  clock,
  ids: createIds(clock),
  encryption: createEncryption([Buffer.from(key, 'hex')]),
  settings: config.outbound,
  bindingSecret: 'binding',
  social: {
    ...{
      appId: 'app',
      appSecret: 'secret',
      authorizeUrl: 'http://127.0.0.1:9',
      graphUrl: 'http://127.0.0.1:9',
    },
    redirectUri: 'http://127.0.0.1:9',
    dialect: config.social.dialect,
    requestTimeoutMs: 1_000,
    repliesPerSecondMax: 10,
  },
  announce: () => Promise.resolve(),
  tenantChanged: () => Promise.resolve(),
  onFault: (what, error) => {
    console.error(what, error)
  },
  pollMs: 100,
  leaseMs: 3_000,
})
