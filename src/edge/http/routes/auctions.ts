import { minor } from '../../../../machines/money.ts'
import { AuctionItem, Bid, bidsOf, Product, Viewer } from '../../../persistence/entities/index.ts'
import type { TenantScope } from '../../../persistence/tenantScope.ts'
import { AppError } from '../../../runtime/errors.ts'
import { isId } from '../../../runtime/ids.ts'
import { itemLog } from '../queries/itemLog.ts'
import { CURSORS, cursorField, limitField, pageOfRows, pageRequest } from '../paging.ts'
import { presentBid, presentItem } from '../present/index.ts'
import { route } from '../route.ts'
import {
  anyId,
  choice,
  fields,
  listOf,
  maybe,
  money,
  orNull,
  pageOf,
  text,
  whole,
} from '../schemas/fields.ts'
import { validated } from '../schemas/validate.ts'
import {
  bidWithUserShape,
  closedItemShape,
  itemEventShape,
  itemShape,
  listedItemShape,
} from '../schemas/resources.ts'

const DAY_SECONDS = 86_400
/** Highest bids shown in the answer to a close. */
const TOP_BIDS = 10
const STATUSES = ['active', 'countdown', 'sold', 'cancelled'] as const

async function ownItem({ em }: TenantScope, tenantId: string, id: string | undefined) {
  const item = isId(id) ? await em.findOne(AuctionItem, { id, tenantId }) : null
  if (item === null) throw new AppError('item_not_found')
  return item
}

/** A command on a running item: what is no id at all cannot be one. */
function requireId(id: string | undefined): string {
  if (!isId(id)) throw new AppError('auction_not_found')
  return id
}

async function withProduct(scope: TenantScope, tenantId: string, id: string | undefined) {
  const item = await ownItem(scope, tenantId, id)
  const product = await scope.em.findOneOrFail(Product, { id: item.productId, tenantId })
  const { name, imageUrl, stockQuantity } = product
  return { ...presentItem(item), product: { name, imageUrl, stockQuantity } }
}

/** `seconds` alone decides about the contract's own error; any other field is an ordinary validation error. */
function extendSeconds(body: unknown): void {
  const { seconds, ...rest } =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {}
  validated(rest, fields({}))
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 1 || seconds > DAY_SECONDS) {
    throw new AppError('invalid_seconds')
  }
}

