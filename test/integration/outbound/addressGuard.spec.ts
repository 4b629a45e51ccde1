import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { expect } from 'chai'
import { urlRefusal } from '../../../src/outbound/addressGuard.ts'
import { HttpCallError, openHttpDoor, type HttpDoor } from '../../../src/outbound/httpCall.ts'
import { createNameResolver } from '../../../src/outbound/nameResolver.ts'
import { startNameServer, type NameServer } from '../../support/outbound/NameServer.ts'

const TIME_LIMIT_MS = 2_000

/** Spellings of hosts that are not the public internet; each is called and must not be reached. */
const HOSTILE_HOSTS = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '0x7f.0.0.1', '0x7f000001', '0x7f.1', '0177.0.0.1'],
  ...['017700000001', '2130706433', '127.0.0.1.', '0', '0.0.0.0', '0.0.0.1', '00.00.00.00', '127。0。0。1'],
  ...[
    '①②⑦.⓪.⓪.①',
    '１２７.0.0.1',
    '0X7F.0X0.0X0.0X1',
    '%31%32%37.0.0.1',
    '10.0.0.1',
    '10.255.255.255',
    '012.1',
  ],
  ...[
    '172.16.0.1',
    '172.31.255.255',
    '0xac.0x10.0.1',
    '192.168.0.1',
    '192.168.1',
    '0xc0a80001',
    '3232235521',
  ],
  ...['169.254.169.254', '169.254.0.1', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376', '100.64.0.1'],
  ...[
    '100.100.100.200',
    '100.127.255.255',
    '168.63.129.16',
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
  ],
  ...[
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '192.88.99.1',
  ],
  ...[
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[0000::0001]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::ffff:127.0.0.1]',
  ],
  ...[
    '[::ffff:7f00:1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:169.254.169.254]',
    '[::ffff:0:127.0.0.1]',
    '[fe80::1]',
  ],
  ...[
    '[febf::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fdff::1]',
    '[ff02::1]',
    '[64:ff9b::127.0.0.1]',
  ],
  ...[
    '[64:ff9b:1::10.0.0.1]',
    '[2002:7f00:1::]',
    '[2002:a9fe:a9fe::1]',
    '[2001::1]',
    '[2001:db8::1]',
    '[100::1]',
  ],
  ...['[2001:10::1]', '[2001:20::1]', '[3fff::1]', '[5f00::1]', '[4000::1]'],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'shop.localhost',
    'loopback.test',
    'v6loopback.test',
    'private.test',
  ],
  ...['metadata.test', 'mapped.test', 'mixed.test', 'mixed6.test', 'zero.test'],
]

const RECORDS: [name: string, addresses: string[]][] = [
  ['loopback.test', ['127.0.0.1']],
  ['v6loopback.test', ['::1']],
  ['private.test', ['10.1.2.3']],
  ['metadata.test', ['169.254.169.254']],
  ['mapped.test', ['::ffff:127.0.0.1']],
  ['mixed.test', ['93.184.216.34', '127.0.0.1']],
  ['mixed6.test', ['93.184.216.34', '::1']],
  ['zero.test', ['0.0.0.0']],
]

describe('the address guard', () => {
  let names: NameServer
  let listener: Server
  let door: HttpDoor
  let port: number
  let connections: number

  const call = (url: string, through = door): Promise<unknown> =>
    through
      .send({ method: 'POST', url, headers: {}, body: '{}', timeLimitMs: TIME_LIMIT_MS, bodyBytesMax: 100 })
      .catch((error: unknown) => error)

  const refusal = async (url: string): Promise<string> => {
    const result = await call(url)
    if (!(result instanceof HttpCallError)) throw new Error(`${url} was called`)
    expect(result.maybeSent, url).to.equal(false)
    return result.reason
  }

  before(async () => {
    names = await startNameServer()
    for (const [name, addresses] of RECORDS) names.records.set(name, addresses)
    listener = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    listener.listen(0)
    await once(listener, 'listening')
    port = (listener.address() as AddressInfo).port
    const resolve = createNameResolver({ hostsFile: false, servers: [names.address] })
    door = openHttpDoor({ policy: { publicOnly: true }, resolve })
  })
  beforeEach(() => {
    connections = 0
  })
  after(async () => {
    await door.close()
    await names.stop()
    listener.close()
    await once(listener, 'close')
  })

  it(`knows at least 60 hostile spellings`, () => {
    expect(new Set(HOSTILE_HOSTS).size).to.be.at.least(60)
  })

  for (const host of HOSTILE_HOSTS) {
    it(`does not dial ${host}`, async () => {
      expect(await refusal(`https://${host}:${port}/`)).to.equal('forbidden_target')
      expect(connections).to.equal(0)
    })
  }

  it('does not dial plain http, however public the address', async () => {
    expect(await refusal('http://93.184.216.34/')).to.equal('forbidden_target')
  })

  it('checks the very address that it dials: a name that changes its answer gains nothing', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']]
    names.records.set('rebind.test', () => answers.shift() ?? ['127.0.0.1'])
    const checked = await createNameResolver({ hostsFile: false, servers: [names.address] })('rebind.test')
    expect(checked).to.deep.equal(['93.184.216.34'])
    expect(await refusal(`https://rebind.test:${port}/`)).to.equal('forbidden_target')
    expect(connections).to.equal(0)
  })

  it('says of a name without address that it has none', async () => {
    expect(await refusal('https://nowhere.test/')).to.equal('ENOTFOUND')
  })

  it('reaches loopback in the default profile, by address and by name, over http', async () => {
    const resolve = createNameResolver({ hostsFile: true, servers: [names.address] })
    const open = openHttpDoor({ policy: { publicOnly: false }, resolve })
    for (const host of ['127.0.0.1', '[::1]', 'localhost', 'loopback.test'])
      await call(`http://${host}:${port}/`, open)
    expect(connections).to.equal(4)
    await open.close()
  })

  const texts: [url: string, publicOnly: boolean, refusal: RegExp | null][] = [
    ['https://shop.example.com/hooks', true, null],
    ['https://93.184.216.34/hooks', true, null],
    ['https://[2606:2800:220:1::1]/', true, null],
    ['http://shop.example.com/hooks', true, /https/],
    ['http://shop.example.com/hooks', false, null],
    ['http://127.0.0.1:3000', false, null],
    ['https://2130706433/', true, /public/],
    ['https://localhost/', true, /public/],
    ['https://user:secret@shop.example.com/', true, /user name/],
    ['ftp://shop.example.com/', false, /http/],
    ['javascript:alert(1)', false, /http/],
    ['shop.example.com', false, /not a URL/],
  ]
  for (const [url, publicOnly, expected] of texts) {
    it(`${expected === null ? 'takes' : 'refuses'} ${url} as an address (${publicOnly ? 'production' : 'default'})`, () => {
      const found = urlRefusal(url, { publicOnly })
      if (expected === null) expect(found).to.equal(null)
      else expect(found).to.match(expected)
    })
  }
})
