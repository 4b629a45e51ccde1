import { expect } from 'chai'
import {
  buildRecording,
  parseRecording,
  steps,
  type Recording,
} from '../../../src/inspector/recording/index.ts'
import type { Database } from '../../../src/persistence/database.ts'
import { replay } from '../../../src/replay/replay.ts'
import { openTestDatabase } from '../../support/database.ts'
import { EngineFixture, FakeClock } from '../../support/engine/EngineFixture.ts'

type Show = Awaited<ReturnType<EngineFixture['show']>>

describe('replay', () => {
  let database: Database
  let fixture: EngineFixture
  let clock: FakeClock

  before(async () => {
    database = await openTestDatabase()
    clock = new FakeClock()
    fixture = await EngineFixture.start({ sql: database.sql, clock })
  })
  after(async () => {
    await fixture.engine.stop()
    await database.close()
  })

  const record = async ({ tenantId }: Show, itemId: string): Promise<Recording> => {
    const recording = await buildRecording(database.sql, tenantId, itemId)
    if (recording === undefined) throw new Error('no such item')
    return recording
  }
  const say = (tenantId: string, text: string, by: string) =>
    fixture.engine.takeIn([fixture.comment(tenantId, text, { by })])
  /** The recording as it would be after some statements on the item, which are taken back again. */
  async function altered({ tenantId }: Show, itemId: string, ...statements: string[]): Promise<Recording> {
    const read = Promise.withResolvers<Recording | undefined>()
    const undo = new Error('taken back')
    await database.sql
      .transaction(async (trx) => {
        for (const statement of statements) await trx.query(statement, [itemId])
        read.resolve(await buildRecording(trx, tenantId, itemId))
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
    const recording = await read.promise
    if (recording === undefined) throw new Error('no such item')
    return recording
  }

  /** An auction with chatter, refusals, an extension and anti-snipe, sold to can at 45. */
  async function auctioned(): Promise<{ show: Show; itemId: string }> {
    const settings = { antiSnipe: { windowSeconds: 5, extendSeconds: 10 }, secretSauce: 'whsec_abc' }
    const show = await fixture.show({ settings })
    const { tenantId } = show
    const itemId = await fixture.auction(show, 60)
    await say(tenantId, '20', 'ayse')
    await say(tenantId, 'so pretty', 'lena')
    await say(tenantId, '20.5', 'can')
    await say(tenantId, 'mine', 'omar')
    await fixture.engine.extend({ tenantId, itemId, seconds: 15 })
    clock.millis += 72_000
    await say(tenantId, '45 TL', 'can')
    clock.millis += 60_000
    await fixture.settled(tenantId)
    return { show, itemId }
  }

  it('given an auction with chatter, refusals, an extension and anti-snipe, then it is reproduced exactly, and told why', async () => {
    const { show, itemId } = await auctioned()
    const { lines, isSame } = replay(await record(show, itemId))
    expect(isSame, lines.join('\n')).to.equal(true)
    expect(lines.map((line) => line.replace(/^\d\S+ {2}/, '')).slice(1)).to.deep.equal([
      'the seller offers it by auction from 10: on offer',
      '@ayse “20”: bid_accepted: 20 ≥ 10 + 1',
      '@lena “so pretty”: no_amount: there is neither a number nor a claim phrase in the right place',
      '@can “20.5”: bid_too_low: 20.50 < 20 + 1',
      '@omar “mine”: claim_on_auction: it is an auction',
      'the seller extends by 15 s: 15 s more, until 12:01:15.000',
      'the clock: countdown until 12:01:15.000',
      '@can “45 TL”: bid_accepted: 45 ≥ 20 + 1, 7 s more (anti-snipe), until 12:01:22.000',
      'the clock: sold to @can at 45',
      'Reproduced exactly.',
    ])
  })

  it('given claims, a waiting list and raised stock, then it is reproduced exactly', async () => {
    const show = await fixture.show({ stock: 1 })
    const { tenantId, productId } = show
    const itemId = await fixture.offer(show, 'fixed_price')
    for (const by of ['a', 'b', 'a']) await say(tenantId, 'mine', by)
    await fixture.settled(tenantId)
    await database.sql.query('update product set stock_quantity = 2 where id = $1', [productId])
    await fixture.engine.productChanged({ tenantId, productId })
    for (const by of ['b', 'a']) await say(tenantId, 'mine', by)
    await fixture.engine.close({ tenantId, itemId })
    const { lines, isSame } = replay(await record(show, itemId))
    expect(isSame, lines.join('\n')).to.equal(true)
    expect(lines.at(-2)).to.contain('the seller closes: cancelled: 2 claimed at 10')
  })

  it('given an item that runs, then what was decided so far is reproduced exactly', async () => {
    const show = await fixture.show()
    const itemId = await fixture.auction(show, 60)
    await say(show.tenantId, '20', 'ayse')
    await fixture.settled(show.tenantId)
    const recording = await record(show, itemId)
    expect(replay(recording).lines.slice(-1)).to.deep.equal(['Reproduced exactly.'])
    expect(recording.ending).to.include({ status: 'active', closedAt: null, bids: 1 })
  })

  const item = (set: string): string => `update auction_item set ${set} where id = $1`
  const alterations: [what: string, statement: string, found: string][] = [
    ['another price', item('final_price = 46'), 'current price: stored 46, decided 45'],
    ['another winner', item('winner_user_id = gen_random_uuid()'), 'winner: stored '],
    ['another outcome', item(`outcome = 'claimed'`), 'outcome: stored claimed, decided won'],
    ['another stock', item('stock_quantity = 9'), 'stock: stored 9, decided 2'],
    ['another end', item(`closed_at = closed_at + interval '1 s'`), 'closed at: stored 2026-'],
    [
      'another bid that won',
      `update bid set status = 'lost' where auction_item_id = $1`,
      '@can “45 TL”: its bid: stored lost, decided won',
    ],
    [
      'another decision of the clock',
      `update item_event set data = jsonb_set(data, '{decisions}', '[]') where item_id = $1 and type = 'tick'`,
      'the clock: stored [], decided [{',
    ],
    [
      'another reason for a refusal',
      `update ignored_comment set reason = 'bid_too_high' where item_id = $1 and reason = 'bid_too_low'`,
      '@can “20.5”: reason: stored bid_too_high, decided bid_too_low',
    ],
    [
      'a bid that nobody decided',
      `insert into bid select gen_random_uuid(), tenant_id, auction_item_id, user_id, social_username, social_comment_id, bid_type,
              amount, 'lost', is_matched, comment_timestamp, processed_at, created_at, partition, -comment_position
         from bid where auction_item_id = $1 limit 1`,
      'stored bids: stored 3, decided 2',
    ],
  ]
  it('given anything else in the database than was decided, then it is found', async () => {
    const { show, itemId } = await auctioned()
    for (const [what, statement, found] of alterations) {
      const { lines, isSame } = replay(await altered(show, itemId, statement))
      expect(isSame, what).to.equal(false)
      expect(lines.filter((line) => line.startsWith('DIFFERS')).join('\n'), what).to.contain(found)
    }
    expect(replay(await record(show, itemId)).isSame).to.equal(true)
  })

  it('given settings that were stored just before a crash, when the item goes on, then it hears of them in its log and is reproduced exactly', async () => {
    const show = await fixture.show()
    const { tenantId } = show
    const itemId = await fixture.auction(show, 60)
    await say(tenantId, '20', 'ayse')
    await fixture.engine.stop()
    const rules = { maxBidFactor: 2, countdownSeconds: 20 }
    await database.sql.query('update tenant set settings = $2::jsonb where id = $1', [
      tenantId,
      JSON.stringify(rules),
    ])
    fixture = await EngineFixture.start({ sql: database.sql, clock })
    await say(tenantId, '50', 'can')
    clock.millis += 60_000
    await fixture.settled(tenantId)
    const recording = await record(show, itemId)
    const { lines, isSame } = replay(recording)
    expect(isSame, lines.join('\n')).to.equal(true)
    expect(lines.join('\n')).to.contain('the shop changes its rules: rules changed')
    expect(lines.join('\n')).to.contain('@can “50”: bid_too_high: 50 > 20 × 2')
    expect(lines.join('\n')).to.contain('sold to @ayse at 20')
    expect(recording.settings.rules.maxBidFactor).to.equal(null)
  })

  it('given an exported recording, when it is read back, then its steps are the same', async () => {
    const { show, itemId } = await auctioned()
    const recording = await record(show, itemId)
    const read = parseRecording(JSON.stringify(recording, null, 2))
    expect(read).to.deep.equal(recording)
    expect(steps(read)).to.deep.equal(steps(recording))
  })

  it('keeps no secret, token or address in a recording', async () => {
    const { show, itemId } = await auctioned()
    const tenant = '(select tenant_id from auction_item where id = $1)'
    const recording = await altered(
      show,
      itemId,
      `update tenant set email = 'owner@shop.example', api_key = 'key-sekrit', api_secret_hash = 'hash-sekrit', webhook_secret = 'hook-sekrit',
              social_access_token = 'token-sekrit', password_hash = 'pass-sekrit' where id = ${tenant}`,
      `update viewer set email = 'ayse@mail.example', external_user_id = 'customer-sekrit' where tenant_id = ${tenant}`,
      `update inbox_comment set text = 'write me: ayse@mail.example or call +90 (532) 123-45-67, 20' where tenant_id = ${tenant} and text = '20'`,
    )
    const text = JSON.stringify(recording)
    expect(text).to.contain('write me: [address] or call [number], 20')
    expect(text).not.to.match(/@\w+\.|sekrit|whsec|secretSauce|localhost/)
  })

  it('is refused by name past so many events, at the last of which it is still made', async () => {
    const { show, itemId } = await auctioned()
    const { length } = (await record(show, itemId)).events
    const within = await buildRecording(database.sql, show.tenantId, itemId, length)
    expect(within?.events).to.have.length(length)
    const refused = await buildRecording(database.sql, show.tenantId, itemId, length - 1).catch(
      (error: unknown) => error,
    )
    expect(refused).to.include({ code: 'recording_too_large' })
  })

  it('is not there for another tenant', async () => {
    const { itemId } = await auctioned()
    expect(await buildRecording(database.sql, crypto.randomUUID(), itemId)).to.equal(undefined)
  })
})
