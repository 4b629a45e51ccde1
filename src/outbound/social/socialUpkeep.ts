import { nextConnection, RENEW_BEFORE_EXPIRY_MS } from '../../../machines/socialConnection/index.ts'
import type { Sql } from '../../persistence/sql.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Encryption } from '../../runtime/encryption.ts'
import type { ConnectionStore } from './connectionStore.ts'
import {
  TOKEN_COLUMN,
  TOKEN_LIFETIME_DEFAULT_SECONDS,
  type SocialConnections,
  type TellTenant,
} from './SocialConnections.ts'
import type { SocialPlatform } from './SocialPlatform.ts'
import { SocialPlatformError } from './SocialPlatformError.ts'

/** A page's subscription is looked at again after this, ms. */
export const SUBSCRIPTION_CHECK_MS = 24 * 3_600_000

export interface SocialUpkeepOptions {
  sql: Sql
  store: ConnectionStore
  connections: SocialConnections
  platform: SocialPlatform
  encryption: Encryption
  clock: Clock
  tell: TellTenant
  /** Something went wrong with one tenant; the others are not concerned, and it is tried again at the next round. */
  onFailure: (tenantId: string, error: unknown) => void
}

interface DueRow {
  tenantId: string
  username: string | null
  pageId: string
  token: string
  tokenExpiresAt: number
  isSubscriptionDue: boolean
}

const DUE = `
  select id as "tenantId", social_username as username, social_page_id as "pageId", social_access_token as token,
         (extract(epoch from social_token_expires_at) * 1000)::float8 as "tokenExpiresAt",
         coalesce(social_subscribed_at <= $2::timestamptz, true) as "isSubscriptionDue"
    from tenant
   where social_status = 'connected' and social_access_token is not null and social_page_id is not null
     and (social_token_expires_at <= $1::timestamptz or coalesce(social_subscribed_at <= $2::timestamptz, true))`

/**
 * Looks after all connections once: exchanges tokens that are about to run out, gives up those that have, and makes
 * sure that pages are still subscribed, since a page that is not loses every comment silently. Every step may be
 * repeated, so that several nodes doing it at once do no harm.
 */
export async function keepConnections(options: SocialUpkeepOptions): Promise<void> {
  const { sql, clock } = options
  const now = clock.now()
  const due = await sql.query<DueRow>(DUE, [
    new Date(now + RENEW_BEFORE_EXPIRY_MS).toISOString(),
    new Date(now - SUBSCRIPTION_CHECK_MS).toISOString(),
  ])
  for (const row of due) await keepOne(options, row, now)
}

async function keepOne(options: SocialUpkeepOptions, row: DueRow, now: number): Promise<void> {
  const { tenantId, username, tokenExpiresAt } = row
  try {
    const checked = nextConnection(
      { status: 'connected', username, tokenExpiresAt },
      { type: 'checked', at: now },
    )
    if (checked.status === 'needs_reconnect') {
      const announcements = await options.store.step(tenantId, { type: 'checked', at: now }, row.token)
      if (announcements !== null) await options.tell(tenantId, announcements)
      return
    }
    const token = options.encryption.decrypt(row.token, { tenantId, column: TOKEN_COLUMN })
    if (row.isSubscriptionDue) await keepSubscription(options, row, token, now)
    if (checked.renewalDue) await renewToken(options, row, token, now)
  } catch (error) {
    if (error instanceof SocialPlatformError && error.kind === 'token_rejected') {
      await options.connections.rejectToken(tenantId, row.token)
    } else {
      options.onFailure(tenantId, error)
    }
  }
}

async function keepSubscription(
  options: SocialUpkeepOptions,
  row: DueRow,
  token: string,
  now: number,
): Promise<void> {
  const page = (await options.platform.listPages(token)).find(({ id }) => id === row.pageId)
  if (page === undefined) throw new Error('The connected page is no longer among the pages of the account')
  if (!(await options.platform.isPageSubscribed(page))) await options.platform.subscribePage(page)
  await options.sql.query(
    `update tenant set social_subscribed_at = $3::timestamptz where id = $1::uuid and social_page_id = $2`,
    [row.tenantId, row.pageId, new Date(now).toISOString()],
  )
}

async function renewToken(
  options: SocialUpkeepOptions,
  row: DueRow,
  token: string,
  now: number,
): Promise<void> {
  const { tenantId, username } = row
  const renewed = await options.platform.exchangeForLongLived(token)
  const step = nextConnection(
    { status: 'connected', username, tokenExpiresAt: row.tokenExpiresAt },
    {
      type: 'tokenRenewed',
      tokenExpiresAt: now + (renewed.lifetimeSeconds ?? TOKEN_LIFETIME_DEFAULT_SECONDS) * 1_000,
    },
  )
  await options.sql.query(
    `update tenant set social_access_token = $3, social_token_expires_at = $4::timestamptz, updated_at = $5::timestamptz
      where id = $1::uuid and social_access_token = $2`,
    [
      tenantId,
      row.token,
      options.encryption.encrypt(renewed.token, { tenantId, column: TOKEN_COLUMN }),
      new Date(step.tokenExpiresAt ?? now).toISOString(),
      new Date(now).toISOString(),
    ],
  )
}
