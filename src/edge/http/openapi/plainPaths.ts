const plain = (description: string) => ({
  description,
  headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
  content: { 'text/plain': { schema: { type: 'string' } } },
})
const failure = (description: string) => ({
  description,
  headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
})
const query = (name: string) => ({ name, in: 'query', schema: { type: 'string' } })

/** What stands outside the route table, since it is not wrapped in the envelope. */
const inboundWebhook = {
  get: {
    operationId: 'verifyWebhook',
    tags: ['Inbound webhook'],
    summary: 'The platform verifies the subscription',
    security: [],
    parameters: [query('hub.mode'), query('hub.verify_token'), query('hub.challenge')],
    responses: {
      200: plain('The challenge'),
      403: plain('`Forbidden`: another mode or token'),
      500: failure('Internal error'),
    },
  },
  post: {
    operationId: 'receiveWebhook',
    tags: ['Inbound webhook'],
    summary: 'The platform delivers comments; acknowledged once they are stored',
    security: [],
    parameters: [
      {
        name: 'X-Hub-Signature-256',
        in: 'header',
        description: '`sha256=` and the hex HMAC-SHA256 of the body under the app secret',
        schema: { type: 'string' },
      },
    ],
    requestBody: { required: true, content: { 'application/json': { schema: {} } } },
    responses: {
      200: plain('`EVENT_RECEIVED`'),
      400: failure('Malformed JSON'),
      403: plain('`Invalid signature`'),
      413: failure('Request body too large'),
      500: failure('Internal error'),
      503: failure('Too many comments wait, or the storage is away: deliver again later'),
    },
  },
}

const document = (operationId: string, summary: string) => ({
  get: {
    operationId,
    tags: ['Documents'],
    summary,
    security: [],
    responses: {
      200: { description: 'The document', content: { 'application/json': { schema: { type: 'object' } } } },
      304: { description: 'Unchanged' },
      429: failure('Too many requests'),
    },
  },
})

const realTimeDoor = {
  get: {
    operationId: 'openSocket',
    tags: ['Real-time events'],
    summary: 'Upgrade to the WebSocket of real-time events',
    description:
      'Offer the subprotocols `live-commerce.v1` and `bearer.<accessToken>`, or send the token as first message. ' +
      'Messages and close codes are told by the AsyncAPI document.',
    externalDocs: { description: 'AsyncAPI document', url: '/api/v1/asyncapi.json' },
    security: [],
    parameters: [
      {
        name: 'since',
        in: 'query',
        description: 'Id of the last event seen: what was missed is sent first',
        schema: { type: 'string', pattern: '^\\d{1,15}$' },
      },
    ],
    responses: {
      101: { description: 'Switching to the WebSocket' },
      400: { description: 'No WebSocket handshake, or a `since` that is no event id' },
      403: { description: 'A page of an origin that is not allowed' },
      426: failure('`upgrade_required`: asked for without an upgrade'),
      429: failure('Too many requests'),
      503: { description: 'Stopping, or too many connections that did not authenticate' },
    },
  },
}

/** Beside the API, from the root of the service. */
const probe = (operationId: string, summary: string, responses: object) => ({
  servers: [{ url: '/' }],
  get: { operationId, tags: ['Operation'], summary, security: [], responses },
})

/** Paths outside the route table, below the API's prefix but for the probes. */
export const plainPaths = {
  '/webhooks/social': inboundWebhook,
  '/ws': realTimeDoor,
  '/openapi.json': document('openApiDocument', 'This document'),
  '/asyncapi.json': document('asyncApiDocument', 'The AsyncAPI document of the real-time events'),
  '/healthz': probe('health', 'Whether the process answers', { 200: plain('`ok`') }),
  '/readyz': probe('readiness', 'Whether the service can decide and store now', {
    200: plain('`ready`'),
    503: plain('`not ready: ` and what is missing; `starting` while the service takes up its work'),
  }),
  '/metrics': probe('metrics', 'Figures for Prometheus', { 200: plain('Prometheus text format') }),
}