export const auctionRoutes = [
  route({
    method: 'POST',
    path: '/auctions/activate',
    tag: 'Auctions',
    summary: 'Put a product on offer in a live session',
    status: 201,
    body: fields({
      productId: anyId(),
      liveSessionId: anyId(),
      mode: choice('auction', 'fixed_price'),
      startingPrice: money(minor(0)),
      minBidIncrement: maybe(orNull(money(minor(1)))),
      timeLimitSeconds: maybe(orNull(whole(0, DAY_SECONDS))),
    }),
    response: listedItemShape,
    errors: ['validation_error', 'session_not_live', 'product_not_found', 'auction_running'],
    async handle({ tenantId, body, services }) {
      const { productId, liveSessionId, mode, startingPrice } = body
      if (!isId(liveSessionId)) throw new AppError('session_not_live')
      const id = await services.engine.activate({
        tenantId,
        // The session is judged first; a product that cannot exist is looked for under an id that nothing has.
        productId: isId(productId) ? productId : '00000000-0000-0000-0000-000000000000',
        liveSessionId,
        mode,
        startingPrice,
        minBidIncrement: body.minBidIncrement ?? null,
        timeLimitSeconds: body.timeLimitSeconds === 0 ? null : (body.timeLimitSeconds ?? null),
      })
      return services.database.asTenant(tenantId, (scope) => withProduct(scope, tenantId, id))
    },
  }),
  route({
    method: 'PUT',
    path: '/auctions/:id/close',
    tag: 'Auctions',
    summary: 'Close a running item',
    response: closedItemShape,
    errors: ['auction_not_found'],
    async handle({ tenantId, params, services }) {
      const itemId = requireId(params.id)
      await services.engine.close({ tenantId, itemId })
      return services.database.asTenant(tenantId, async (scope) => {
        const { product, ...item } = await withProduct(scope, tenantId, itemId)
        const bids = await scope.em.find(Bid, bidsOf(await ownItem(scope, tenantId, itemId)), {
          orderBy: [{ amount: 'desc' }, { commentPosition: 'asc' }],
          limit: TOP_BIDS,
        })
        return { ...item, product: { name: product.name }, bids: bids.map(presentBid) }
      })
    },
  }),
  route({
    method: 'PUT',
    path: '/auctions/:id/extend',
    tag: 'Auctions',
    summary: 'Give a running item more time',
    body: fields({ seconds: whole(1, DAY_SECONDS) }),
    response: itemShape,
    errors: ['validation_error', 'invalid_seconds', 'auction_not_found'],
    checkBody: extendSeconds,
    async handle({ tenantId, params, body, services }) {
      const itemId = requireId(params.id)
      await services.engine.extend({ tenantId, itemId, seconds: body.seconds })
      return services.database.asTenant(tenantId, async (scope) =>
        presentItem(await ownItem(scope, tenantId, itemId)),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/auctions',
    tag: 'Auctions',
    summary: 'Items, newest first, by session and status',
    query: fields({
      sessionId: maybe(anyId()),
      status: maybe(choice(...STATUSES)),
      limit: limitField(),
      cursor: cursorField(),
    }),
    response: pageOf(listedItemShape),
    errors: ['validation_error'],
    async handle({ tenantId, query, services }) {
      const page = pageRequest(query)
      const { sessionId, status } = query
      if (sessionId !== undefined && !isId(sessionId)) return { items: [], nextCursor: null }
      const { rows, products } = await services.database.asTenant(tenantId, async ({ em }) => {
        const rows = await em.find(
          AuctionItem,
          {
            tenantId,
            ...(sessionId === undefined ? {} : { liveSessionId: sessionId }),
            ...(status === undefined ? {} : { status }),
            ...(isId(page.after) ? { id: { $lt: page.after } } : {}),
          },
          { orderBy: { id: 'desc' }, limit: page.limit + 1 },
        )
        const ids = rows.map((row) => row.productId)
        return { rows, products: await em.find(Product, { tenantId, id: { $in: ids } }) }
      })
      const byId = new Map(
        products.map(({ id, name, imageUrl, stockQuantity }) => [id, { name, imageUrl, stockQuantity }]),
      )
      const noProduct = { name: '', imageUrl: '', stockQuantity: 0 }
      return pageOfRows(
        rows,
        page,
        (row) => row.id,
        (row) => ({ ...presentItem(row), product: byId.get(row.productId) ?? noProduct }),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/auctions/:id',
    tag: 'Auctions',
    summary: 'One item',
    response: listedItemShape,
    errors: ['item_not_found'],
    handle: ({ tenantId, params, services }) =>
      services.database.asTenant(tenantId, (scope) => withProduct(scope, tenantId, params.id)),
  }),
  route({
    method: 'GET',
    path: '/auctions/:id/bids',
    tag: 'Auctions',
    summary: 'Bids and claims of an item, newest first, with their viewers',
    response: listOf(bidWithUserShape),
    errors: ['item_not_found'],
    async handle({ tenantId, params, services }) {
      const { bids, users } = await services.database.asTenant(tenantId, async (scope) => {
        const { em } = scope
        const item = await ownItem(scope, tenantId, params.id)
        const bids = await em.find(Bid, bidsOf(item), { orderBy: { commentPosition: 'desc' } })
        const ids = [...new Set(bids.map((bid) => bid.userId))]
        return { bids, users: await em.find(Viewer, { tenantId, id: { $in: ids } }) }
      })
      const byId = new Map(
        users.map(({ id, socialUsername, displayName, trustScore }) => [
          id,
          { socialUsername, displayName, trustScore },
        ]),
      )
      return bids.map((bid) => ({
        ...presentBid(bid),
        user: byId.get(bid.userId) ?? {
          socialUsername: bid.socialUsername,
          displayName: bid.socialUsername,
          trustScore: 50,
        },
      }))
    },
  }),
  route({
    method: 'GET',
    path: '/auctions/:id/events',
    tag: 'Auctions',
    summary: 'The ordered log of an item: every command, timer and comment, and what was decided',
    query: fields({ limit: limitField(), cursor: maybe(text({ max: 200 })) }),
    response: pageOf(itemEventShape),
    errors: ['validation_error', 'item_not_found'],
    async handle({ tenantId, params, query, services }) {
      const page = pageRequest(query, CURSORS.logEntry)
      return services.database.asTenant(tenantId, async (scope) =>
        itemLog(scope.sql, await ownItem(scope, tenantId, params.id), page),
      )
    },
  }),
]
