import { AsyncLocalStorage } from 'node:async_hooks'

/** What every log line of one request or job carries. */
export interface RequestContext {
  requestId: string
  /** W3C trace id, when the caller sent one. */
  traceId?: string | undefined
  tenantId?: string | undefined
  itemId?: string | undefined
}

const storage = new AsyncLocalStorage<RequestContext>()

/** Runs `work`, and all that it starts, in a context of its own. */
export const runInContext = <T>(context: RequestContext, work: () => T): T =>
  storage.run({ ...context }, work)

/** Adds what became known on the way, such as the tenant once authenticated. Nothing outside a context. */
export function addToContext(fields: Partial<RequestContext>): void {
  const context = storage.getStore()
  if (context !== undefined) Object.assign(context, fields)
}

/** The context that this code runs in; undefined outside of any. */
export const currentContext = (): Readonly<RequestContext> | undefined => storage.getStore()

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/
const NO_TRACE = '0'.repeat(32)

/** The trace id of a `traceparent` header (W3C Trace Context); undefined when absent or malformed. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  const traceId = TRACEPARENT.exec(traceparent ?? '')?.[1]
  return traceId === NO_TRACE ? undefined : traceId
}
