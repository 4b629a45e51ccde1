import { ERRORS } from '../../../runtime/errors.ts'
import { deliveryDetailShape, deliveryShape } from '../schemas/deliveries.ts'
import { jsonSchemaOf, type JsonSchema } from '../schemas/fields.ts'
import * as resources from '../schemas/resources.ts'

/** Shapes that the document names; every other one stands where it is used. */
const NAMED = {
  Product: resources.productShape,
  LiveSession: resources.sessionShape,
  AuctionItem: resources.itemShape,
  ListedAuctionItem: resources.listedItemShape,
  ClosedAuctionItem: resources.closedItemShape,
  Bid: resources.bidShape,
  BidWithUser: resources.bidWithUserShape,
  Viewer: resources.viewerShape,
  ListedViewer: resources.listedViewerShape,
  CartEvent: resources.cartEventShape,
  Comment: resources.commentShape,
  ItemEvent: resources.itemEventShape,
  Me: resources.meShape,
  Tenant: resources.tenantShape,
  Delivery: deliveryShape,
  DeliveryDetail: deliveryDetailShape,
}

const nameOf = new Map(Object.entries(NAMED).map(([name, struct]) => [jsonSchemaOf(struct), name]))

/** The same schema with a reference in place of every shape that has a name. */
export function withReferences(schema: JsonSchema): JsonSchema {
  const name = nameOf.get(schema)
  return name === undefined ? inside(schema) : { $ref: `#/components/schemas/${name}` }
}

function inside(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf } = schema
  return {
    ...schema,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [name, withReferences(one)]),
          ),
        }),
    ...(items === undefined ? {} : { items: withReferences(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(withReferences) }),
  }
}

const failure = {
  type: 'object',
  description: 'What every failure looks like.',
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      properties: {
        status: { type: 'integer', minimum: 400, maximum: 599 },
        code: { type: 'string', enum: Object.keys(ERRORS) },
        message: { type: 'string' },
        details: {
          type: 'object',
          description: 'Bad field → what is wrong with it. Names every bad field at once.',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
      },
      required: ['status', 'code', 'message'],
      additionalProperties: false,
    },
  },
  required: ['success', 'error'],
  additionalProperties: false,
}

export const components = {
  schemas: {
    ...Object.fromEntries(
      Object.entries(NAMED).map(([name, struct]) => [name, inside(jsonSchemaOf(struct))]),
    ),
    Failure: failure,
  },
  headers: {
    RequestId: {
      description: 'Names this request in the log of the service.',
      required: true,
      schema: { type: 'string' },
    },
    ETag: {
      description: 'Send it back as `If-None-Match`: an unchanged answer is 304 without a body.',
      required: true,
      schema: { type: 'string' },
    },
    RateLimitLimit: {
      description: 'How many requests the budget holds; where limits are on.',
      schema: { type: 'integer' },
    },
    RateLimitRemaining: { description: 'How many of them are left.', schema: { type: 'integer' } },
    RateLimitReset: { description: 'Seconds until the budget is whole again.', schema: { type: 'integer' } },
    RetryAfter: {
      description: 'Seconds to wait before trying again.',
      required: true,
      schema: { type: 'integer' },
    },
    WwwAuthenticate: {
      description: 'The schemes that are taken.',
      required: true,
      schema: { type: 'string' },
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'The same key with the same request within 24 hours returns the first answer again, and nothing happens twice.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  },
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token.' },
    apiKey: { type: 'http', scheme: 'basic', description: 'User: the API key. Password: the API secret.' },
    session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'The dashboard’s own cookie.' },
  },
}
