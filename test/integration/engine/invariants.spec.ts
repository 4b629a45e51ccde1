import { expect } from 'chai'
import type { Database } from '../../../src/persistence/database.ts'
import type { TransactionSql } from '../../../src/persistence/sql.ts'
import { checkInvariants } from '../../support/checkers/checkInvariants.ts'
import type { Evidence, Heard } from '../../support/checkers/Evidence.ts'
import { openTestDatabase } from '../../support/database.ts'
import { EngineFixture, FakeClock } from '../../support/engine/EngineFixture.ts'

/** How a database is spoiled, and how the line begins that must tell of it. */
type Doctored = [title: string, statements: string[], line: RegExp]

const CLOSED_AUCTION = `(select id from auction_item where outcome = 'won' and time_limit_seconds is null)`
const SALE = `(select id from auction_item where mode = 'fixed_price')`
const SECOND_ITEM = `insert into auction_item
  select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid()))).* from auction_item i where id = ${SALE}`

const DOCTORED: Doctored[] = [
  [
    'an acknowledged comment without outcome',
    [`delete from ignored_comment where reason = 'question'`],
    /^I1 comment \d+ of tenant .* has 0 outcomes/,
  ],
  [
    'a comment that is a bid and ignored',
    [
      `insert into ignored_comment (partition, position, tenant_id, reason, decided_at)
       select partition, comment_position, tenant_id, 'question', now() from bid limit 1`,
    ],
    /^I1 comment .* has 2 outcomes/,
  ],
  [
    'an outcome of no comment',
    [`update ignored_comment set position = position + 100000 where reason = 'question'`],
    /^I1 outcome question stands at/,
  ],
  [
    'a position that lags behind what is decided',
    [`update partition set position = 0`],
    /^I1 comment \d+ is decided, but/,
  ],
  [
    'a comment that nobody decides',
    [
      `insert into inbox_comment select partition, position + 100000, tenant_id, gen_random_uuid(), 'late', username,
              display_name, from_id, text, media_id, commented_at, received_at from inbox_comment limit 1`,
    ],
    /^I1 comment \d+ of tenant .* was never decided/,
  ],
  [
    'one comment taken in twice',
    [
      `insert into inbox_comment select partition, position + 100000, tenant_id, gen_random_uuid(), comment_id, username,
              display_name, from_id, text, media_id, commented_at, received_at from inbox_comment limit 1`,
    ],
    /^I2 comment .* is 2 times in the inbox/,
  ],
  [
    'two bids of one comment',
    [
      'alter table bid drop constraint bid_comment_unique',
      `insert into bid select gen_random_uuid(), tenant_id, auction_item_id, user_id, social_username, social_comment_id,
              bid_type, amount, 'lost', is_matched, comment_timestamp, now(), created_at, partition, comment_position
         from bid where bid_type = 'bid' limit 1`,
    ],
    /^I2 comment \d+ made 2 bids/,
  ],
  [
    'two replies to one comment',
    [
      'drop index delivery_one_reply',
      `insert into delivery (id, tenant_id, kind, type, ordering_key, payload, comment_position, status, created_at)
       select gen_random_uuid(), tenant_id, 'reply', 'bid_accepted', 'x', '{}', comment_position, 'delivered', now()
         from bid cross join generate_series(1, 2) where bid_type = 'bid' and status = 'won'`,
    ],
    /^I2 comment \d+ is answered 2 times/,
  ],
  [
    'an event logged twice',
    [
      `update tenant_events set frames = frames || E'\\n' || split_part(frames, E'\\n', 1) where frames like 'c%'`,
    ],
    /^I2 event c\d+ .* is logged 2 times/,
  ],
  [
    'a lost start',
    [`delete from tenant_events where frames like '%auction.started%'`],
    /^I2 auction.started of item .* is logged 0 times/,
  ],
  ['a gap in the event log', [`delete from tenant_events where first_id = 2`], /^I2 event log of tenant/],
  [
    'a cart that was not told',
    [`update tenant_events set frames = replace(frames, 'cart.added', 'cart.lost')`],
    /^I2 tenant .* was told of 0 carts/,
  ],
  [
    'more claims than stock',
    [
      `update item_event set data = jsonb_set(data, '{event,input,stockQuantity}', '1') where item_id = ${SALE} and sequence = 1`,
    ],
    /^I3 claim at \d+ is number 2 of item .*, whose stock was 1/,
  ],
  [
    'two won claims of one viewer',
    [
      'drop index bid_one_winning_claim',
      `update bid set user_id = (select user_id from bid where bid_type = 'claim' limit 1) where bid_type = 'claim'`,
    ],
    /^I3 viewer .* won 2 claims/,
  ],
  ['a wrong count of claims', [`update auction_item set claims_accepted = 9 where id = ${SALE}`], /^I3 item/],
  [
    'a bid below the increment',
    [`update bid set amount = 12.99 where amount = 15`],
    /^I4 bid .* is 12.99 after 12/,
  ],
  [
    'a price that no bid made',
    [`update auction_item set final_price = 99 where id = ${CLOSED_AUCTION}`],
    /^I4 item .* stands at 99/,
  ],
  [
    'a claim at another price',
    [`update bid set amount = 1 where bid_type = 'claim'`],
    /^I4 claim .* is for 1/,
  ],
  [
    'a winner who did not bid most',
    [
      `update bid set status = 'lost' where auction_item_id = ${CLOSED_AUCTION} and amount = 15`,
      `update bid set status = 'won' where auction_item_id = ${CLOSED_AUCTION} and amount = 12`,
    ],
    /^I5 item .* won at 12.00 of at most 15/,
  ],
  [
    'a bid that is pending after the close',
    [`update bid set status = 'pending', processed_at = null where amount = 12`],
    /^I5 item .* has 1 winning and 1 pending/,
  ],
  [
    'a bid after the close',
    [`update auction_item set closed_at_position = opened_at_position where id = ${CLOSED_AUCTION}`],
    /^I5 bid at \d+ came after item/,
  ],
  [
    'an event after the close',
    [
      `insert into item_event select item_id, sequence + 1, tenant_id, position, 'extend', data - 'decisions', at
         from item_event where item_id = ${CLOSED_AUCTION} and type = 'close'`,
    ],
    /^I5 extend is logged for item .* after its close/,
  ],
  [
    'an item closed twice',
    [
      `insert into item_event select item_id, sequence + 1, tenant_id, position, type, data, at
         from item_event where item_id = ${CLOSED_AUCTION} and type = 'close'`,
    ],
    /^I5 item .* was closed 2 times/,
  ],
  [
    'a claim without cart',
    [`delete from cart_event where id = (select min(id::text)::uuid from cart_event)`],
    /^I6 claim .* has 0 cart events/,
  ],
  [
    'a cart of another viewer',
    [`update cart_event set user_id = gen_random_uuid()`],
    /^I6 cart event .* belongs to no claim/,
  ],
  [
    'a cart without webhook',
    [`delete from delivery where type = 'cart.created'`],
    /^I6 cart event .* has no webhook/,
  ],
  [
    'a cart with two webhooks',
    [
      `insert into delivery (id, tenant_id, kind, type, ordering_key, payload, status, created_at)
       select gen_random_uuid(), tenant_id, kind, type, ordering_key, payload, status, created_at
         from delivery where type = 'cart.created'`,
    ],
    /^I6 cart event .* has 2 webhooks/,
  ],
  [
    'two running items in a session',
    ['drop index auction_item_one_running', SECOND_ITEM],
    /^I7 session .* has 2 running items/,
  ],
  [
    'an item offered before the one before it closed',
    ['drop index auction_item_one_running', SECOND_ITEM],
    /^I7 item .* was put on offer at/,
  ],
  [
    'an item closed before its time',
    [`update auction_item set closed_at = closed_at - interval '1 s' where time_limit_seconds is not null`],
    /^I8 item .* closed by its clock at/,
  ],
  [
    'a countdown that began twice',
    [
      `insert into item_event select item_id, sequence + 100, tenant_id, position, type, data, at
         from item_event where data -> 'decisions' @> '[{"type": "countdownStarted"}]'`,
    ],
    /^I8 the countdown of item .* began 2 times/,
  ],
  [
    'a bid that counted after the end',
    [
      `update bid set created_at = created_at + interval '1 h'
        where auction_item_id = (select id from auction_item where time_limit_seconds is not null)`,
    ],
    /^I8 bid at .* counted after item/,
  ],
  [
    'a row that the log does not give',
    [`update auction_item set extensions = 7 where id = ${CLOSED_AUCTION}`],
    /^I9 item .*extensions/,
  ],
  [
    'a bid by a viewer of another tenant',
    [
      `update bid set user_id = (select id from viewer v where v.tenant_id <> bid.tenant_id limit 1) where amount = 12`,
    ],
    /^I10 bid of tenant .* names viewer/,
  ],
  [
    'an event of another tenant',
    [
      `update tenant_events e set frames = 'c' || (select min(position) from inbox_comment i where i.tenant_id <> e.tenant_id)
        where frames like 'c%'`,
    ],
    /^I10 event log of tenant .* tells c\d+/,
  ],
  [
    'a cart told after the end',
    [
      `update delivery set sequence = sequence + 100000 where type = 'cart.created' or ordering_key = ${CLOSED_AUCTION}::text and type = 'auction.started'`,
    ],
    /^I13 .* comes (after its auction.ended|before its auction.started)/,
  ],
  [
    'a start that no shop hears of',
    [`delete from delivery where type = 'auction.started'`],
    /^I13 item .* has no webhook auction.started/,
  ],
  [
    'an end recorded twice',
    [
      `insert into delivery (id, tenant_id, kind, type, ordering_key, payload, status, created_at)
       select gen_random_uuid(), tenant_id, kind, type, ordering_key, payload, status, created_at
         from delivery where type = 'auction.ended'`,
    ],
    /^I13 item .* has 2 webhooks auction.ended/,
  ],
]

