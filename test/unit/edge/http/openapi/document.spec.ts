import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { API_PREFIX } from '../../../../../src/edge/http/mountRoutes.ts'
import { openApiDocument } from '../../../../../src/edge/http/openapi/document.ts'
import { documentPath } from '../../../../../src/edge/http/openapi/operation.ts'
import { routes } from '../../../../../src/edge/http/routes/index.ts'
import { ERRORS } from '../../../../../src/runtime/errors.ts'

interface Operation {
  operationId: string
  tags: string[]
  requestBody?: { content: Record<string, { schema: object }> }
  security: Record<string, string[]>[]
  responses: Record<string, { description: string }>
}

describe('OpenAPI document', () => {
  const document = openApiDocument(routes, API_PREFIX)
  const paths = document.paths as unknown as Record<string, Record<string, Operation>>
  const operations = Object.values(paths).flatMap(({ servers: _, ...path }) => Object.values(path))
  const operationOf = (method: string, path: string): Operation => {
    const found = paths[path]?.[method]
    if (found === undefined) throw new Error(`The document lacks ${method} ${path}`)
    return found
  }

  it('has an operation for every route, and for what stands beside them', () => {
    for (const { method, path } of routes) operationOf(method.toLowerCase(), documentPath(path))
    expect(operations).to.have.length(routes.length + 8)
  })

  it('says what each group is about, and has none without operations', () => {
    const used = new Set(operations.flatMap(({ tags }) => tags))
    expect(document.tags.map(({ name }) => name).sort()).to.deep.equal([...used].sort())
  })

  it('names every operation once', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).to.equal(ids.length)
  })

  it('points only at parts that it has', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path)
    expect(references).to.include('components/schemas/Product')
    for (const reference of new Set(references)) {
      const target = (reference ?? '')
        .split('/')
        .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document)
      expect(target, reference).to.be.an('object')
    }
  })

  it('holds schemas that a strict validator compiles', () => {
    const ajv = new Ajv2020({ strictTypes: false, strictRequired: false, validateFormats: false })
    ajv.addVocabulary(Object.keys(document))
    ajv.addSchema(document, 'document')
    for (const name of Object.keys(document.components.schemas)) {
      const check = (): unknown => ajv.compile({ $ref: `document#/components/schemas/${name}` })
      expect(check, name).not.to.throw()
    }
  })

  it('takes every amount of two decimals that the service takes', () => {
    const activate = operationOf('post', '/auctions/activate').requestBody?.content['application/json']
      ?.schema
    const { startingPrice } = (activate as { properties: Record<string, object> }).properties
    const ajv = new Ajv2020({ strictTypes: false })
    for (const amount of [0, 0.07, 0.29, 1.1, 100.3, 8.95, 9_999_999_999.99]) {
      expect(ajv.validate(startingPrice ?? {}, amount), String(amount)).to.equal(true)
    }
    for (const amount of [-0.01, 10_000_000_000, '5']) {
      expect(ajv.validate(startingPrice ?? {}, amount), String(amount)).to.equal(false)
    }
  })

  it('asks for credentials exactly where the route table does', () => {
    expect(operationOf('post', '/auth/login').security).to.deep.equal([])
    expect(operationOf('get', '/auth/me').security).to.deep.equal([{ bearer: [] }, { apiKey: [] }])
    expect(operationOf('get', '/auth/social').security).to.deep.include({ session: [] })
  })

  it('tells each failure by its code and its text', () => {
    const { responses } = operationOf('post', '/auctions/activate')
    expect(responses[404]?.description).to.include(`\`session_not_live\`: ${ERRORS.session_not_live.message}`)
    expect(responses[404]?.description).to.include(ERRORS.product_not_found.message)
    expect(Object.keys(responses)).to.include.members([
      '201',
      '400',
      '401',
      '409',
      '413',
      '415',
      '422',
      '500',
    ])
  })
})
