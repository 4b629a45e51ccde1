import type { Context } from 'koa'
import { AppError } from '../../../runtime/errors.ts'
import { setCookie } from '../cookies.ts'
import { route } from '../route.ts'
import { fields, flag, maybe, words } from '../schemas/fields.ts'

const COOKIE = { name: 'social_authorization', path: '/api/v1/auth/social' }

/**
 * The first value of a query parameter, not empty. The contract's own errors come first here, so that the query is
 * read by hand instead of being checked as a whole.
 */
const parameter = (ctx: Context, name: string): string | undefined => {
  const value = ctx.query[name]
  const first = Array.isArray(value) ? value[0] : value
  return first === '' ? undefined : first
}

export const socialRoutes = [
  route({
    method: 'GET',
    path: '/auth/social',
    tag: 'Social account',
    summary: 'Send the browser to the platform, to grant access to the social account',
    auth: 'browser',
    errors: ['social_connect_failed'],
    async handle({ tenantId, ctx, services }) {
      const { outbound, clock, config } = services
      setCookie(ctx, config, { ...COOKIE, value: outbound.browserBinding.issue(tenantId, clock.now()) })
      ctx.redirect(outbound.connections.authorizationUrl(tenantId))
      await Promise.resolve()
    },
  }),
  route({
    method: 'GET',
    path: '/auth/social/callback',
    tag: 'Social account',
    summary: 'Where the platform sends the browser back to',
    auth: 'none',
    looseQuery: fields({ code: maybe(words()), state: maybe(words()), error: maybe(words()) }),
    errors: [
      'social_authorization_denied',
      'missing_code_or_state',
      'social_browser_mismatch',
      'no_pages',
      'no_professional_account',
      'social_connect_failed',
    ],
    async handle({ ctx, services }) {
      const { outbound, clock, config } = services
      if (ctx.query.error !== undefined) throw new AppError('social_authorization_denied')
      const code = parameter(ctx, 'code')
      const state = parameter(ctx, 'state')
      if (code === undefined || state === undefined) throw new AppError('missing_code_or_state')
      const cookie = ctx.cookies.get(COOKIE.name)
      if (
        config.social.callbackBoundToBrowser &&
        !outbound.browserBinding.matches(cookie, state, clock.now())
      ) {
        throw new AppError('social_browser_mismatch')
      }
      const username = await outbound.connections.connect(state, code)
      setCookie(ctx, config, { ...COOKIE, value: null })
      const query = new URLSearchParams({ social_connected: 'true', social_username: username })
      ctx.redirect(`/dashboard?${query.toString()}`)
    },
  }),
  route({
    method: 'DELETE',
    path: '/auth/social',
    tag: 'Social account',
    summary: 'Disconnect the social account',
    response: fields({ disconnected: flag() }),
    async handle({ tenantId, services }) {
      await services.outbound.connections.disconnect(tenantId)
      return { disconnected: true }
    },
  }),
]
