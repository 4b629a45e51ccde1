import type { Context, Next } from 'koa'
import { isStorageAway } from '../../persistence/isStorageAway.ts'
import { AppError } from '../../runtime/errors.ts'
import { discardRest } from './discardRest.ts'
import { createRefusalLog } from './refusalLog.ts'
import type { Log } from './Services.ts'

const RETRY_AFTER_SECONDS = '2'

/** The one place where a failure becomes an answer: its code and text to the caller, its details to the log. */
export function errorDoor(log: Log) {
  const noteRefusal = createRefusalLog(log)
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined) throw new AppError('not_found')
    } catch (error) {
      const known = asAppError(error)
      const { status, code } = known
      if (code === 'overloaded') noteRefusal(error)
      else if (status >= 500)
        log.error({ err: error, requestId: ctx.state.requestId as string, code }, 'request failed')
      await discardRest(ctx.req)
      answerError(ctx, known)
    }
  }
}

/** Writes the failure envelope. */
function answerError(ctx: Context, error: AppError): void {
  const { status } = error
  if (status === 401) ctx.set('WWW-Authenticate', 'Bearer realm="live-commerce", Basic realm="live-commerce"')
  if (status === 503) ctx.set('Retry-After', RETRY_AFTER_SECONDS)
  // What the client still sends after all that is not read: it would be taken for the next request.
  if (!ctx.req.complete) ctx.set('Connection', 'close')
  ctx.status = status
  ctx.body = failureBody(error)
}

/** The failure envelope. */
export const failureBody = ({ status, code, message, details }: AppError): object => ({
  success: false,
  error: { status, code, message, ...(details === undefined ? {} : { details }) },
})

interface HttpFailure {
  status?: number
  type?: string
}

/** Failures of the body reader and of Koa carry an HTTP status; everything else is ours and says nothing outside. */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { status, type } = error as HttpFailure
  if (status === 413) return new AppError('body_too_large')
  if (status === 415) return new AppError('unsupported_media_type')
  if (status === 400 || error instanceof SyntaxError || type === 'encoding.unsupported') {
    return new AppError('malformed_json', { cause: error })
  }
  return new AppError(isStorageAway(error) ? 'overloaded' : 'internal_error', { cause: error })
}
