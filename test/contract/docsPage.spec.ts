import { expect } from 'chai'
import { service } from '../support/contract/service.ts'

describe('/docs', () => {
  it('serves the page and all that it loads from itself, under a policy that allows nothing else', async () => {
    const { url } = await service()
    const page = await fetch(`${url}/docs`)
    const markup = await page.text()
    expect(page.headers.get('content-security-policy')).to.include("default-src 'none'; script-src 'self'")
    const loaded = [...markup.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path)
    expect(loaded).to.have.length(4)
    for (const path of [...loaded, '/api/v1/openapi.json']) {
      expect(path.startsWith('/'), path).to.equal(true)
      const answer = await fetch(url + path)
      expect(answer.status, path).to.equal(200)
      await answer.arrayBuffer()
    }
  })

  it('serves no other file of the library’s folder', async () => {
    const { url } = await service()
    for (const path of ['/docs/package.json', '/docs/index.html', '/docs/..%2fpackage.json']) {
      expect((await fetch(url + path)).status, path).to.equal(404)
    }
  })
})
