import type { SocialAnnouncement, SocialConnectionEvent } from '../../../machines/socialConnection/index.ts'
import { AppError } from '../../runtime/errors.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Encryption } from '../../runtime/encryption.ts'
import type { ConnectionStore } from './connectionStore.ts'
import type { SocialPage, SocialPlatform } from './SocialPlatform.ts'

/** 60 days: the life of a long-lived token when the platform does not say. */
export const TOKEN_LIFETIME_DEFAULT_SECONDS = 5_184_000

/** Tells the seller, and lets the engine read the tenant anew; called after the change is stored. */
export type TellTenant = (tenantId: string, announcements: readonly SocialAnnouncement[]) => Promise<void>

export interface SocialConnectionsOptions {
  store: ConnectionStore
  platform: SocialPlatform
  encryption: Encryption
  clock: Clock
  tell: TellTenant
}

/** Connects sellers to their social accounts and keeps what that needs. */
export interface SocialConnections {
  /** Where to send the seller’s browser; the state that comes back is the tenant’s id. @throws AppError `social_connect_failed` */
  authorizationUrl(tenantId: string): string
  /**
   * Finishes the authorization that the platform sent back. Returns the account's username.
   * @throws AppError `no_pages`, `no_professional_account`, else `social_connect_failed`
   */
  connect(tenantId: string, code: string): Promise<string>
  /** Forgets account, page and token. Nothing happens when there are none. */
  disconnect(tenantId: string): Promise<void>
  /** The platform turned down this very token (a ciphertext): calls stop until the seller connects again. */
  rejectToken(tenantId: string, token: string): Promise<void>
}

export const TOKEN_COLUMN = 'socialAccessToken'

export function createSocialConnections(options: SocialConnectionsOptions): SocialConnections {
  const { store, platform, encryption, clock, tell } = options

  const connect = async (tenantId: string, code: string): Promise<string> => {
    if (!(await store.exists(tenantId))) throw new AppError('social_connect_failed')
    const shortLived = await platform.exchangeCode(code)
    const { token, lifetimeSeconds } = await platform.exchangeForLongLived(shortLived)
    const page = await firstLinkedPage(token)
    const username = await platform.fetchUsername(page.accountId, token)
    await platform.subscribePage(page)
    const now = clock.now()
    const expiresAt = now + (lifetimeSeconds ?? TOKEN_LIFETIME_DEFAULT_SECONDS) * 1_000
    const told = await store.link(tenantId, {
      accountId: page.accountId,
      pageId: page.id,
      username,
      token: encryption.encrypt(token, { tenantId, column: TOKEN_COLUMN }),
      expiresAt,
      now,
    })
    for (const { tenantId: reached, announcements } of told) await tell(reached, announcements)
    return username
  }

  const firstLinkedPage = async (token: string): Promise<SocialPage & { accountId: string }> => {
    const pages = await platform.listPages(token)
    if (pages.length === 0) throw new AppError('no_pages')
    for (const page of pages) {
      if (page.accountId !== null) return { ...page, accountId: page.accountId }
    }
    throw new AppError('no_professional_account')
  }

  const step = async (tenantId: string, event: SocialConnectionEvent, token?: string): Promise<void> => {
    const announcements = await store.step(tenantId, event, token)
    if (announcements !== null) await tell(tenantId, announcements)
  }

  return {
    authorizationUrl(tenantId) {
      try {
        return platform.authorizationUrl(tenantId)
      } catch (error) {
        throw connectFailed(error)
      }
    },
    connect: (tenantId, code) =>
      connect(tenantId, code).catch((error: unknown) => {
        throw connectFailed(error)
      }),
    disconnect: (tenantId) => step(tenantId, { type: 'disconnected' }),
    rejectToken: (tenantId, token) => step(tenantId, { type: 'tokenRejected' }, token),
  }
}

const connectFailed = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('social_connect_failed', { cause: error })
