import { EVENT_SCHEMAS } from '../../../protocol/eventSchemas.ts'
import { amount, fields, jsonSchemaOf, orNull, timestamp, uuid, words } from '../schemas/fields.ts'

const cartCreated = fields({
  id: uuid(),
  auctionItemId: uuid(),
  bidId: uuid(),
  productId: uuid(),
  productName: words(),
  amount: amount(),
  currency: words(),
  user: fields({
    id: uuid(),
    socialUsername: words(),
    displayName: words(),
    email: orNull(words()),
    externalUserId: orNull(words()),
  }),
})

const header = (name: string, description: string, schema: object) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', ...schema },
})

/** The Standard Webhooks specification. */
const HEADERS = [
  header('webhook-id', 'The same at every try: a repetition is known by it.', { minLength: 1 }),
  header('webhook-timestamp', 'When this try was sent, Unix seconds.', { pattern: '^\\d+$' }),
  header(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the webhook secret. ' +
      'Several, separated by spaces, while a replaced secret still counts: any one that matches is enough.',
    { pattern: '^v1,[A-Za-z0-9+/]+=*( v1,[A-Za-z0-9+/]+=*)*$' },
  ),
]

function webhook(type: string, summary: string, data: object) {
  const words = type.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return {
    post: {
      operationId: `on${words.join('')}`,
      tags: ['Webhooks'],
      summary,
      security: [],
      parameters: HEADERS,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { type: { const: type }, timestamp: jsonSchemaOf(timestamp()), data },
              required: ['type', 'timestamp', 'data'],
              additionalProperties: false,
            },
          },
        },
      },
      responses: {
        '2XX': { description: 'Taken. Anything else, or no answer within 15 seconds, is tried again later.' },
        410: { description: 'Gone: this delivery is not tried again.' },
      },
    },
  }
}

/** What the service posts to a tenant's `webhookUrl`, by type. */
export const shopWebhooks = {
  'auction.started': webhook('auction.started', 'An item is on offer', EVENT_SCHEMAS['auction.started']),
  'auction.ended': webhook(
    'auction.ended',
    'An item closed; the winner is absent when nobody won',
    EVENT_SCHEMAS['auction.ended'],
  ),
  'cart.created': webhook(
    'cart.created',
    'A claim was accepted; `id` is the cart event’s',
    jsonSchemaOf(cartCreated),
  ),
  ping: webhook('ping', 'A test that the seller asked for', jsonSchemaOf(fields({ id: uuid() }))),
}
