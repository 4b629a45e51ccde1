import type { Middleware } from 'koa'
import type { Log } from './Services.ts'

/**
 * Says once that requests come through a proxy while none is trusted: to the rate limits all its clients are then one,
 * and the first few use up what was meant for each.
 */
export function noticeProxy(log: Pick<Log, 'warn'>): Middleware {
  let noticed = false
  return (ctx, next) => {
    if (!noticed && ctx.get('X-Forwarded-For') !== '') {
      noticed = true
      log.warn(
        { setting: 'TRUSTED_PROXIES' },
        'a request came with X-Forwarded-For, which is not believed: all clients behind that proxy share one rate limit; ' +
          'set TRUSTED_PROXIES to the number of proxies in front',
      )
    }
    return next()
  }
}
