import type { Config } from '../../../config/index.ts'
import type { Accounts } from '../../auth/accounts.ts'
import type { Authenticate } from '../../auth/authenticate.ts'
import type { Tokens } from '../../auth/tokens.ts'
import type { Engine } from '../../engine/Engine.ts'
import type { Outbound } from '../../outbound/index.ts'
import type { Database } from '../../persistence/database.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Encryption } from '../../runtime/encryption.ts'
import type { Ids } from '../../runtime/ids.ts'
import type { Metrics } from '../../runtime/metrics.ts'
import type { ItemInspector } from './ItemInspector.ts'
import type { RateLimits } from './rateLimits.ts'

/** What the log takes: fields first, then a sentence. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Everything the HTTP edge works with; made once in `app`. */
export interface Services {
  config: Config
  database: Database
  engine: Engine
  clock: Clock
  ids: Ids
  metrics: Metrics
  log: Log
  tokens: Tokens
  accounts: Accounts
  authenticate: Authenticate
  encryption: Encryption
  outbound: Outbound
  rateLimits: RateLimits
  /** Where the stand-in platform inside the service takes orders for a crowd; null where a real platform is configured. */
  practiceUrl?: string | null
  /** Null or left out where debug pages are off. */
  inspector?: ItemInspector | null
}

/** What routes work with: of the database only the door to one tenant's rows. */
export type RouteServices = Omit<Services, 'database'> & { database: Pick<Database, 'asTenant'> }
