import type { Context } from 'koa'
import type { Config } from '../../../config/index.ts'

/**
 * Sets a cookie of the dashboard, which pages cannot read and other sites' forms do not send; null deletes it.
 * Behind a proxy that ends TLS the connection looks plain; what counts is the address that the browser knows.
 */
export function setCookie(
  ctx: Context,
  { http }: Pick<Config, 'http'>,
  cookie: { name: string; value: string | null; path: string; maxAgeMs?: number },
): void {
  const secure = http.publicUrl.startsWith('https:')
  ctx.cookies.secure = secure
  ctx.cookies.set(cookie.name, cookie.value, {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: cookie.path,
    overwrite: true,
    ...(cookie.maxAgeMs === undefined ? {} : { maxAge: cookie.maxAgeMs }),
  })
}
