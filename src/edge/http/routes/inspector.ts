import { AppError } from '../../../runtime/errors.ts'
import type { ItemInspector } from '../ItemInspector.ts'
import { isId } from '../../../runtime/ids.ts'
import { cursorField, limitField, pageOfRows, pageRequest } from '../paging.ts'
import { route } from '../route.ts'
import type { RouteServices } from '../Services.ts'
import {
  amount,
  anything,
  choice,
  fields,
  maybe,
  orNull,
  pageOf,
  text,
  timestamp,
  uuid,
  words,
} from '../schemas/fields.ts'

const itemShape = fields({
  id: uuid(),
  tenantId: uuid(),
  shopName: words(),
  productName: words(),
  mode: choice('auction', 'fixed_price'),
  status: choice('active', 'countdown', 'sold', 'cancelled'),
  price: amount(),
  activatedAt: timestamp(),
  closedAt: orNull(timestamp()),
})

/** @throws AppError `not_found` where debug pages are off */
function inspectorOf({ inspector }: RouteServices): ItemInspector {
  if (inspector == null) throw new AppError('not_found')
  return inspector
}

export const inspectorRoutes = [
  route({
    method: 'GET',
    path: '/inspector/items',
    tag: 'Inspector',
    summary: 'Items to look into, newest first, by product name, id and state',
    query: fields({
      search: maybe(text({ max: 200 })),
      status: maybe(choice('active', 'countdown', 'sold', 'cancelled')),
      limit: limitField(),
      cursor: cursorField(),
    }),
    response: pageOf(itemShape),
    errors: ['validation_error', 'not_found'],
    async handle({ tenantId, query, services }) {
      const inspector = inspectorOf(services)
      const page = pageRequest(query)
      const rows = await inspector.items(tenantId, {
        search: query.search ?? null,
        status: query.status ?? null,
        after: isId(page.after) ? page.after : null,
        limit: page.limit + 1,
      })
      return pageOfRows(
        rows,
        page,
        (row) => row.id,
        (row) => row,
      )
    },
  }),
  route({
    method: 'GET',
    path: '/inspector/items/:id/recording',
    tag: 'Inspector',
    summary: 'All that an item was told and decided, to be decided again anywhere',
    response: anything(),
    errors: ['not_found', 'item_not_found', 'recording_too_large'],
    async handle({ tenantId, params, services }) {
      const inspector = inspectorOf(services)
      const recording = isId(params.id) ? await inspector.recording(tenantId, params.id) : undefined
      if (recording === undefined) throw new AppError('item_not_found')
      return { ...recording }
    },
  }),
]
