import { send } from '@koa/send'
import type { Context, Middleware } from 'koa'

/** What a page of the service may load and do: nothing but its own files and its own service. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  // Product pictures lie wherever the shop keeps them.
  "img-src 'self' https: http: data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // No text can become markup: there is no policy by which a script could make it so.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000

/**
 * Serves the built dashboard and the overlay from `dir`. Files named by their content are cached for ever; any other
 * path under `/dashboard` is a screen of the page, so that it can be reloaded and linked. The inspector is served where
 * it is switched on.
 */
export function pages(dir: string, { inspector = false } = {}): Middleware {
  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
    if (isRead && ctx.path.startsWith('/dashboard/assets/')) await asset(ctx, dir)
    else if (isRead && /^\/dashboard(\/|$)/.test(ctx.path)) await page(ctx, dir, 'index.html')
    else if (isRead && /^\/overlay\/[\w-]+$/.test(ctx.path)) await page(ctx, dir, 'overlay.html')
    else if (isRead && inspector && /^\/inspector\/?$/.test(ctx.path)) await page(ctx, dir, 'inspector.html')
    else await next()
  }
}

async function asset(ctx: Context, dir: string): Promise<void> {
  await send(ctx, ctx.path.slice('/dashboard'.length), { root: dir, maxage: YEAR_MS, immutable: true })
}

async function page(ctx: Context, dir: string, file: string): Promise<void> {
  ctx.set('Content-Security-Policy', PAGE_POLICY)
  ctx.set('Referrer-Policy', 'no-referrer')
  ctx.set('X-Content-Type-Options', 'nosniff')
  ctx.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=()')
  await send(ctx, file, { root: dir })
  ctx.set('Cache-Control', 'no-cache')
}
