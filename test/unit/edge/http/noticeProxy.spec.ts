import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import Koa from 'koa'
import { noticeProxy } from '../../../../src/edge/http/noticeProxy.ts'

describe('noticeProxy', () => {
  it('says once what to set when requests come through a proxy that is not trusted', async () => {
    const lines: string[] = []
    const app = new Koa()
    app.use(noticeProxy({ warn: (_, message) => void lines.push(message) }))
    app.use((ctx) => {
      ctx.body = 'let through'
    })
    const answer = app.callback()
    const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`
    const ask = async (headers: Record<string, string> = {}) => (await fetch(url, { headers })).text()
    try {
      expect(await ask()).to.equal('let through')
      expect(lines, 'without a proxy').to.deep.equal([])
      for (let time = 0; time < 3; time++) await ask({ 'x-forwarded-for': '203.0.113.9' })
      expect(lines).to.have.length(1)
      expect(lines[0]).to.match(/set TRUSTED_PROXIES to the number of proxies/)
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })
})
