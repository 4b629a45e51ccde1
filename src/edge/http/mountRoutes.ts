import Router from '@koa/router'
import type { Context } from 'koa'
import type { Caller } from '../../auth/authenticate.ts'
import { AppError } from '../../runtime/errors.ts'
import { createIdempotency, idempotencyKeyOf, type Reply } from './idempotency.ts'
import { addToContext } from '../../runtime/requestContext.ts'
import { canonicalId } from '../../runtime/ids.ts'
import { readBody } from './readBody.ts'
import { takesIdempotencyKey, type Route } from './route.ts'
import { routes } from './routes/index.ts'
import { validated } from './schemas/validate.ts'
import type { Services } from './Services.ts'

export const API_PREFIX = '/api/v1'

/** The router made of the route table: authenticate, read, answer once a key, check, handle, wrap. */
export function mountRoutes(services: Services): Router {
  const router = new Router({ prefix: API_PREFIX })
  const { bodyBytesMax } = services.config.http
  const once = createIdempotency(services)
  for (const one of routes) {
    router.register(one.path, [one.method.toLowerCase()], async (ctx) => {
      ctx.state.routePath = one.path
      const tenantId = one.auth === 'none' ? '' : (await callerOf(ctx, one, services)).tenantId
      ctx.state.tenantId = tenantId
      if (tenantId !== '') await services.rateLimits.byTenant(ctx, tenantId)
      const itemId = one.path.startsWith('/auctions/:id') ? paramsOf(ctx).id : undefined
      addToContext({ ...(tenantId === '' ? {} : { tenantId }), ...(itemId === undefined ? {} : { itemId }) })
      const { value: raw } = one.method === 'GET' ? { value: undefined } : await readBody(ctx, bodyBytesMax)
      const answer = (): Promise<Reply> => reply(one, ctx, services, tenantId, raw)
      const key = takesIdempotencyKey(one) ? idempotencyKeyOf(headerOf(ctx, 'idempotency-key')) : undefined
      if (key === undefined) {
        write(ctx, one, await answer())
        return
      }
      const { method } = ctx
      // However the path was spelled, it is the same request.
      const path = [one.path, ...Object.values(paramsOf(ctx))].join(' ')
      const { replayed, ...kept } = await once({ tenantId, method, path, key, body: raw }, answer)
      if (replayed) ctx.set('Idempotency-Replayed', 'true')
      write(ctx, one, kept)
    })
  }
  return router
}

/** Checks what came in and hands it to the route's handler. */
async function reply(
  route: Route,
  ctx: Context,
  services: Services,
  tenantId: string,
  raw: unknown,
): Promise<Reply> {
  route.checkBody?.(raw)
  const struct = route.bodyUnder?.(services.config) ?? route.body
  const body: unknown = struct === undefined ? undefined : validated(raw === undefined ? {} : raw, struct)
  const query: unknown = route.query === undefined ? undefined : validated(singleValues(ctx), route.query)
  const data = await route.handle({ tenantId, params: paramsOf(ctx), body, query, ctx, services })
  return { status: route.status, body: { success: true, data } }
}

/** Routes without a response shape have answered by themselves. */
function write(ctx: Context, route: Route, { status, body }: Reply): void {
  if (route.response === undefined) return
  ctx.status = status
  ctx.body = body
}

const headerOf = (ctx: Context, name: string): string | undefined => {
  const value = ctx.req.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

async function callerOf(ctx: Context, route: Route, services: Services): Promise<Caller> {
  const { authorization } = ctx.headers
  if (route.auth === 'browser' && authorization === undefined) {
    const session = ctx.cookies.get('session')
    if (session !== undefined) return services.authenticate.token(session)
  }
  return services.authenticate(authorization)
}

const paramsOf = (ctx: Context): Record<string, string> => {
  const { params = {} } = ctx as { params?: Record<string, string> }
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, canonicalId(value)]))
}

/** Query parameters, each given once. */
function singleValues(ctx: Context): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(ctx.query)) {
    if (typeof value !== 'string') {
      throw new AppError('validation_error', { details: { [name]: ['must be given once only'] } })
    }
    Object.defineProperty(values, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return values
}
