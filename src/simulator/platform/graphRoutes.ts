import type Router from '@koa/router'
import type { Context } from 'koa'
import type { Dialect } from './dialect.ts'
import type { FaultBook } from './faults.ts'
import { GRAPH_CODES, GraphError, tokenRefused, unknownObject } from './graphError.ts'
import { misbehave } from './misbehave.ts'
import { pagesOf, type Page, type Seller } from './seller.ts'
import type { SellerBook } from './sellerBook.ts'
import type { Stage } from './stage.ts'
import type { Tokens } from './tokens.ts'

const PAGES_PER_RESULT = 2
const SUBSCRIBABLE_FIELDS = ['comments', 'live_comments', 'messages', 'mentions', 'feed']

interface Deps {
  appId: string
  dialect: Dialect
  sellers: SellerBook
  tokens: Tokens
  faults: FaultBook
  stage: Stage
  /** Base address of these routes, for links to further result pages. */
  graphUrl: () => string
}

/** The calls that a connected app makes: pages, profile, subscription, replies. Tokens come in the header only. */
export function addGraphRoutes(router: Router, deps: Deps): void {
  const { dialect, sellers, tokens, faults, stage } = deps

  const bearer = (context: Context): Seller => {
    const token = /^Bearer (\S+)$/.exec(context.get('authorization'))?.[1]
    if (token === undefined) throw tokenRefused('An access token is required, in the Authorization header')
    const claims = tokens.read(token)
    const seller = sellers.byId(claims.sellerId)
    if (seller === undefined || claims.kind === 'code' || claims.issuedAt < seller.tokensValidFrom) {
      throw tokenRefused('Error validating access token: The session has been invalidated')
    }
    return seller
  }

  const ownPage = (context: Context): Seller => {
    const seller = bearer(context)
    const id = idOf(context)
    if (!pagesOf(seller).some((page) => page.id === id)) throw unknownObject(id)
    return seller
  }

  router.get('/graph/me/accounts', misbehave(faults, 'accounts'), (context) => {
    const seller = bearer(context)
    const pages = pagesOf(seller)
    const after = Number(context.query.after ?? 0)
    const end = after + PAGES_PER_RESULT
    context.body = {
      data: pages.slice(after, end).map((page) => pageBody(page, dialect, tokens.issue('page', seller.id))),
      ...(end < pages.length
        ? {
            paging: {
              cursors: { after: String(end) },
              next: `${deps.graphUrl()}/me/accounts?${nextQuery(context, end)}`,
            },
          }
        : {}),
    }
  })

  router.get('/graph/:id/subscribed_apps', misbehave(faults, 'subscribe'), (context) => {
    const { subscribedFields } = ownPage(context)
    context.body = {
      data: subscribedFields.length > 0 ? [{ id: deps.appId, subscribed_fields: subscribedFields }] : [],
    }
  })

  router.post('/graph/:id/subscribed_apps', misbehave(faults, 'subscribe'), (context) => {
    const seller = ownPage(context)
    const fields = parameter(context, 'subscribed_fields').split(',')
    const unknown = fields.find((field) => !SUBSCRIBABLE_FIELDS.includes(field))
    if (unknown !== undefined) {
      throw new GraphError(
        400,
        GRAPH_CODES.parameter,
        `Param subscribed_fields must be known fields, got "${unknown}"`,
      )
    }
    sellers.change(seller, { subscribedFields: fields })
    context.body = { success: true }
  })

  router.delete('/graph/:id/subscribed_apps', misbehave(faults, 'subscribe'), (context) => {
    sellers.change(ownPage(context), { subscribedFields: [] })
    context.body = { success: true }
  })

  router.post('/graph/:id/replies', misbehave(faults, 'reply'), (context) => {
    const commentId = idOf(context)
    const reply = stage.reply(bearer(context).accountId, commentId, parameter(context, 'message'))
    if (reply === null) throw unknownObject(commentId)
    context.body = { id: reply.id }
  })

  // Live comments cannot be answered in public on every platform of this family; a private message serves instead.
  router.post('/graph/:id/messages', misbehave(faults, 'reply'), (context) => {
    const commentId = nestedText(context.request.body, 'recipient', 'comment_id')
    const message = nestedText(context.request.body, 'message', 'text')
    const seller = bearer(context)
    const reply = stage.reply(seller.accountId, commentId, message)
    if (reply === null) throw unknownObject(commentId)
    context.body = { recipient_id: seller.accountId, message_id: reply.id }
  })

  router.get('/graph/:id', misbehave(faults, 'profile'), (context) => {
    const seller = bearer(context)
    const id = idOf(context)
    if (id === seller.accountId) context.body = { id, username: seller.username }
    else if (id === 'me' || id === seller.id) context.body = { id: seller.id, name: seller.name }
    else throw unknownObject(id)
  })
}

const idOf = (context: Context): string => (context as { params?: { id?: string } }).params?.id ?? ''

const pageBody = (page: Page, dialect: Dialect, token: string): Record<string, unknown> => ({
  id: page.id,
  name: page.name,
  access_token: token,
  ...(page.accountId === null ? {} : { [dialect.accountField]: { id: page.accountId } }),
})

const nextQuery = (context: Context, after: number): string => {
  const query = new URLSearchParams(context.querystring)
  query.set('after', String(after))
  return query.toString()
}

/** A parameter of a POST, from its form or JSON body or from its query, as the platform takes either. */
function parameter(context: Context, name: string): string {
  const body: unknown = context.request.body
  const inBody =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
  const value = inBody ?? context.query[name]
  const text = Array.isArray(value) ? value.join(',') : value
  if (typeof text !== 'string' || text === '') {
    throw new GraphError(400, GRAPH_CODES.parameter, `The parameter ${name} is required`)
  }
  return text
}

function nestedText(body: unknown, outer: string, inner: string): string {
  const record = (value: unknown): Record<string, unknown> =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const value = record(record(body)[outer])[inner]
  if (typeof value !== 'string' || value === '') {
    throw new GraphError(400, GRAPH_CODES.parameter, `The parameter ${outer}[${inner}] is required`)
  }
  return value
}
