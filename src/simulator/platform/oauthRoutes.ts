import type Router from '@koa/router'
import type { Context } from 'koa'
import { consentPage } from './consentPage.ts'
import type { Dialect } from './dialect.ts'
import type { FaultBook } from './faults.ts'
import { GRAPH_CODES, GraphError } from './graphError.ts'
import { misbehave } from './misbehave.ts'
import type { SellerBook } from './sellerBook.ts'
import { TOKEN_SECONDS, type Tokens } from './tokens.ts'

/** The app as it is registered with the platform. */
export interface RegisteredApp {
  id: string
  /** Null: secrets are neither asked for nor used to sign. */
  secret: string | null
}

interface Deps {
  app: RegisteredApp
  dialect: Dialect
  sellers: SellerBook
  tokens: Tokens
  faults: FaultBook
  autoApprove: boolean
}

/** The authorize page, its decision, and the two token exchanges. */
export function addOauthRoutes(router: Router, deps: Deps): void {
  const { app, dialect, sellers, tokens } = deps
  /** Where each unused code may be redeemed: a code serves once, and only the address that it was sent to. */
  const redirectOf = new Map<string, string>()

  const allow = (request: AuthorizeRequest, sellerId: string): string => {
    const seller = sellers.byId(sellerId) ?? sellers.create()
    sellers.change(seller, { client: request.state })
    const code = tokens.issue('code', seller.id)
    redirectOf.set(code, request.redirectUri)
    return withQuery(request.redirectUri, { code, state: request.state })
  }

  router.get('/oauth/authorize', (context) => {
    const request = authorizeRequest(context, app)
    if (deps.autoApprove || context.query.auto === '1') {
      context.redirect(allow(request, word(context, 'seller') ?? sellers.signedIn(request.state).id))
      return
    }
    context.type = 'html'
    context.body = consentPage(request, sellers.all(), sellers.signedIn(request.state))
  })

  router.get('/oauth/decide', (context) => {
    const request = authorizeRequest(context, app)
    const denied = { error: 'access_denied', error_reason: 'user_denied', state: request.state }
    context.redirect(
      word(context, 'decision') === 'allow'
        ? allow(request, word(context, 'seller') ?? '')
        : withQuery(request.redirectUri, denied),
    )
  })

  router.get('/graph/oauth/access_token', misbehave(deps.faults, 'token'), (context) => {
    const secretFits = app.secret === null || word(context, 'client_secret') === app.secret
    if (word(context, 'client_id') !== app.id || !secretFits) {
      throw new GraphError(400, 101, 'Error validating application. Cannot get application info')
    }
    const grant = word(context, 'grant_type')
    if (grant === dialect.exchangeGrant) {
      const { sellerId } = tokens.read(word(context, dialect.exchangeParameter) ?? '')
      context.body = {
        access_token: tokens.issue('long', sellerId),
        token_type: 'bearer',
        expires_in: TOKEN_SECONDS.long,
      }
      return
    }
    if (grant !== undefined && grant !== 'authorization_code') {
      throw new GraphError(400, GRAPH_CODES.parameter, `Unknown grant_type ${grant}`)
    }
    const code = word(context, 'code') ?? ''
    const claims = tokens.read(code)
    if (claims.kind !== 'code' || redirectOf.get(code) !== word(context, 'redirect_uri')) {
      throw new GraphError(
        400,
        GRAPH_CODES.parameter,
        'This authorization code has been used or was issued for another redirect_uri',
      )
    }
    redirectOf.delete(code)
    context.body = {
      access_token: tokens.issue('short', claims.sellerId),
      token_type: 'bearer',
      expires_in: TOKEN_SECONDS.short,
    }
  })
}

/** What an app asks for when it sends a browser to the authorize page. */
export interface AuthorizeRequest {
  clientId: string
  redirectUri: string
  state: string
  scope: string
}

function authorizeRequest(context: Context, app: RegisteredApp): AuthorizeRequest {
  const redirectUri = word(context, 'redirect_uri') ?? ''
  if (word(context, 'client_id') !== app.id) throw new GraphError(400, 101, 'Invalid app id')
  if (!/^https?:/.test(redirectUri) || !URL.canParse(redirectUri)) {
    throw new GraphError(400, GRAPH_CODES.parameter, 'The parameter redirect_uri must be an absolute address')
  }
  if (word(context, 'response_type') !== 'code') {
    throw new GraphError(400, GRAPH_CODES.parameter, 'The parameter response_type must be code')
  }
  return {
    clientId: app.id,
    redirectUri,
    state: word(context, 'state') ?? '',
    scope: word(context, 'scope') ?? '',
  }
}

/** A query parameter that was given once and is not empty. */
function word(context: Context, name: string): string | undefined {
  const value = context.query[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function withQuery(address: string, parameters: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
