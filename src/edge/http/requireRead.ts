import type { Context } from 'koa'
import { AppError } from '../../runtime/errors.ts'

/** For what can only be read. @throws AppError `method_not_allowed`, with `Allow` */
export function requireRead(ctx: Context): void {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return
  ctx.set('Allow', 'GET, HEAD')
  throw new AppError('method_not_allowed')
}
