import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { send } from '@koa/send'
import type { Context, Middleware } from 'koa'
import { requireRead } from '../requireRead.ts'

export const DOCUMENT_PATH = '/api/v1/openapi.json'
const PAGE_PATH = '/docs'

/** The page's library as installed: nothing is fetched from anywhere else, so the page works offline. */
const LIBRARY = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
const LIBRARY_FILES: readonly string[] = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']
const DAY_MS = 24 * 60 * 60 * 1_000

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API · Live-Commerce Auctions</title>
    <link rel="icon" href="${PAGE_PATH}/favicon-32x32.png">
    <link rel="stylesheet" href="${PAGE_PATH}/swagger-ui.css">
  </head>
  <body>
    <main id="document"></main>
    <script src="${PAGE_PATH}/swagger-ui-bundle.js"></script>
    <script src="${PAGE_PATH}/start.js"></script>
  </body>
</html>
`

const START = `SwaggerUIBundle({
  url: '${DOCUMENT_PATH}',
  domNode: document.getElementById('document'),
  deepLinking: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  filter: true,
  docExpansion: 'list',
  validatorUrl: null,
})
`

/** Serves the OpenAPI document and, at `/docs`, a page to read and try it. */
export function docs(document: object): Middleware {
  const text = JSON.stringify(document)
  const texts = new Map<string, readonly [type: string, body: string]>([
    [DOCUMENT_PATH, ['application/json; charset=utf-8', text]],
    [PAGE_PATH, ['text/html; charset=utf-8', PAGE]],
    [`${PAGE_PATH}/start.js`, ['text/javascript; charset=utf-8', START]],
  ])
  return async (ctx, next) => {
    const own = texts.get(ctx.path)
    const file = ctx.path.startsWith(`${PAGE_PATH}/`) ? ctx.path.slice(PAGE_PATH.length + 1) : ''
    const isLibrary = LIBRARY_FILES.includes(file)
    if (own !== undefined || isLibrary) requireRead(ctx)
    if (own !== undefined) answer(ctx, ...own)
    else if (isLibrary) await send(ctx, file, { root: LIBRARY, maxage: DAY_MS })
    else await next()
  }
}

function answer(ctx: Context, type: string, body: string): void {
  ctx.set('Content-Security-Policy', POLICY)
  ctx.set('X-Content-Type-Options', 'nosniff')
  ctx.set('Cache-Control', 'no-cache')
  ctx.type = type
  ctx.body = body
}
