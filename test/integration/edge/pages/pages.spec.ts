import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from 'chai'
import Koa from 'koa'
import { request } from 'undici'
import { ensureBuilt } from '../../../../src/dashboard/ensureBuilt.ts'
import { pages } from '../../../../src/edge/pages/pages.ts'

const FIRST_LOAD_BYTES_MAX = 150_000

describe('pages: the built dashboard as it is served', () => {
  let dir: string
  let server: Server
  let origin: string

  before(async () => {
    dir = await ensureBuilt()
    const answer = new Koa().use(pages(dir, { inspector: true })).callback()
    server = createServer((incoming, outgoing) => void answer(incoming, outgoing)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => server.close())

  const get = (path: string, encoding = 'br, gzip') =>
    request(origin + path, { headers: { 'accept-encoding': encoding } })

  it('answers every screen’s address with the page, under a policy that allows nothing foreign', async () => {
    for (const path of [
      '/dashboard',
      '/dashboard/',
      '/dashboard/room/some-id',
      '/overlay/some-key',
      '/inspector',
    ]) {
      const { statusCode, headers } = await get(path)
      expect(statusCode, path).to.equal(200)
      expect(headers['content-type']).to.contain('text/html')
      expect(headers['cache-control']).to.equal('no-cache')
      const policy = String(headers['content-security-policy'])
      expect(policy).to.contain("default-src 'none'").and.to.contain("require-trusted-types-for 'script'")
      expect(policy).not.to.contain('unsafe')
    }
  })

  it('has no script or style in the page itself', async () => {
    for (const name of ['index.html', 'overlay.html', 'inspector.html']) {
      const html = await readFile(join(dir, name), 'utf8')
      expect(html).not.to.match(/<script(?![^>]*\bsrc=)/)
      expect(html).not.to.match(/<style|\sstyle=|\son\w+=/)
    }
  })

  it('serves files by their content’s name, compressed beforehand and kept for a year', async () => {
    const names = await readdir(join(dir, 'assets'))
    const script = names.find((name) => /^index-.*\.js$/.test(name)) ?? ''
    for (const encoding of ['br', 'gzip']) {
      const { headers, statusCode } = await get(`/dashboard/assets/${script}`, encoding)
      expect(statusCode).to.equal(200)
      expect(headers['content-encoding']).to.equal(encoding)
      expect(headers['cache-control']).to.contain('immutable')
      expect(headers['content-type']).to.contain('javascript')
    }
  })

  it('has no way out of its folder', async () => {
    for (const path of [
      '/dashboard/assets/../../package.json',
      '/dashboard/assets/%2e%2e/%2e%2e/package.json',
    ]) {
      const { statusCode, body } = await get(path)
      expect(await body.text(), path).not.to.contain('"dependencies"')
      expect(statusCode, path).to.be.oneOf([200, 400, 403, 404])
    }
    expect((await get('/dashboard/assets/missing.js')).statusCode).to.equal(404)
    expect((await get('/overlay/')).statusCode).to.equal(404)
    expect((await get('/overlay/a/b')).statusCode).to.equal(404)
  })

  it(`needs under ${FIRST_LOAD_BYTES_MAX / 1_000} KB for the first load, gzipped, font included`, async () => {
    const html = await readFile(join(dir, 'index.html'), 'utf8')
    const named = [...html.matchAll(/(?:src|href)="\/dashboard\/(assets\/[^"]+)"/g)].map(
      ([, name = '']) => name,
    )
    const font =
      (await readdir(join(dir, 'assets'))).find((name) => name.startsWith('inter-latin-wght')) ?? ''
    const sizes = await Promise.all(
      ['index.html', ...named, `assets/${font}`].map(async (name) => {
        const compressed = await stat(join(dir, `${name}.gz`)).catch(() => stat(join(dir, name)))
        return compressed.size
      }),
    )
    const total = sizes.reduce((sum, size) => sum + size, 0)
    console.log(`      ${(total / 1_000).toFixed(1)} KB in ${sizes.length} files`)
    expect(named.length).to.be.greaterThan(2)
    expect(total).to.be.lessThan(FIRST_LOAD_BYTES_MAX)
  })
})
