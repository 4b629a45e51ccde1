import { once } from 'node:events'
import { expect } from 'chai'
import { WebSocket } from 'ws'
import { ensureBuilt } from '../../../src/dashboard/ensureBuilt.ts'
import { call } from '../../support/contract/call.ts'
import { Seller } from '../../support/contract/Seller.ts'
import { startService, type Service } from '../../support/contract/service.ts'

/** The status of the answer to an upgrade; 101 when it is taken. */
async function upgrade(url: string): Promise<number> {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/api/v1/inspector/ws`)
  return new Promise((resolve) => {
    ws.once('unexpected-response', (_, response) => {
      resolve(response.statusCode ?? 0)
    })
    ws.once('open', () => {
      ws.terminate()
      resolve(101)
    })
    ws.on('error', () => undefined)
  })
}

describe('inspector: switched off', () => {
  let service: Service

  before(async () => {
    service = await startService({ DEBUG_PAGES: 'off' }, { pagesDir: await ensureBuilt() })
  })
  after(() => service.stop())

  it('answers 404 on its page, its interface and its topic', async () => {
    const { url } = service
    expect((await fetch(`${url}/dashboard`)).status).to.equal(200)
    expect((await fetch(`${url}/inspector`)).status).to.equal(404)
    const { account } = await Seller.register('Shop', url)
    const token = account.accessToken
    expect((await call(url, 'GET', '/inspector/items', { token })).refusal).to.equal('404 Not found')
    expect(await upgrade(url)).to.equal(404)
  })
})

describe('inspector: its list of items', () => {
  it('finds items by product name, id and state, newest first', async () => {
    const seller = await Seller.connected()
    const { item: first } = await seller.onAir({ product: { name: 'Silver ring' } })
    await seller.close(first.id)
    const { item: second } = await seller.onAir({ product: { name: 'Wool scarf' } })
    const found = async (query: string) =>
      (await seller.call<{ items: { id: string }[] }>('GET', `/inspector/items${query}`)).data.items.map(
        ({ id }) => id,
      )
    expect(await found('')).to.deep.equal([second.id, first.id])
    expect(await found('?search=SCARF')).to.deep.equal([second.id])
    expect(await found(`?search=${first.id.slice(10)}`)).to.deep.equal([first.id])
    expect(await found('?status=cancelled')).to.deep.equal([first.id])
    expect(await found('?search=%25')).to.deep.equal([])
    expect(await upgrade(seller.url)).to.equal(101)
  })

  it('lets a tool attach that knows an address alone, by the API key in it', async () => {
    const seller = await Seller.connected()
    const { item } = await seller.onAir()
    const { tenant, apiSecret } = seller.account
    const attach = (secret: string): WebSocket => {
      const address = new URL('/api/v1/inspector/ws', seller.url.replace('http', 'ws'))
      Object.assign(address, { username: tenant.apiKey, password: secret })
      return new WebSocket(address)
    }
    const tool = attach(apiSecret)
    const [data] = (await once(tool, 'message')) as [Buffer]
    expect(JSON.parse(data.toString())).to.include({ type: '@xstate.actor', sessionId: item.id })
    tool.terminate()
    const [code] = (await once(attach('wrong'), 'close')) as [number]
    expect(code).to.equal(4401)
  })
})
