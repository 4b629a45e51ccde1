import {
  nextConnection,
  type SocialAnnouncement,
  type SocialConnectionEvent,
  type SocialConnectionState,
  type SocialConnectionStep,
} from '../../../machines/socialConnection/index.ts'
import type { Sql } from '../../persistence/sql.ts'
import { isId } from '../../runtime/ids.ts'

export interface LinkedAccount {
  accountId: string
  pageId: string
  username: string
  /** Ciphertext. */
  token: string
  /** Ms since the epoch. */
  expiresAt: number
  /** Ms since the epoch. */
  now: number
}

export interface ToldTenant {
  tenantId: string
  announcements: SocialAnnouncement[]
}

/** Where connections are kept: columns of the tenant's row, changed only as the state chart says. */
export interface ConnectionStore {
  exists(tenantId: string): Promise<boolean>
  /** Stores a new link and takes the account from whoever had it. Returns who is to hear what, the loser first. */
  link(tenantId: string, account: LinkedAccount): Promise<ToldTenant[]>
  /**
   * Moves a connection along its chart. With `token` (a ciphertext) only while that is still the stored one.
   * Returns what the seller is to hear; null when nothing changed.
   */
  step(tenantId: string, event: SocialConnectionEvent, token?: string): Promise<SocialAnnouncement[] | null>
}

const STATE = `
  select id as "tenantId", social_status as status, social_username as username,
         (extract(epoch from social_token_expires_at) * 1000)::float8 as "tokenExpiresAt",
         social_access_token as token
    from tenant`

interface StateRow extends SocialConnectionState {
  tenantId: string
  token: string | null
}

const FORGOTTEN = `social_account_id = null, social_page_id = null, social_username = null, social_access_token = null,
  social_token_expires_at = null, social_subscribed_at = null`

export function createConnectionStore(sql: Sql): ConnectionStore {
  const stepOf = (
    { status, username, tokenExpiresAt }: StateRow,
    event: SocialConnectionEvent,
  ): SocialConnectionStep => nextConnection({ status, username, tokenExpiresAt }, event)

  const write = async (
    trx: Pick<Sql, 'query'>,
    tenantId: string,
    step: SocialConnectionStep,
  ): Promise<void> => {
    const kept = step.status === 'disconnected' ? `, ${FORGOTTEN}` : ''
    await trx.query(`update tenant set social_status = $2${kept}, updated_at = now() where id = $1::uuid`, [
      tenantId,
      step.status,
    ])
  }

  return {
    async exists(tenantId) {
      if (!isId(tenantId)) return false
      return (await sql.query('select 1 from tenant where id = $1::uuid', [tenantId])).length > 0
    },

    link: (tenantId, account) =>
      sql.transaction(async (trx) => {
        // Two tenants that connect one account at the same moment: one after the other.
        await trx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [account.accountId])
        const losers = await trx.query<StateRow>(
          `${STATE} where social_account_id = $1 and id <> $2::uuid for update`,
          [account.accountId, tenantId],
        )
        const told: ToldTenant[] = []
        for (const loser of losers) {
          const step = stepOf(loser, { type: 'moved' })
          await write(trx, loser.tenantId, step)
          told.push({ tenantId: loser.tenantId, announcements: step.announcements })
        }
        const [row] = await trx.query<StateRow>(`${STATE} where id = $1::uuid for update`, [tenantId])
        if (row === undefined) throw new Error('The tenant is gone')
        const { username, expiresAt } = account
        const step = stepOf(row, { type: 'linked', username, tokenExpiresAt: expiresAt })
        await trx.query(
          `update tenant set social_account_id = $2, social_page_id = $3, social_username = $4,
                  social_access_token = $5, social_token_expires_at = $6::timestamptz, social_status = $7,
                  social_subscribed_at = $8::timestamptz, updated_at = $8::timestamptz
            where id = $1::uuid`,
          [
            tenantId,
            account.accountId,
            account.pageId,
            username,
            account.token,
            new Date(expiresAt).toISOString(),
            step.status,
            new Date(account.now).toISOString(),
          ],
        )
        return [...told, { tenantId, announcements: step.announcements }]
      }),

    step: (tenantId, event, token) =>
      sql.transaction(async (trx) => {
        const [row] = await trx.query<StateRow>(`${STATE} where id = $1::uuid for update`, [tenantId])
        if (row === undefined || (token !== undefined && row.token !== token)) return null
        const step = stepOf(row, event)
        if (step.status === row.status) return null
        await write(trx, tenantId, step)
        return step.announcements
      }),
  }
}
