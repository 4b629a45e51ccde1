import type { Context, Next } from 'koa'

import { requireRead } from './requireRead.ts'

const PATHS: readonly string[] = ['/healthz', '/readyz', '/metrics']

export interface Probes {
  /** Whether the service can decide and store now; the word says what is missing. */
  ready(): Promise<{ ok: true } | { ok: false; reason: string }>
  /** The metrics page, Prometheus text format. */
  metrics?(): Promise<string>
}

/** `/healthz`: the process answers. `/readyz`: it can decide and store. `/metrics`: figures. All plain text. */
export const healthProbes =
  (probes: Probes) =>
  async (ctx: Context, next: Next): Promise<void> => {
    if (PATHS.includes(ctx.path)) requireRead(ctx)
    switch (ctx.path) {
      case '/healthz':
        ctx.body = 'ok'
        return
      case '/readyz': {
        const state = await probes.ready()
        ctx.status = state.ok ? 200 : 503
        ctx.body = state.ok ? 'ready' : `not ready: ${state.reason}`
        return
      }
      case '/metrics':
        if (probes.metrics === undefined) break
        ctx.type = 'text/plain; version=0.0.4; charset=utf-8'
        ctx.body = await probes.metrics()
        return
      default:
    }
    await next()
  }
