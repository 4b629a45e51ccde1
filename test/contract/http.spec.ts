import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { routes } from '../../src/edge/http/routes/index.ts'
import { call } from '../support/contract/call.ts'
import { Seller, sign } from '../support/contract/Seller.ts'
import { service, startService } from '../support/contract/service.ts'

describe('1 Envelope and HTTP', () => {
  let url: string
  let seller: Seller

  before(async function start() {
    this.timeout(60_000)
    url = (await service()).url
    seller = await Seller.register()
  })

  /** Sends bytes as they are and reads until the service closes or `until` is in the answer. */
  async function raw(bytes: string | Buffer, until?: string): Promise<string> {
    const { port } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    let text = ''
    const seen = Promise.withResolvers<undefined>()
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (until !== undefined && text.includes(until)) seen.resolve(undefined)
    })
    socket.once('close', () => {
      seen.resolve(undefined)
    })
    await once(socket, 'connect')
    socket.write(bytes)
    await seen.promise
    socket.destroy()
    return text
  }

  it('success is {success: true, data}, failure {success: false, error: {status, code, message, details?}}', async () => {
    const good = await seller.call('GET', '/tenant/stats')
    expect(good.json).to.have.all.keys('success', 'data')
    expect(good.json).to.have.property('success', true)
    const plain = await seller.call('GET', '/products/no-id')
    const error = { status: 404, code: 'product_not_found', message: 'Product not found' }
    expect(plain.json).to.deep.equal({ success: false, error })
    const detailed = await seller.call('POST', '/products', { body: {} })
    expect(detailed.error).to.have.all.keys('status', 'code', 'message', 'details')
    expect(detailed.error.details).to.deep.equal({ name: ['is required'] })
  })

  it('an unknown path is 404 Not found', async () => {
    for (const path of [
      '',
      '/',
      '/nothing',
      '/auctions/x/y/z',
      '/auth',
      '/%',
      '/%E0%A4%A',
      '//auth/me',
      '/..%2f..%2fetc',
    ]) {
      const answer = await fetch(`${url}/api/v1${path}`)
      expect(answer.status, path).to.equal(404)
      expect(await answer.json(), path).to.deep.equal({
        success: false,
        error: { status: 404, code: 'not_found', message: 'Not found' },
      })
    }
    for (const path of ['/', '/api', '/api/v2/auth/me', '/nothing.php']) {
      const answer = await fetch(url + path)
      expect(answer.status, path).to.be.oneOf([302, 404, 200])
      await answer.text()
    }
  })

  it('a wrong method is 405 with Allow, on every path', async () => {
    const byPath = Map.groupBy(routes, ({ path }) => path)
    for (const [path, alike] of byPath) {
      const methods = alike.map(({ method }) => method as string)
      const wrong = ['DELETE', 'PUT', 'POST', 'GET', 'PATCH'].find(
        (method) => !routes.some((route) => route.method === method && matches(route.path, path)),
      )
      const answer = await seller.call(wrong ?? 'PATCH', path.replace(/:\w+/, 'x'))
      expect(answer.refusal, `${wrong} ${path}`).to.equal('405 Method not allowed')
      const allow = (answer.headers.get('allow') ?? '').split(/, ?/)
      expect(allow, path).to.include.members(methods)
      expect(allow, path).to.not.include(wrong)
    }
  })

  it('a wrong method is 405 with Allow on the documents, the probes and the pages of the document too', async () => {
    const api = ['/openapi.json', '/asyncapi.json', '/ws'].map((path) => `/api/v1${path}`)
    for (const path of [...api, '/healthz', '/readyz', '/metrics', '/docs', '/docs/swagger-ui.css']) {
      const answer = await fetch(url + path, { method: 'POST', body: '{}' })
      expect(answer.status, path).to.equal(405)
      expect(answer.headers.get('allow'), path).to.equal('GET, HEAD')
      await answer.arrayBuffer()
    }
  })

  const matches = (template: string, path: string) =>
    new RegExp(`^${template.replaceAll(/:\w+/g, '[^/]+')}$`).test(path.replaceAll(/:\w+/g, 'x'))

  it('OPTIONS is 204 with Allow, without credentials, and 404 where there is nothing', async () => {
    for (const [path, allow] of [
      ['/auth/me', 'HEAD, GET'],
      ['/auctions/x/close', 'PUT'],
      ['/webhooks/social', 'GET, HEAD, POST'],
    ] as const) {
      const answer = await fetch(`${url}/api/v1${path}`, { method: 'OPTIONS' })
      expect(`${String(answer.status)} ${await answer.text()}`, path).to.equal('204 ')
      expect(answer.headers.get('allow'), path).to.equal(allow)
    }
    expect((await fetch(`${url}/api/v1/nothing`, { method: 'OPTIONS' })).status).to.equal(404)
  })

  it('a path counts in any case and with a slash at its end, the inbound webhook’s too', async () => {
    const headers = { authorization: `Bearer ${seller.account.accessToken}` }
    for (const path of ['/auth/me/', '/AUTH/Me', '/Auth/me/']) {
      const answer = await fetch(`${url}/api/v1${path}`, { headers })
      expect(answer.status, path).to.equal(200)
      await answer.arrayBuffer()
    }
    for (const path of ['/webhooks/social/', '/Webhooks/Social']) {
      const answer = await fetch(`${url}/api/v1${path}`, { method: 'POST', body: '{}' })
      expect(await answer.text(), path).to.equal('EVENT_RECEIVED')
    }
  })

  it('the order of checks: path, method, credentials, body, then what it is about', async () => {
    const ask = async (method: string, path: string, init: RequestInit = {}) => {
      const answer = await fetch(`${url}/api/v1${path}`, { method, ...init })
      const { error } = (await answer.json()) as { error: { code: string } }
      return error.code
    }
    const headers = { authorization: `Bearer ${seller.account.accessToken}` }
    const json = { ...headers, 'content-type': 'application/json' }
    expect(await ask('PATCH', '/nothing')).to.equal('not_found')
    expect(await ask('PATCH', '/auctions/activate')).to.equal('method_not_allowed')
    expect(await ask('POST', '/auctions/activate', { body: '{' })).to.equal('authentication_required')
    expect(await ask('PUT', '/auctions/x/extend', { body: 'x', headers })).to.equal('unsupported_media_type')
    expect(await ask('PUT', '/auctions/x/extend', { body: '{', headers: json })).to.equal('malformed_json')
    expect(await ask('PUT', '/auctions/x/extend', { body: '{}', headers: json })).to.equal('invalid_seconds')
    expect(await ask('PUT', '/auctions/x/extend', { body: '{"seconds":1}', headers: json })).to.equal(
      'auction_not_found',
    )
  })

  it('a body that turns out empty is none, whatever its type', async () => {
    const answer = await raw(
      `POST /api/v1/auth/api-key/regenerate HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${seller.account.accessToken}\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      '"apiSecret"',
    )
    expect(answer).to.match(/^HTTP\/1\.1 200 /)
    const text = await raw(
      `POST /api/v1/products HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${seller.account.accessToken}\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      '"message"',
    )
    expect(text).to.match(/^HTTP\/1\.1 415 /)
  })

  it('an unexpected failure is 500 Internal error with a request id and no internals', async function () {
    this.timeout(60_000)
    const broken = await startService()
    const owner = await Seller.register('Broken', broken.url)
    await broken.app.database.sql.query('alter table product rename to secret_table')
    const answer = await owner.call('GET', '/products')
    const error = { status: 500, code: 'internal_error', message: 'Internal error' }
    expect(answer.json).to.deep.equal({ success: false, error })
    expect(answer.headers.get('x-request-id')).to.match(/^[\w-]{36}$/)
    expect(answer.text + JSON.stringify([...answer.headers])).not.to.match(/secret_table|relation|select/)
    await broken.stop()
  })

  it('malformed JSON is 400 Malformed JSON', async () => {
    const bodies = [
      '{',
      '{"name":}',
      '{"name":"x",}',
      "{'name':'x'}",
      '{"name":"x"} x',
      'NaN',
      '\ufeff{"name":"x"',
      '{"a":01}',
      '"\t"',
    ]
    for (const body of bodies) {
      expect((await seller.call('POST', '/products', { raw: body })).refusal, body).to.equal(
        '400 Malformed JSON',
      )
    }
    const brokenUtf8 = Buffer.concat([
      Buffer.from('{"name":"'),
      Buffer.from([0xff, 0xc3, 0x28]),
      Buffer.from('"}'),
    ])
    expect((await seller.call('POST', '/products', { raw: brokenUtf8 })).refusal).to.equal(
      '400 Malformed JSON',
    )
  })

  it('a body over the limit is 413, told by its length or found out on the way', async () => {
    const body = (bytes: number) => `{"name":"x","imageUrl":"${'y'.repeat(bytes - 26)}"}`
    expect((await seller.call('POST', '/products', { raw: body(102_401) })).refusal).to.equal(
      '413 Request body too large',
    )
    expect((await seller.call('POST', '/products', { raw: body(102_400) })).refusal).to.equal(
      '400 Validation error',
    )
    const head = `POST /api/v1/products HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${seller.account.accessToken}\r\n`
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
    const answer = await raw(
      `${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${chunk.repeat(3)}0\r\n\r\n`,
      '"message"',
    )
    expect(answer).to.match(/^HTTP\/1\.1 413 /)
  })

  it('who sends far more than is taken still finds the answer, not a broken line', async () => {
    const piece = 'x'.repeat(65_536)
    const { port } = new URL(url)
    /** Writes 8 MiB piece by piece, whatever the service says meanwhile; rejects when the line breaks. */
    const statusOf = async (target: string, headers: string, body = piece): Promise<string> => {
      const socket = connect(Number(port), '127.0.0.1')
      let text = ''
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      const closed = once(socket, 'close')
      const write = promisify(socket.write.bind(socket) as (data: string, done: () => void) => void)
      const sending = async () => {
        await write(`POST ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n\r\n`)
        for (let piecesSent = 0; piecesSent < 128; piecesSent++) await write(body)
        if (body !== piece) await write('0\r\n\r\n')
      }
      await Promise.all([sending(), closed])
      return text.slice(9, 12)
    }
    const json = 'content-type: application/json\r\n'
    const seen = `${json}authorization: Bearer ${seller.account.accessToken}\r\n`
    const sized = `content-length: ${String(128 * piece.length)}`
    const chunked = ['transfer-encoding: chunked', `10000\r\n${piece}\r\n`] as const
    expect(await statusOf('/api/v1/products', seen + sized)).to.equal('413')
    expect(await statusOf('/api/v1/products', seen + chunked[0], chunked[1])).to.equal('413')
    expect(await statusOf('/api/v1/webhooks/social', json + sized)).to.equal('413')
    expect(await statusOf('/api/v1/webhooks/social', json + chunked[0], chunked[1])).to.equal('413')
    expect(await statusOf('/api/v1/products', json + sized)).to.equal('401')
    expect(await statusOf('/api/v1/nothing', json + sized)).to.equal('404')
  })

  it('a wrong content type is 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      '',
    ]) {
      const headers = { 'content-type': type }
      const answer = await seller.call('POST', '/products', { raw: '{"name":"x"}', headers })
      expect(answer.refusal, type).to.equal('415 Unsupported content type')
    }
    for (const headers of [
      { 'content-encoding': 'gzip' },
      { 'content-type': 'application/json; charset=utf-16' },
    ]) {
      expect((await seller.call('POST', '/products', { raw: '{"name":"x"}', headers })).status).to.equal(415)
    }
    for (const type of [
      'application/json; charset=UTF-8',
      'APPLICATION/JSON',
      'application/merge-patch+json',
    ]) {
      const answer = await seller.call('POST', '/products', {
        raw: '{"name":"x"}',
        headers: { 'content-type': type },
      })
      expect(answer.status, type).to.equal(201)
    }
  })

  it('every response carries X-Request-Id; a caller’s own is kept when it is harmless', async () => {
    const ids = new Set<string | null>()
    for (const path of ['/auth/me', '/nothing', '/webhooks/social']) {
      ids.add((await call(url, 'GET', path)).headers.get('x-request-id'))
    }
    for (const path of ['/healthz', '/readyz', '/metrics', '/docs', '/api/v1/openapi.json']) {
      const answer = await fetch(url + path)
      ids.add(answer.headers.get('x-request-id'))
      await answer.text()
    }
    expect(ids.size).to.equal(8)
    expect(ids).to.not.include(null)
    const own = async (id: string) =>
      (await call(url, 'GET', '/auth/me', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
    expect(await own('req-1.a_B')).to.equal('req-1.a_B')
    for (const id of ['x'.repeat(65), '<script>', 'a b', '{"a":1}']) expect(await own(id)).to.not.equal(id)
  })

  it('what is no HTTP is told so, with X-Request-Id, and the connection is closed', async () => {
    for (const bytes of [
      'hello\r\n\r\n',
      'GET / HTTP/1.1\r\nno colon\r\n\r\n',
      'GET /\u0001 HTTP/1.1\r\nhost: x\r\n\r\n',
    ]) {
      const answer = await raw(bytes)
      expect(answer, bytes).to.match(/^HTTP\/1\.1 400 /)
      expect(answer, bytes).to.match(/\r\nx-request-id: \S+\r\n/i)
    }
    const big = await raw(`GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(big).to.match(/^HTTP\/1\.1 431 /)
    expect(big).to.match(/\r\nx-request-id: \S+\r\n/i)
  })

  it('an upgrade carries X-Request-Id too, taken or not', async () => {
    const upgrade = (path: string, origin = '') =>
      raw(
        `GET ${path} HTTP/1.1\r\nhost: x\r\n${origin}connection: upgrade\r\nupgrade: websocket\r\n` +
          'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
        '\r\n\r\n',
      )
    for (const [status, answer] of [
      [101, await upgrade('/api/v1/ws')],
      [404, await upgrade('/api/v1/elsewhere')],
      [400, await upgrade('/api/v1/ws?since=yesterday')],
      [403, await upgrade('/api/v1/ws', 'origin: https://other.test\r\n')],
    ] as const) {
      expect(answer).to.match(new RegExp(`^HTTP/1\\.1 ${String(status)} `))
      expect(answer).to.match(/\r\nx-request-id: \S+\r\n/i)
    }
  })

  it('two lengths, or a length beside chunks, are refused (request smuggling)', async () => {
    const head = 'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
    for (const lengths of [
      'content-length: 2\r\ncontent-length: 3\r\n',
      'content-length: 2\r\ntransfer-encoding: chunked\r\n',
    ]) {
      expect(await raw(`${head}${lengths}\r\n{}`)).to.match(/^HTTP\/1\.1 400 /)
    }
  })

  it('reads carry an ETag and cost a header when unchanged', async () => {
    const { request } = await import('undici')
    const headers = { authorization: `Bearer ${seller.account.accessToken}` }
    const first = await request(`${url}/api/v1/auth/me`, { headers })
    await first.body.dump()
    const etag = String(first.headers.etag)
    const again = await request(`${url}/api/v1/auth/me`, { headers: { ...headers, 'if-none-match': etag } })
    expect(again.statusCode).to.equal(304)
    expect(await again.body.text()).to.equal('')
  })

  it('answers with credentials are not kept by caches', async () => {
    const login = { email: seller.account.tenant.email, password: 'correct horse battery' }
    const answer = await call(url, 'POST', '/auth/login', { body: login })
    expect(answer.headers.get('cache-control')).to.equal('no-store')
    expect((await seller.call('GET', '/auth/me')).headers.get('cache-control')).to.include('private')
  })

  it('HEAD answers as GET does, without a body', async () => {
    const answer = await fetch(`${url}/api/v1/auth/me`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${seller.account.accessToken}` },
    })
    expect(answer.status).to.equal(200)
    expect(await answer.text()).to.equal('')
  })

  it('headers protect browsers; nothing names the software', async () => {
    const { headers } = await seller.call('GET', '/auth/me')
    expect(headers.get('x-content-type-options')).to.equal('nosniff')
    expect(headers.get('content-security-policy')).to.include("default-src 'none'")
    expect(headers.get('x-powered-by')).to.equal(null)
    expect(headers.get('access-control-allow-origin')).to.equal(null)
  })

  it('health, readiness and metrics answer plainly', async () => {
    for (const [path, text] of [
      ['/healthz', 'ok'],
      ['/readyz', 'ready'],
    ] as const) {
      const answer = await call(url, 'GET', path, { prefix: '' })
      expect(`${answer.status} ${answer.text}`).to.equal(`200 ${text}`)
    }
    const metrics = await call(url, 'GET', '/metrics', { prefix: '' })
    expect(metrics.text).to.match(/^# HELP /m)
  })

  it('metrics tell the platform’s webhook from everything else', async () => {
    await call(url, 'POST', '/webhooks/social', { raw: '{}', headers: { 'x-hub-signature-256': sign('{}') } })
    const { text } = await call(url, 'GET', '/metrics', { prefix: '' })
    const labels = 'method="POST",route="/api/v1/webhooks/social",status="200"'
    expect(text).to.include(`live_http_request_duration_seconds_count{${labels}} `)
  })

  it('the documents are JSON; the address of the sockets asks for an upgrade', async () => {
    for (const [path, key] of [
      ['/openapi.json', 'openapi'],
      ['/asyncapi.json', 'asyncapi'],
    ] as const) {
      expect((await call(url, 'GET', path)).json).to.have.property(key)
    }
    const socket = await call(url, 'GET', '/ws')
    expect(socket.refusal).to.equal('426 Open a WebSocket here')
    expect(socket.headers.get('upgrade')).to.equal('websocket')
  })

  it('clients that send slowly hold nobody up', async () => {
    const { port } = new URL(url)
    const slow = Array.from({ length: 200 }, () => connect(Number(port), '127.0.0.1'))
    try {
      await Promise.all(slow.map((socket) => once(socket, 'connect')))
      for (const socket of slow)
        socket
          .on('error', () => undefined)
          .write('POST /api/v1/webhooks/social HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{')
      const since = performance.now()
      const body = '{}'
      const answer = await call(url, 'POST', '/webhooks/social', {
        raw: body,
        headers: { 'x-hub-signature-256': sign(body) },
      })
      expect(answer.status).to.equal(200)
      expect(performance.now() - since).to.be.below(2_000)
    } finally {
      for (const socket of slow) socket.destroy()
    }
  })
})
