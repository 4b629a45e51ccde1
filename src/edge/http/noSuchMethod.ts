import type { Context } from 'koa'
import { AppError } from '../../runtime/errors.ts'

/** Ends the line: a path that other methods have is told so, with `Allow`; any other path is not found. */
export function noSuchMethod(ctx: Context): void {
  const { matched = [] } = ctx as { matched?: readonly { methods: readonly string[] }[] }
  const methods = [...new Set(matched.flatMap((layer) => layer.methods))]
  if (methods.length === 0) throw new AppError('not_found')
  ctx.set('Allow', methods.join(', '))
  if (ctx.method !== 'OPTIONS') throw new AppError('method_not_allowed')
  ctx.status = 204
}
