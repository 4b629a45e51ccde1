import { createAccounts } from '../../../src/auth/accounts.ts'
import { createApiKeys } from '../../../src/auth/apiKeys.ts'
import { createPasswords } from '../../../src/auth/passwords.ts'
import { createTokens } from '../../../src/auth/tokens.ts'
import { openDatabase } from '../../../src/persistence/database.ts'
import { createClock } from '../../../src/runtime/clock.ts'
import { createEncryption } from '../../../src/runtime/encryption.ts'
import { createIds } from '../../../src/runtime/ids.ts'
import { median, report } from '../report.ts'

/** Failed logins must not tell whether an account exists: their times may differ by 5 % at most. */
const ROUNDS = 100
const SECRET = 'x'.repeat(32)

const database = await openDatabase({})
const clock = createClock()
const ids = createIds(clock)
const accounts = createAccounts({
  database,
  clock,
  ids,
  passwords: await createPasswords({ costLog2: 15, atOnceMax: 2, waitingMax: 10 }),
  tokens: createTokens({
    database,
    clock,
    ids,
    secret: SECRET,
    accessTokenSeconds: 900,
    refreshTokenSeconds: 3_600,
  }),
  apiKeys: createApiKeys(SECRET),
  encryption: createEncryption([Buffer.alloc(32, 1)]),
})
const register = (email: string) => accounts.register({ name: 'Shop', email, password: 'correct horse' })
await register('known@shop.test')
const { tenant } = await register('inactive@shop.test')
await database.sql.query('update tenant set is_active = false where id = $1', [tenant.id])

const kinds = [
  ['unknown email', 'nobody@shop.test', 'wrong'],
  ['wrong password', 'known@shop.test', 'wrong'],
  ['inactive tenant, right password', 'inactive@shop.test', 'correct horse'],
] as const
const times = kinds.map((): number[] => [])

// In turns, each kind first as often as last, so that whatever else the machine does meets all of them alike.
for (let round = 0; round < ROUNDS; round++) {
  for (let turn = 0; turn < kinds.length; turn++) {
    const kind = (round + turn) % kinds.length
    const [, email, password] = kinds[kind] ?? kinds[0]
    const startedAt = performance.now()
    await accounts.login(email, password).catch(() => undefined)
    times[kind]?.push(performance.now() - startedAt)
  }
}
await database.close()

const medians = times.map(median)
// Each time against the mean of its own round, so that a machine that is busy for a while does not tell them apart.
const shares = times.map((own) =>
  median(own.map((time, round) => time / mean(times.map((kind) => kind[round] ?? time)))),
)
report([
  ...kinds.map(([name], kind) => ({ name: `login fails: ${name}`, value: medians[kind] ?? 0, unit: 'ms' })),
  {
    name: 'fastest by slowest, each within its round',
    value: Math.min(...shares) / Math.max(...shares),
    unit: 'ratio',
    goal: 0.95,
  },
])

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
