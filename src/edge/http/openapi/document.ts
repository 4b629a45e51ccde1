import { components } from './components.ts'
import { documentPath, operation } from './operation.ts'
import { plainPaths } from './plainPaths.ts'
import { shopWebhooks } from './shopWebhooks.ts'
import { TAGS } from './tags.ts'
import type { Route } from '../route.ts'

export const OPENAPI_VERSION = '3.1.0'

const INFO = {
  title: 'Live-Commerce Auctions',
  version: '1',
  summary: 'Sell products during live video: comments become bids and claims.',
  description: [
    'Success is `{ "success": true, "data": … }`, failure `{ "success": false, "error": { status, code, message, details? } }`.',
    'Amounts are numbers with at most two decimals, times RFC 3339 in UTC, ids UUIDs.',
    'Lists that page take `limit` and `cursor`, and return `nextCursor`, null on the last page.',
    'Real-time events travel a WebSocket, described by [the AsyncAPI document](/api/v1/asyncapi.json).',
  ].join('\n\n'),
  license: { name: 'MIT', identifier: 'MIT' },
}

/** The OpenAPI 3.1 document of the route table, whose paths stand below `prefix`. */
export function openApiDocument(routes: readonly Route[], prefix: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = documentPath(route.path)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: OPENAPI_VERSION,
    info: INFO,
    // Relative, so that it is right behind any proxy.
    servers: [{ url: prefix }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: { ...paths, ...plainPaths },
    webhooks: shopWebhooks,
    components,
  }
}
