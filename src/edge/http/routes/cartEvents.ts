import { CartEvent } from '../../../persistence/entities/index.ts'
import { AppError } from '../../../runtime/errors.ts'
import { isId } from '../../../runtime/ids.ts'
import { cursorField, limitField, pageOfRows, pageRequest } from '../paging.ts'
import { presentCartEvent } from '../present/index.ts'
import { route } from '../route.ts'
import { choice, fields, maybe, pageOf } from '../schemas/fields.ts'
import { cartEventShape } from '../schemas/resources.ts'

const status = () => choice('pending', 'completed', 'cancelled')

export const cartEventRoutes = [
  route({
    method: 'GET',
    path: '/cart-events',
    tag: 'Cart events',
    summary: 'Accepted claims on their way into carts, newest first',
    query: fields({ status: maybe(status()), limit: limitField(), cursor: cursorField() }),
    response: pageOf(cartEventShape),
    errors: ['validation_error'],
    async handle({ tenantId, query, services }) {
      const page = pageRequest(query)
      const rows = await services.database.asTenant(tenantId, ({ em }) =>
        em.find(
          CartEvent,
          {
            tenantId,
            ...(query.status === undefined ? {} : { status: query.status }),
            ...(isId(page.after) ? { id: { $lt: page.after } } : {}),
          },
          { orderBy: { id: 'desc' }, limit: page.limit + 1 },
        ),
      )
      return pageOfRows(rows, page, (row) => row.id, presentCartEvent)
    },
  }),
  route({
    method: 'PUT',
    path: '/cart-events/:id',
    tag: 'Cart events',
    summary: 'Settle a cart event: pending to completed or cancelled',
    body: fields({ status: choice('completed', 'cancelled') }),
    response: cartEventShape,
    errors: ['validation_error', 'cart_event_not_found', 'cart_event_settled'],
    async handle({ tenantId, params, body, services }) {
      const { id } = params
      if (!isId(id)) throw new AppError('cart_event_not_found')
      const updatedAt = new Date(services.clock.now())
      const cartEvent = await services.database.asTenant(tenantId, async ({ em }) => {
        // One statement, so that of two settlements at once only one wins; saying the same again changes nothing.
        await em.nativeUpdate(
          CartEvent,
          { id, tenantId, status: 'pending' },
          { status: body.status, updatedAt },
        )
        return em.findOne(CartEvent, { id, tenantId })
      })
      if (cartEvent === null) throw new AppError('cart_event_not_found')
      if (cartEvent.status !== body.status) throw new AppError('cart_event_settled')
      return presentCartEvent(cartEvent)
    },
  }),
]