describe('what always holds', () => {
  let database: Database
  let sound: Omit<Evidence, 'sql'>
  const heard: Heard[] = []

  before(async () => {
    database = await openTestDatabase()
    const clock = new FakeClock()
    const fixture = await EngineFixture.start({ sql: database.sql, clock })
    const [one, other, third] = [await fixture.show(), await fixture.show(), await fixture.show()]
    const say = (tenantId: string, text: string, by: string) =>
      fixture.engine.takeIn([fixture.comment(tenantId, text, { by, id: `${by} ${text}` })])
    const itemId = await fixture.auction(one)
    await say(one.tenantId, '12', 'ayse')
    await say(one.tenantId, 'is it 20?', 'can')
    await say(one.tenantId, '15', 'can')
    await fixture.offer(other, 'fixed_price')
    await say(other.tenantId, 'mine', 'lena')
    await say(other.tenantId, 'mine', 'omar')
    await fixture.engine.close({ tenantId: one.tenantId, itemId })
    await fixture.auction(third, 60)
    await say(third.tenantId, '20', 'mia')
    clock.millis += 60_000
    await fixture.settled(third.tenantId)
    await fixture.engine.stop()
    heard.push(...fixture.frames)
    sound = { heard, shopsListen: true }
  })
  after(() => database.close())

  /** What the checkers say of a database that these statements spoiled; it is whole again afterwards. */
  const checked = async (statements: readonly string[]): Promise<string[]> => {
    let lines: string[] = []
    const undo = new Error('undo')
    const spoiled = async (sql: TransactionSql): Promise<never> => {
      for (const statement of statements) await sql.query(statement)
      lines = await checkInvariants({ ...sound, sql })
      throw undo
    }
    await database.sql.transaction(spoiled).catch((error: unknown) => {
      if (error !== undo) throw error
    })
    return lines
  }
  const expectLine = (lines: readonly string[], line: RegExp): void => {
    expect(
      lines.some((one) => line.test(one)),
      `${lines.join('\n')}\nlacks ${line.source}`,
    ).to.equal(true)
  }
  const seen = (evidence: Partial<Evidence>) => checkInvariants({ sql: database.sql, ...evidence })

  it('holds after an ordinary show', async () => {
    expect(await checked([])).to.deep.equal([])
  })

  for (const [title, statements, line] of DOCTORED) {
    it(`finds ${title}`, async () => {
      expectLine(await checked(statements), line)
    })
  }

  it('finds an acknowledged comment that is not in the inbox', async () => {
    const lost = { tenantId: crypto.randomUUID(), commentId: 'c', fromId: 'f', text: 'mine' }
    expectLine(await seen({ acknowledged: [lost] }), /^I1 comment “mine” \(c\) was acknowledged/)
  })
  it('finds a deadline that was told too late, and one told too early', async () => {
    const shifted = (ms: number) => heard.map((one) => ({ ...one, at: one.at + ms }))
    expectLine(
      await seen({ heard: shifted(3_000), lateMsMax: 2_000 }),
      /^I8 the end of .* told 3000 ms after/,
    )
    expectLine(await seen({ heard: shifted(-1) }), /^I8 the end of .* told -1 ms after/)
  })
  it('finds a commit of a stale owner, and one that is not on record', async () => {
    const batch = (batchId: string, epoch: number) => ({ batchId, epochs: new Map([[0, epoch]]) })
    const lines = await seen({ committed: [batch('new', 999), batch('old', 998)] })
    expectLine(lines, /^I11 batch old took effect in partition 0 under epoch 998, after 999/)
    expectLine(lines, /^I11 partition 0 records batch/)
    expectLine(await seen({ committed: [batch('new', 999)] }), /^I11 partition 0 went back to epoch/)
  })
  it('finds an event that was told and never committed, altered, or told twice', async () => {
    const [first] = heard
    if (first === undefined) throw new Error('nothing was heard')
    const altered = { ...first.frame, json: '{}' }
    const uncommitted = { ...first.frame, id: 10_000 }
    expectLine(
      await seen({ heard: [{ ...first, frame: altered }] }),
      /^I11 .* was told as \{\} and is logged as/,
    )
    expectLine(await seen({ heard: [{ ...first, frame: uncommitted }] }), /^I11 .* told and never committed/)
    expectLine(await seen({ heard: [first, first] }), /^I11 .* was told after/)
  })
  it('finds an answered command that left no trace', async () => {
    const answered = [
      { command: 'close', tenantId: crypto.randomUUID(), itemId: crypto.randomUUID() },
    ] as const
    expectLine(await seen({ answered }), /^I12 close of .* left no trace/)
  })
  it('finds webhooks that were never recorded, changed their body or came out of order', async () => {
    const [started, ended] = await database.sql.query<{ id: string }>(
      `select id from delivery where ordering_key = ${CLOSED_AUCTION}::text and kind = 'webhook' order by sequence`,
    )
    const webhook = (id = 'unknown', body = '{}') => ({ id, body })
    expectLine(await seen({ received: [webhook()] }), /^I13 a shop received unknown/)
    const twice = [webhook(started?.id), webhook(started?.id, '{"a":1}')]
    expectLine(await seen({ received: twice }), /^I13 .* was sent with two bodies/)
    const swapped = [webhook(ended?.id), webhook(started?.id)]
    expectLine(await seen({ received: swapped }), /^I13 .* arrived after a later webhook/)
  })
})
