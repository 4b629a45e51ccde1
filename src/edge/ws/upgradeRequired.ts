import type { Middleware } from 'koa'
import { requireRead } from '../http/requireRead.ts'
import { AppError } from '../../runtime/errors.ts'

/** A plain request for the address of the sockets is told what is missing. @throws AppError `upgrade_required` */
export const upgradeRequired =
  (path: string): Middleware =>
  (ctx, next) => {
    if (ctx.path !== path) return next()
    requireRead(ctx)
    ctx.set('Upgrade', 'websocket')
    throw new AppError('upgrade_required')
  }
