import { Delivery, DeliveryAttempt } from '../../../persistence/entities/index.ts'
import { AppError } from '../../../runtime/errors.ts'
import { isId } from '../../../runtime/ids.ts'
import { cursorField, limitField, pageOfRows, pageRequest } from '../paging.ts'
import { presentAttempt, presentDelivery } from '../present/deliveries.ts'
import { route } from '../route.ts'
import { choice, fields, maybe, pageOf, uuid } from '../schemas/fields.ts'
import { deliveryDetailShape, deliveryShape } from '../schemas/deliveries.ts'
import type { RouteServices } from '../Services.ts'

const kind = () => choice('webhook', 'reply')
const status = () => choice('pending', 'delivered', 'failed', 'cancelled')

const detailOf = (services: RouteServices, tenantId: string, id: string | undefined) =>
  services.database.asTenant(tenantId, async ({ em }) => {
    const delivery = isId(id) ? await em.findOne(Delivery, { id, tenantId }) : null
    if (delivery === null) throw new AppError('delivery_not_found')
    const where = { deliveryId: delivery.id, tenantId }
    const attempts = await em.find(DeliveryAttempt, where, { orderBy: { number: 'asc' } })
    return {
      ...presentDelivery(delivery),
      payload: delivery.payload,
      tries: attempts.map(presentAttempt),
    }
  })

export const deliveryRoutes = [
  route({
    method: 'GET',
    path: '/webhook-deliveries',
    tag: 'Webhooks',
    summary: 'Outbound webhooks and auto-replies, newest first',
    query: fields({
      kind: maybe(kind()),
      status: maybe(status()),
      limit: limitField(),
      cursor: cursorField(),
    }),
    response: pageOf(deliveryShape),
    errors: ['validation_error'],
    async handle({ tenantId, query, services }) {
      const page = pageRequest(query)
      const rows = await services.database.asTenant(tenantId, ({ em }) =>
        em.find(
          Delivery,
          {
            tenantId,
            ...(query.kind === undefined ? {} : { kind: query.kind }),
            ...(query.status === undefined ? {} : { status: query.status }),
            ...(isId(page.after) ? { id: { $lt: page.after } } : {}),
          },
          { orderBy: { id: 'desc' }, limit: page.limit + 1 },
        ),
      )
      return pageOfRows(rows, page, (row) => row.id, presentDelivery)
    },
  }),
  route({
    method: 'GET',
    path: '/webhook-deliveries/:id',
    tag: 'Webhooks',
    summary: 'One delivery: what is sent, and every try with its headers, answer and duration',
    response: deliveryDetailShape,
    errors: ['delivery_not_found'],
    handle: ({ tenantId, params, services }) => detailOf(services, tenantId, params.id),
  }),
  route({
    method: 'POST',
    path: '/webhook-deliveries/:id/redeliver',
    tag: 'Webhooks',
    summary: 'Send a webhook once more, under its old id',
    body: fields({}),
    response: deliveryDetailShape,
    errors: ['validation_error', 'delivery_not_found'],
    async handle({ tenantId, params, services }) {
      await services.outbound.webhooks.redeliver(tenantId, params.id ?? '')
      return detailOf(services, tenantId, params.id)
    },
  }),
  route({
    method: 'POST',
    path: '/tenant/webhook-test',
    tag: 'Webhooks',
    summary: 'Send a ping to the webhook address now',
    status: 202,
    body: fields({}),
    response: fields({ deliveryId: uuid() }),
    errors: ['validation_error'],
    async handle({ tenantId, services }) {
      return { deliveryId: await services.outbound.webhooks.ping(tenantId) }
    },
  }),
]
