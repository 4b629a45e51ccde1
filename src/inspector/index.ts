import type { RunningEngine } from '../engine/createEngine.ts'
import type { ItemInspector } from '../edge/http/ItemInspector.ts'
import type { VerifyToken } from '../edge/ws/Grants.ts'
import type { Database } from '../persistence/database.ts'
import type { Clock } from '../runtime/clock.ts'
import { createInspectorTopic, type InspectorTopic } from './live/inspectorTopic.ts'
import { createItemInspector } from './live/createItemInspector.ts'
import { LiveFeed } from './live/LiveFeed.ts'
import { createOperators } from './live/Operators.ts'

export interface InspectorOptions {
  database: Pick<Database, 'asTenant' | 'sql'>
  engine: Pick<RunningEngine, 'watchItems' | 'status'>
  clock: Clock
  verify: VerifyToken
  /** As REST has it: Bearer or Basic. */
  authenticate(authorization: string): Promise<{ tenantId: string }>
  /** Origins of pages that may connect besides the service's own. */
  origins: readonly string[]
  /** Accounts that see every tenant. */
  operatorEmails: readonly string[]
}

/** The inspector's two doors: items to look up, and what the running ones do. */
export interface Inspector {
  items: ItemInspector
  topic: InspectorTopic
}

export function createInspector(options: InspectorOptions): Inspector {
  const { database, operatorEmails } = options
  const operators = createOperators(database.sql, operatorEmails)
  return {
    items: createItemInspector(database, operators),
    topic: createInspectorTopic({ ...options, operators, feed: new LiveFeed(options) }),
  }
}
