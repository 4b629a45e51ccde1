import { expect } from 'chai'
import { openEvents, ApiError } from '../../../src/client/index.ts'
import type { Database } from '../../../src/persistence/database.ts'
import type { ServerEvent } from '../../../src/protocol/events.ts'
import { eventually } from '../../support/eventually.ts'
import { startCuttableLine, type CuttableLine } from '../../support/ws/CuttableLine.ts'
import { GatewayFixture } from '../../support/ws/GatewayFixture.ts'

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => `comment ${String(from + n)}`)

describe('client: openEvents', () => {
  let database: Database
  let gateway: GatewayFixture
  let line: CuttableLine
  let tenant: { id: string; token: string }
  let events: ServerEvent[]
  let stops: (() => void)[]

  before(async () => {
    database = await GatewayFixture.openDatabase()
  })
  after(() => database.close())
  beforeEach(async () => {
    gateway = await GatewayFixture.start(database, { limits: { catchUpRowsMax: 3, catchUpEventsMax: 500 } })
    line = await startCuttableLine(gateway.origin)
    tenant = await gateway.tenant()
    events = []
    stops = []
  })
  afterEach(async () => {
    for (const stop of stops) stop()
    await line.stop()
    await gateway.stop()
  })

  const open = async (options: Partial<Parameters<typeof openEvents>[0]> = {}): Promise<() => void> => {
    const stop = await openEvents({
      baseUrl: line.origin,
      accessToken: tenant.token,
      onEvent: (event) => events.push(event),
      ...options,
    })
    stops.push(stop)
    return stop
  }
  const texts = (): string[] =>
    events.map((event) => (event.type === 'comment.new' ? event.data.text : event.type))

  it('hands on each event once and in order, however often the line breaks', async () => {
    await gateway.comments(tenant.id, ['before'])
    await open()
    for (let round = 0; round < 3; round++) {
      const first = round * 20 + 1
      await gateway.comments(tenant.id, numbered(first, first + 9))
      await eventually(() => events.length === first + 9)
      line.cut()
      await gateway.comments(tenant.id, numbered(first + 10, first + 19))
      line.mend()
      await eventually(() => events.length === first + 19)
    }
    expect(texts()).to.deep.equal(numbered(1, 60))
    expect(events.map(({ id }) => Number(id))).to.deep.equal(Array.from({ length: 60 }, (_, n) => n + 2))
    expect(line.opened).to.deep.equal([
      'GET /api/v1/ws HTTP/1.1',
      ...[11, 31, 51].map((since) => `GET /api/v1/ws?since=${String(since)} HTTP/1.1`),
    ])
  })

  it('says when too much was missed, and goes on from there', async () => {
    let resyncs = 0
    await open({ onResync: () => resyncs++ })
    await gateway.comments(tenant.id, ['seen'])
    await eventually(() => events.length === 1)
    line.cut()
    for (const text of numbered(1, 5)) await gateway.comments(tenant.id, [text])
    await gateway.prune(tenant.id, 4)
    line.mend()
    await eventually(() => resyncs === 1)
    await gateway.comments(tenant.id, ['after'])
    await eventually(() => texts().includes('after'))
    expect(texts()).to.deep.equal(['seen', 'after'])
    expect(resyncs).to.equal(1)
  })

  it('waits longer after each try that fails, and is quick again once it was live', async () => {
    await open()
    line.triedAt.length = 0
    line.cut()
    await eventually(() => line.triedAt.length === 4)
    const waits = line.triedAt.slice(1).map((at, n) => at - (line.triedAt[n] ?? 0))
    // Half of 400, 800 and 1,600 ms is the least that jitter leaves of them.
    for (const [n, wait] of waits.entries()) expect(wait).to.be.at.least(200 * 2 ** n - 10)
    line.mend()
    await eventually(() => line.opened.length === 2)
    await gateway.comments(tenant.id, ['live again'])
    await eventually(() => events.length === 1)
  })

  it('rejects when the token is refused', async () => {
    const error = await openEvents({
      baseUrl: line.origin,
      accessToken: 'no-token',
      onEvent: () => undefined,
    }).then(
      () => null,
      (refusal: unknown) => refusal,
    )
    expect(error).to.be.instanceOf(ApiError)
    expect(error).to.include({ status: 401, code: 'authentication_required' })
    expect(line.triedAt).to.have.length(1)
  })

  it('asks for a new token when one has run out, and says so when that is refused as well', async () => {
    const asked: boolean[] = []
    const ends: unknown[] = []
    await open({
      accessToken: (wasRefused) => {
        asked.push(wasRefused)
        return wasRefused ? tenant.token : 'run-out'
      },
      onEnd: (error) => ends.push(error),
    })
    expect(asked).to.deep.equal([false, true])
    gateway.tokens.clear()
    line.cut()
    line.mend()
    await eventually(() => ends.length > 0)
    expect(asked).to.deep.equal([false, true, false, true])
    expect(ends).to.have.length(1)
    expect(ends[0]).to.include({ status: 401, code: 'authentication_required' })
  })

  it('rejects a token that cannot be one, and tries again while there is none to be had', async () => {
    const refusal = await openEvents({
      baseUrl: line.origin,
      accessToken: 'not a token',
      onEvent: () => undefined,
    }).catch((error: unknown) => error)
    expect(refusal).to.have.property('name', 'SyntaxError')
    let asked = 0
    await open({
      accessToken: () => {
        if (++asked < 3) throw new ApiError({ status: 0, code: 'unreachable', message: 'gone' })
        return tenant.token
      },
    })
    expect(asked).to.equal(3)
  })

  it('once stopped, connects no more, also when it was waiting to', async () => {
    const tries = { stopped: 0, other: 0 }
    /** A stream that counts its connections: each asks for the token. */
    const counted = (name: keyof typeof tries) =>
      open({
        accessToken: () => {
          tries[name]++
          return tenant.token
        },
      })
    const stop = await counted('stopped')
    await counted('other')
    line.cut()
    await eventually(() => tries.stopped >= 2)
    stop()
    const { stopped, other } = tries
    // Both wait equally long between two tries, so the stopped one would have tried by now as well.
    await eventually(() => tries.other >= other + 3)
    expect(tries.stopped).to.equal(stopped)
  })
})
