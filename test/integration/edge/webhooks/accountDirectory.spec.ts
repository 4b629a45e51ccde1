import { expect } from 'chai'
import {
  createAccountDirectory,
  type AccountDirectory,
} from '../../../../src/edge/webhooks/AccountDirectory.ts'
import type { Database } from '../../../../src/persistence/database.ts'
import type { Sql } from '../../../../src/persistence/sql.ts'
import { openTestDatabase } from '../../../support/database.ts'

const ACCOUNT = '17841400000000001'
const OTHER = '17841400000000002'

describe('directory of accounts', function () {
  this.timeout(30_000)
  let database: Database
  let now: number
  let questions: number
  /** Questions wait for it. */
  let gate: Promise<unknown>
  let directory: AccountDirectory

  const sql: Pick<Sql, 'query'> = {
    async query<Row>(text: string, values?: readonly unknown[]) {
      questions++
      await gate
      return database.sql.query<Row>(text, values)
    },
  }
  const ask = async (...accounts: string[]) => [...(await directory.tenantsOf(accounts))]
  const connect = async (accountId: string | null): Promise<string> => {
    const id = crypto.randomUUID()
    await database.sql.query('update tenant set social_account_id = null')
    await database.sql.query(
      `insert into tenant (id, name, slug, email, password_hash, api_key, api_secret_hash, webhook_secret,
                           social_account_id, created_at, updated_at)
       values ($1, 'Shop', $2, $2, '', $2, '', '', $3, now(), now())`,
      [id, id, accountId],
    )
    return id
  }

  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database.close())
  beforeEach(() => {
    now = 1_000_000
    questions = 0
    gate = Promise.resolve()
    directory = createAccountDirectory(sql, { now: () => now })
  })

  it('knows whose an account is, and leaves out those that nobody connected', async () => {
    const tenantId = await connect(ACCOUNT)
    expect(await ask(ACCOUNT, OTHER, ACCOUNT)).to.deep.equal([[ACCOUNT, tenantId]])
    expect(await ask(OTHER, ACCOUNT)).to.deep.equal([[ACCOUNT, tenantId]])
    expect(questions).to.equal(1)
  })

  it('asks once for all who want to know the same at the same time', async () => {
    const tenantId = await connect(ACCOUNT)
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(ACCOUNT)))
    for (const answer of answers) expect(answer).to.deep.equal([[ACCOUNT, tenantId]])
    expect(questions).to.equal(1)
  })

  it('asks anew before an answer is too old, while everyone goes on with the one at hand', async () => {
    const first = await connect(ACCOUNT)
    await ask(ACCOUNT)
    const second = await connect(ACCOUNT)
    const open = Promise.withResolvers<undefined>()
    gate = open.promise
    now += 600
    expect(await ask(ACCOUNT), 'nobody waits').to.deep.equal([[ACCOUNT, first]])
    expect(await ask(ACCOUNT)).to.deep.equal([[ACCOUNT, first]])
    expect(questions).to.equal(2)
    open.resolve(undefined)
    now += 600
    expect(await ask(ACCOUNT), 'older than a second').to.deep.equal([[ACCOUNT, second]])
  })

  it('sees what another node changed after a second', async () => {
    await connect(ACCOUNT)
    await ask(ACCOUNT)
    await connect(null)
    now += 1_000
    expect(await ask(ACCOUNT)).to.deep.equal([])
  })

  it('forgets at once, and an answer to a question from before is not kept', async () => {
    const first = await connect(ACCOUNT)
    const open = Promise.withResolvers<undefined>()
    gate = open.promise
    const before = ask(ACCOUNT)
    directory.forget()
    open.resolve(undefined)
    expect(await before).to.deep.equal([[ACCOUNT, first]])
    const second = await connect(ACCOUNT)
    expect(await ask(ACCOUNT)).to.deep.equal([[ACCOUNT, second]])
  })

  it('passes a failure on to those who need the answer, and to nobody else', async () => {
    const tenantId = await connect(ACCOUNT)
    await ask(ACCOUNT)
    gate = Promise.reject(new Error('away'))
    gate.catch(() => undefined)
    now += 600
    expect(await ask(ACCOUNT)).to.deep.equal([[ACCOUNT, tenantId]])
    now += 600
    const failure: unknown = await ask(ACCOUNT).catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(Error).with.property('message', 'away')
    gate = Promise.resolve()
    expect(await ask(ACCOUNT)).to.deep.equal([[ACCOUNT, tenantId]])
  })
})
