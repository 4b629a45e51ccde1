import { ERRORS, type ErrorCode } from '../../../runtime/errors.ts'
import { takesIdempotencyKey, type Route } from '../route.ts'
import { jsonSchemaOf, type AnyStruct } from '../schemas/fields.ts'
import { withReferences } from './components.ts'

const json = (schema: object) => ({ 'application/json': { schema } })

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
/** On every answer. */
const HEADERS = {
  'X-Request-Id': header('RequestId'),
  'RateLimit-Limit': header('RateLimitLimit'),
  'RateLimit-Remaining': header('RateLimitRemaining'),
  'RateLimit-Reset': header('RateLimitReset'),
}
const ETAG = { ETag: header('ETag') }
/** Beside these on failures, by status. */
const FAILURE_HEADERS: Partial<Record<number, object>> = {
  401: { 'WWW-Authenticate': header('WwwAuthenticate') },
  429: { 'Retry-After': header('RetryAfter') },
  503: { 'Retry-After': header('RetryAfter') },
}

/** `/auctions/:id/close` → `/auctions/{id}/close`. */
export const documentPath = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

/** What the document says of one route. */
export function operation(route: Route): object {
  const { tag, summary, body } = route
  return {
    operationId: operationId(route),
    tags: [tag],
    summary,
    security: securityOf(route),
    parameters: parametersOf(route),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: json(withReferences(jsonSchemaOf(body))) } }),
    responses: responsesOf(route),
  }
}

/** `GET /auctions/:id/bids` → `getAuctionsByIdBids`. */
const operationId = ({ method, path }: Route): string =>
  [method.toLowerCase(), ...path.replaceAll(/:(\w+)/g, 'by-$1').split(/[^a-zA-Z]+/)]
    .filter((word) => word !== '')
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')

function securityOf({ auth }: Route): object[] {
  if (auth === 'none') return []
  return [{ bearer: [] }, { apiKey: [] }, ...(auth === 'browser' ? [{ session: [] }] : [])]
}

function parametersOf(route: Route): object[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const key = takesIdempotencyKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []
  return [...inPath, ...queryParameters(route.query ?? route.looseQuery), ...key]
}

function queryParameters(struct: AnyStruct | undefined): object[] {
  if (struct === undefined) return []
  const { properties = {}, required = [] } = jsonSchemaOf(struct)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function responsesOf(route: Route): Record<string, object> {
  const { response, status, method } = route
  const success =
    response === undefined
      ? {
          302: {
            description: 'Sends the browser on',
            headers: { ...HEADERS, Location: { schema: { type: 'string' } } },
          },
        }
      : {
          [status]: {
            description: 'Done',
            headers: { ...HEADERS, ...(method === 'GET' ? ETAG : {}) },
            content: json({
              type: 'object',
              properties: { success: { const: true }, data: withReferences(jsonSchemaOf(response)) },
              required: ['success', 'data'],
              additionalProperties: false,
            }),
          },
          ...(method === 'GET' ? { 304: { description: 'Unchanged', headers: HEADERS } } : {}),
        }
  return { ...success, ...failuresOf(route) }
}

/** Failures by status; several codes may share one. */
function failuresOf(route: Route): Record<string, object> {
  const byStatus = Map.groupBy(new Set(errorsOf(route)), (code) => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('  \n'),
        headers: { ...HEADERS, ...FAILURE_HEADERS[status] },
        content: json({
          allOf: [
            { $ref: '#/components/schemas/Failure' },
            { properties: { error: { properties: { status: { const: status }, code: { enum: codes } } } } },
          ],
        }),
      },
    ]),
  )
}

/** A route's own errors and those that follow from how it is mounted. */
const errorsOf = (route: Route): ErrorCode[] => [
  ...route.errors,
  ...(route.auth === 'none' ? [] : (['authentication_required'] as const)),
  ...(route.query === undefined && route.body === undefined ? [] : (['validation_error'] as const)),
  ...(route.method === 'GET'
    ? []
    : (['validation_error', 'malformed_json', 'body_too_large', 'unsupported_media_type'] as const)),
  ...(takesIdempotencyKey(route) ? (['idempotency_in_progress', 'idempotency_mismatch'] as const) : []),
  'too_many_requests',
  'internal_error',
  'overloaded',
]
