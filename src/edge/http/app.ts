import cors from '@koa/cors'
import Koa, { type Context, type Middleware } from 'koa'
import etag from '@koa/etag'
import helmet from 'koa-helmet'
import { asyncApi } from '../ws/asyncApi.ts'
import { GATEWAY_PATH } from '../ws/Gateway.ts'
import { upgradeRequired } from '../ws/upgradeRequired.ts'
import { createSocialWebhook, WEBHOOK_PATH, type SocialWebhookOptions } from '../webhooks/socialWebhook.ts'
import { errorDoor } from './errorDoor.ts'
import { API_PREFIX, mountRoutes } from './mountRoutes.ts'
import { docs } from './openapi/docs.ts'
import { openApiDocument } from './openapi/document.ts'
import { healthProbes, type Probes } from './healthProbes.ts'
import { noticeProxy } from './noticeProxy.ts'
import { noSuchMethod } from './noSuchMethod.ts'
import { requestLog } from './requestLog.ts'
import { routes } from './routes/index.ts'
import type { Services } from './Services.ts'

export interface HttpAppOptions {
  services: Services
  webhook: Omit<SocialWebhookOptions, 'engine' | 'clock' | 'log'>
  probes: Probes
  /** Pages and documents beside the API, e.g. the dashboard; each answers or hands on. */
  pages?: readonly Middleware[]
}

/** The HTTP edge, in the order a request takes. */
export function createHttpApp({ services, webhook, probes, pages = [] }: HttpAppOptions): Koa {
  const { config, engine, clock, log } = services
  const app = new Koa({
    proxy: config.http.trustedProxiesCount > 0,
    maxIpsCount: config.http.trustedProxiesCount,
  })
  const receiveWebhook = createSocialWebhook({ ...webhook, engine, clock, log })
  const router = mountRoutes(services)

  // 1. every answer has a request id, every request a line in the log, every failure one shape
  app.use(requestLog(services))
  app.use(errorDoor(log))
  // 2. the hot path leaves here
  app.use((ctx, next) => (isWebhook(ctx.path) ? receiveWebhook(ctx) : next()))
  // 3. health
  app.use(healthProbes(probes))
  // 4. headers that protect browsers
  app.use(
    helmet({ contentSecurityPolicy: false, strictTransportSecurity: config.http.strictTransportSecurity }),
  )
  app.use(
    cors({
      origin: (ctx) => allowedOrigin(ctx, config.http.corsOrigins),
      exposeHeaders: EXPOSED_HEADERS,
      keepHeadersOnError: true,
    }),
  )
  app.use(apiHeaders)
  // 5. unchanged reads cost a header
  app.use(async (ctx, next) => {
    await next()
    if (ctx.fresh) ctx.status = 304
  })
  app.use(etag())
  if (config.http.rateLimits && config.http.trustedProxiesCount === 0) app.use(noticeProxy(log))
  app.use(services.rateLimits.byAddress)
  // 6. the document of the API, to read and to try
  app.use(docs(openApiDocument(routes, API_PREFIX)))
  app.use(asyncApi())
  app.use(upgradeRequired(GATEWAY_PATH))
  // 7. pages beside the API, each answering or handing on
  for (const page of pages) app.use(page)
  // 8. the API
  app.use(router.routes())
  app.use(noSuchMethod)
  app.on('error', (error: unknown) => {
    log.error({ err: error }, 'http: a connection failed')
  })
  return app
}

/** Spelled as loosely as the router takes every other path. */
const isWebhook = (path: string): boolean =>
  path === WEBHOOK_PATH || path.toLowerCase().replace(/\/$/, '') === WEBHOOK_PATH

/** What a page of another origin may read beside the body. */
const EXPOSED_HEADERS = ['X-Request-Id', 'ETag', 'Retry-After', 'Idempotency-Replayed'].concat([
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
])

const allowedOrigin = (ctx: Context, origins: readonly string[]): string => {
  const origin = ctx.get('Origin')
  return origins.includes('*') || origins.includes(origin) ? origin : ''
}

/** What the API answers is data, never a page, and belongs to one tenant; pages set headers of their own. */
const apiHeaders: Middleware = (ctx, next) => {
  ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  ctx.set('Cache-Control', ctx.method === 'GET' ? 'private, no-cache' : 'no-store')
  return next()
}
