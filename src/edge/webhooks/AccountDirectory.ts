import type { Sql } from '../../persistence/sql.ts'
import type { Clock, Millis } from '../../runtime/clock.ts'

/** Which tenant a social account belongs to. */
export interface AccountDirectory {
  /** Tenant ids by account id; unknown accounts are missing. Rejects when the database must be asked and is away. */
  tenantsOf(accountIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** To be called whenever an account is connected, moved or disconnected in this process. */
  forget(): void
}

interface Answer {
  /** Null: nobody's. */
  tenantId: string | null
  askedAt: Millis
}

/** What was found out since the directory last forgot. */
interface Knowledge {
  answers: Map<string, Answer>
  /** Questions under way, by the account they are about. */
  questions: Map<string, Promise<void>>
}

/** Other nodes' changes are seen after this time. */
const KEPT_MS = 1_000
/** From this age on an answer is still used while it is asked for anew, so that no comment of a flood waits for it. */
const FRESH_MS = 500
const KEPT_MAX = 100_000

export function createAccountDirectory(sql: Pick<Sql, 'query'>, clock: Clock): AccountDirectory {
  let knowledge = nothing()

  /** Asks for all that nobody is asking for yet, in one query; resolves when all are answered. */
  async function find({ answers, questions }: Knowledge, accountIds: readonly string[]): Promise<void> {
    const unasked = accountIds.filter((accountId) => !questions.has(accountId))
    if (unasked.length > 0) {
      const question = ask(unasked, answers).finally(() => {
        for (const accountId of unasked) questions.delete(accountId)
      })
      for (const accountId of unasked) questions.set(accountId, question)
    }
    await Promise.all(accountIds.flatMap((accountId) => questions.get(accountId) ?? []))
  }

  async function ask(accountIds: readonly string[], answers: Map<string, Answer>): Promise<void> {
    const askedAt = clock.now()
    const rows = await sql.query<{ accountId: string; tenantId: string }>(
      `select social_account_id as "accountId", id as "tenantId" from tenant
        where social_account_id = any($1::text[]) and is_active`,
      [accountIds],
    )
    for (const accountId of accountIds) answers.set(accountId, { tenantId: null, askedAt })
    for (const { accountId, tenantId } of rows) answers.set(accountId, { tenantId, askedAt })
  }

  return {
    async tenantsOf(accountIds) {
      if (knowledge.answers.size > KEPT_MAX) knowledge = nothing()
      // Forgotten meanwhile: what is asked now serves this request alone.
      const mine = knowledge
      const { answers } = mine
      const wanted = new Set(accountIds)
      const now = clock.now()
      const stale: string[] = []
      let mustWait = false
      for (const accountId of wanted) {
        const age = now - (answers.get(accountId)?.askedAt ?? 0)
        if (age >= FRESH_MS) stale.push(accountId)
        if (age >= KEPT_MS) mustWait = true
      }
      if (stale.length > 0) {
        const found = find(mine, stale)
        if (mustWait) await found
        // Whoever needs the answer once it is too old asks again, and is told of the failure.
        else found.catch(() => undefined)
      }
      const tenants = new Map<string, string>()
      for (const accountId of wanted) {
        const tenantId = answers.get(accountId)?.tenantId ?? null
        if (tenantId !== null) tenants.set(accountId, tenantId)
      }
      return tenants
    },
    forget() {
      knowledge = nothing()
    },
  }
}

const nothing = (): Knowledge => ({ answers: new Map(), questions: new Map() })
