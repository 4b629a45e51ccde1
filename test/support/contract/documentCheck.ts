import type { IncomingHttpHeaders } from 'node:http'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Answer } from './Answer.ts'

interface Operation {
  responses: Record<string, { content?: Record<string, object>; headers?: Record<string, Header> }>
}
interface Header {
  $ref?: string
  required?: boolean
}
interface Parameter {
  name: string
  schema: object
}
interface OpenApi {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation> & { servers?: { url: string }[] }>
  webhooks: Record<string, { post: { parameters: Parameter[] } }>
  components: { headers: Record<string, Header> }
}
interface Checker {
  document: OpenApi
  ajv: Ajv2020
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const checkers = new Map<string, Promise<Checker>>()

async function readDocument(url: string): Promise<Checker> {
  const response = await fetch(`${url}/api/v1/openapi.json`)
  const document = (await response.json()) as OpenApi
  const ajv = new Ajv2020({
    allErrors: true,
    strictTypes: false,
    strictRequired: false,
    formats: { uuid: UUID, 'date-time': TIME, email: true, password: true, uri: true },
  })
  ajv.addVocabulary(Object.keys(document))
  ajv.addSchema(document, 'document')
  return { document, ajv }
}

const checkerOf = (url: string): Promise<Checker> => {
  const checker = checkers.get(url) ?? readDocument(url)
  checkers.set(url, checker)
  return checker
}

/**
 * Fails unless the service's own OpenAPI document promises exactly such an answer to this request.
 * `path` is the whole one, from the root of the service.
 */
export async function checkAgainstDocument(
  url: string,
  method: string,
  path: string,
  answer: Answer,
): Promise<void> {
  const { document, ajv } = await checkerOf(url)
  const what = `${method} ${path} → ${String(answer.status)} ${answer.text.slice(0, 300)}`
  const found = operationOf(document, method.toLowerCase(), path.split('?')[0] ?? '')
  if (found === undefined) {
    // What the document does not know must not exist.
    if (![404, 405].includes(answer.status)) throw new Error(`Undocumented: ${what}`)
    return
  }
  const [template, operation] = found
  const response = operation.responses[String(answer.status)]
  if (response === undefined) throw new Error(`Undocumented status: ${what}`)
  for (const [header, given] of Object.entries(response.headers ?? {})) {
    const { required } = document.components.headers[given.$ref?.split('/').at(-1) ?? ''] ?? given
    if (required === true && answer.headers.get(header) === null)
      throw new Error(`Without its header ${header}: ${what}`)
  }
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  if (response.content === undefined) return
  if (!Object.hasOwn(response.content, type)) throw new Error(`Undocumented type ${type}: ${what}`)
  if (type !== 'application/json') return
  const parts = [
    'paths',
    template,
    method.toLowerCase(),
    'responses',
    answer.status,
    'content',
    type,
    'schema',
  ]
  const matches = ajv.compile({ $ref: `document#/${parts.map(pointer).join('/')}` })
  if (!matches(answer.json)) throw new Error(`${ajv.errorsText(matches.errors)}: ${what}`)
}

/** Fails unless the service's own OpenAPI document promises exactly such a webhook to the shop. */
export async function checkWebhookAgainstDocument(
  url: string,
  { headers, body }: { headers: IncomingHttpHeaders; body: string },
): Promise<void> {
  const { document, ajv } = await checkerOf(url)
  const sent = JSON.parse(body) as { type: string }
  const operation = document.webhooks[sent.type]?.post
  if (operation === undefined) throw new Error(`Undocumented webhook: ${body}`)
  for (const { name, schema } of operation.parameters) {
    if (!ajv.validate(schema, headers[name])) throw new Error(`${name} is ${String(headers[name])}: ${body}`)
  }
  const parts = ['webhooks', sent.type, 'post', 'requestBody', 'content', 'application/json', 'schema']
  const matches = ajv.compile({ $ref: `document#/${parts.map(pointer).join('/')}` })
  if (!matches(sent)) throw new Error(`${ajv.errorsText(matches.errors)}: ${body}`)
}

/** The operation that a path leads to; literal parts go before parameters. */
function operationOf(
  { paths, servers }: OpenApi,
  method: string,
  path: string,
): [template: string, operation: Operation] | undefined {
  const fitting = Object.entries(paths).flatMap(([template, operations]): [string, Operation][] => {
    const prefix = (operations.servers ?? servers)[0]?.url.replace(/\/$/, '') ?? ''
    const pattern = new RegExp(
      `^${prefix}${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`,
    )
    const operation = operations[method]
    return operation !== undefined && pattern.test(path) ? [[template, operation]] : []
  })
  return fitting.sort(([a], [b]) => a.split('{').length - b.split('{').length)[0]
}

const pointer = (part: string | number): string =>
  encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))
