import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import Koa from 'koa'
import { errorDoor } from '../../../../src/edge/http/errorDoor.ts'
import { createRateLimits } from '../../../../src/edge/http/rateLimits.ts'
import { createLogger } from '../../../../src/runtime/logger.ts'

const LIMITS = {
  registrationsPerHourMax: 1,
  loginsPerMinuteMax: 3,
  refreshesPerMinuteMax: 2,
  loginsPerEmailPerMinuteMax: 4,
  registrationsPerEmailPerHourMax: 4,
  addressRequestsPerMinuteMax: 8,
  tenantRequestsPerMinuteMax: 4,
}

describe('rate limits', () => {
  let server: Server

  const post = (path: string, client = '203.0.113.1', method = 'POST'): Promise<Response> => {
    const { port } = server.address() as AddressInfo
    return fetch(`http://127.0.0.1:${String(port)}/api/v1${path}`, {
      method,
      headers: { 'x-forwarded-for': client },
    })
  }
  const statuses = async (times: number, path: string, client?: string): Promise<number[]> => {
    const seen: number[] = []
    for (let time = 0; time < times; time++) seen.push((await post(path, client)).status)
    return seen
  }

  beforeEach(async () => {
    const app = new Koa({ proxy: true, maxIpsCount: 1 })
    app.use(errorDoor(createLogger({ level: 'silent', pretty: false })))
    app.use(createRateLimits(LIMITS, '/api/v1').byAddress)
    app.use((ctx) => {
      ctx.body = 'let through'
    })
    const answer = app.callback()
    server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => {
    server.close()
    server.closeAllConnections()
  })

  it('let a client try so often and then refuse, with the time to wait', async () => {
    expect(await statuses(4, '/auth/login')).to.deep.equal([200, 200, 200, 429])
    const refused = await post('/auth/login')
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60)
    const { error } = (await refused.json()) as { error: object }
    expect(error).to.deep.equal({ status: 429, code: 'too_many_requests', message: 'Too many requests' })
  })

  it('tell what is left, and when it is whole again', async () => {
    for (const left of ['2', '1', '0', '0']) {
      const { headers } = await post('/auth/login')
      expect(headers.get('ratelimit-limit')).to.equal('3')
      expect(headers.get('ratelimit-remaining')).to.equal(left)
      expect(Number(headers.get('ratelimit-reset'))).to.be.within(1, 60)
    }
  })

  it('count each way in by itself', async () => {
    expect(await statuses(2, '/auth/register')).to.deep.equal([200, 429])
    expect(await statuses(3, '/auth/refresh')).to.deep.equal([200, 200, 429])
    expect(await statuses(1, '/auth/login')).to.deep.equal([200])
  })

  it('count each client by itself', async () => {
    await statuses(4, '/auth/login', '203.0.113.1')
    expect(await statuses(1, '/auth/login', '203.0.113.2')).to.deep.equal([200])
  })

  it('take the addresses of one IPv6 network as one client', async () => {
    const asked = await Promise.all(
      ['a', 'b', 'c', 'd'].map((end) => post('/auth/login', `2001:db8:1:2::${end}`)),
    )
    expect(asked.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 429])
    expect((await post('/auth/login', '2001:db8:1:3::a')).status).to.equal(200)
  })

  it('cannot be walked around by another spelling of the path', async () => {
    const asked = [
      await post('/auth/login'),
      await post('/auth/login/'),
      await post('/AUTH/Login'),
      await post('/auth/LOGIN/'),
    ]
    expect(asked.map(({ status }) => status)).to.deep.equal([200, 200, 200, 429])
  })

  it('count every other request of the API in one budget', async () => {
    const paths = ['/auctions/activate', '/products', '/nothing', '/auth/me']
    for (const path of [...paths, ...paths]) expect(await statuses(1, path), path).to.deep.equal([200])
    expect(await statuses(1, '/sessions')).to.deep.equal([429])
    expect(await statuses(1, '/auth/login')).to.deep.equal([200])
  })

  it('leave what is no API and what browsers ask by themselves alone', async () => {
    const { port } = server.address() as AddressInfo
    for (let time = 0; time < 10; time++) {
      expect((await post('/auth/login', undefined, 'OPTIONS')).status).to.equal(200)
      expect((await fetch(`http://127.0.0.1:${String(port)}/dashboard`)).status).to.equal(200)
    }
  })
})
