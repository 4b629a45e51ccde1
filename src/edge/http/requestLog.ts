import type { Context, Next } from 'koa'
import { runInContext, traceIdOf } from '../../runtime/requestContext.ts'
import type { Services } from './Services.ts'

const GIVEN_ID = /^[\w.-]{1,64}$/

/** Gives every request an id, shown in `X-Request-Id`; times it and writes one line when it is answered. */
export const requestLog =
  ({ ids, log, metrics }: Pick<Services, 'ids' | 'log' | 'metrics'>) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const startedAt = performance.now()
    const given = ctx.get('X-Request-Id')
    const requestId = GIVEN_ID.test(given) ? given : ids.next()
    ctx.state.requestId = requestId
    ctx.set('X-Request-Id', requestId)
    const traceId = traceIdOf(ctx.get('traceparent'))
    await runInContext({ requestId, traceId }, next)
    const { method, path, status } = ctx
    const tenantId = ctx.state.tenantId === '' ? undefined : (ctx.state.tenantId as string | undefined)
    const ms = performance.now() - startedAt
    // The route, not the path: a label must come from a closed list.
    const route = (ctx.state.routePath as string | undefined) ?? 'other'
    metrics.httpRequestSeconds.observe({ method, route, status }, ms / 1_000)
    log.debug({ requestId, tenantId, method, path, status, ms: Math.round(ms) }, 'request')
  }
