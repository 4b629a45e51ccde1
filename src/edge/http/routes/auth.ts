import type { Context } from 'koa'
import { Tenant } from '../../../persistence/entities/index.ts'
import type { TokenPair } from '../../../protocol/resources.ts'
import { AppError } from '../../../runtime/errors.ts'
import { setCookie } from '../cookies.ts'
import { presentMe } from '../present/index.ts'
import { route } from '../route.ts'
import { email, fields, flag, maybe, password, text, timestamp, uuid, words } from '../schemas/fields.ts'
import { meShape, tokenPair } from '../schemas/resources.ts'
import type { RouteServices } from '../Services.ts'

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const refreshBody = fields({ refreshToken: text({ max: 200 }) })

/** The dashboard's cookie for the one page that a browser navigates to by itself: connecting the account. */
const SESSION = { name: 'session', path: '/api/v1/auth/social' }

function keepSession(ctx: Context, { config }: RouteServices, { accessToken, expiresIn }: TokenPair): void {
  setCookie(ctx, config, { ...SESSION, value: accessToken, maxAgeMs: expiresIn * 1_000 })
}

export const authRoutes = [
  route({
    method: 'POST',
    path: '/auth/register',
    tag: 'Account',
    summary: 'Register a tenant',
    auth: 'none',
    status: 201,
    body: fields({
      name: text({ max: 120 }),
      email: email(),
      password: password(),
      slug: maybe(text({ max: 63, pattern: SLUG, says: 'must be words of a-z and 0-9 joined by -' })),
    }),
    response: fields({
      tenant: fields({
        id: uuid(),
        name: words(),
        slug: words(),
        email: words(),
        apiKey: words(),
        webhookSecret: words(),
        createdAt: timestamp(),
      }),
      apiSecret: words(),
      ...tokenPair,
    }),
    errors: ['validation_error', 'email_taken', 'slug_taken'],
    async handle({ body, ctx, services }) {
      await services.rateLimits.byRegistration(ctx, body.email)
      const { tenant, webhookSecret, apiSecret, tokens } = await services.accounts.register(body)
      services.rateLimits.loggedIn(ctx, body.email)
      keepSession(ctx, services, tokens)
      const { id, name, slug, apiKey } = tenant
      const createdAt = new Date(tenant.createdAt).toISOString()
      return {
        tenant: { id, name, slug, email: tenant.email, apiKey, webhookSecret, createdAt },
        apiSecret,
        ...tokens,
      }
    },
  }),
  route({
    method: 'POST',
    path: '/auth/login',
    tag: 'Account',
    summary: 'Log in',
    auth: 'none',
    body: fields({ email: email(), password: password(1, 1_024) }),
    response: fields({
      tenant: fields({ id: uuid(), name: words(), slug: words(), email: words() }),
      ...tokenPair,
    }),
    errors: ['validation_error', 'invalid_credentials'],
    async handle({ body, ctx, services }) {
      await services.rateLimits.byLogin(ctx, body.email)
      const { tenant, tokens } = await services.accounts.login(body.email, body.password)
      services.rateLimits.loggedIn(ctx, body.email)
      keepSession(ctx, services, tokens)
      const { id, name, slug } = tenant
      return { tenant: { id, name, slug, email: tenant.email }, ...tokens }
    },
  }),
  route({
    method: 'POST',
    path: '/auth/refresh',
    tag: 'Account',
    summary: 'Trade a refresh token for a new pair, once',
    auth: 'none',
    body: refreshBody,
    response: fields(tokenPair),
    errors: ['validation_error', 'authentication_required'],
    async handle({ body, ctx, services }) {
      const tokens = await services.tokens.refresh(body.refreshToken)
      keepSession(ctx, services, tokens)
      return tokens
    },
  }),
  route({
    method: 'POST',
    path: '/auth/logout',
    tag: 'Account',
    summary: 'End the family of a refresh token',
    auth: 'none',
    body: refreshBody,
    response: fields({ loggedOut: flag() }),
    errors: ['validation_error'],
    async handle({ body, ctx, services }) {
      await services.tokens.revoke(body.refreshToken)
      setCookie(ctx, services.config, { ...SESSION, value: null })
      return { loggedOut: true }
    },
  }),
  route({
    method: 'GET',
    path: '/auth/me',
    tag: 'Account',
    summary: 'The tenant itself',
    response: meShape,
    async handle({ tenantId, services }) {
      const tenant = await services.database.asTenant(tenantId, ({ em }) =>
        em.findOne(Tenant, { id: tenantId }),
      )
      if (tenant === null) throw new AppError('authentication_required')
      return presentMe(tenant)
    },
  }),
  route({
    method: 'POST',
    path: '/auth/api-key/regenerate',
    tag: 'Account',
    summary: 'Replace API key and secret',
    response: fields({ apiKey: words(), apiSecret: words() }),
    handle: ({ tenantId, services }) => services.accounts.regenerateApiKey(tenantId),
  }),
]
