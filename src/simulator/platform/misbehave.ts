import type { Context, Middleware, Next } from 'koa'
import type { Fault, FaultBook, FaultTarget } from './faults.ts'
import { GRAPH_CODES, GraphError, tokenRefused } from './graphError.ts'

/** Koa middleware that lets the faults in force spoil a call of the given target. */
export function misbehave(faults: FaultBook, target: Exclude<FaultTarget, 'all'>): Middleware {
  return async (context, next) => {
    const fault = faults.take(target)
    if (fault === undefined) await next()
    else await spoil(fault, context, next)
  }
}

async function spoil(fault: Fault, context: Context, next: Next): Promise<void> {
  switch (fault.kind) {
    case 'slow':
      await whileConnected(context, fault.delayMs)
      await next()
      return
    case 'server_error':
      context.status = fault.status
      context.body = '<html><body>Sorry, something went wrong.</body></html>'
      return
    case 'rate_limited':
      context.set(usageHeaders(fault))
      throw new GraphError(429, fault.code, `(#${fault.code}) Request limit reached`)
    case 'graph_error':
      throw new GraphError(400, fault.code, `(#${fault.code}) The stand-in was told to refuse this`)
    case 'expired_token':
      throw tokenRefused('Error validating access token: The session has been invalidated')
    case 'timeout_after_success':
      await next()
      context.respond = false
      return
    case 'reset':
      context.respond = false
      context.req.socket.destroy()
  }
}

/** The headers by which the platform tells an app how much of its allowance is used, and when access returns. */
function usageHeaders(fault: Fault): Record<string, string> {
  const usage = { call_count: 100, total_cputime: 40, total_time: 40 }
  const account = { type: 'pages', ...usage, estimated_time_to_regain_access: fault.regainMinutes }
  return fault.code === GRAPH_CODES.appRateLimit || fault.code === GRAPH_CODES.userRateLimit
    ? { 'x-app-usage': JSON.stringify(usage), 'retry-after': String(fault.regainMinutes * 60) }
    : { 'x-business-use-case-usage': JSON.stringify({ stand_in: [account] }) }
}

/** Waits, but no longer than the caller does: an abandoned call must not keep the server from stopping. */
function whileConnected(context: Context, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      context.res.off('close', done)
      resolve()
    }
    const timer = setTimeout(done, delayMs)
    context.res.once('close', done)
  })
}
