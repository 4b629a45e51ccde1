import type { Dialect } from '../../../config/index.ts'

/** The part of a dialect that calls to the platform need. */
export type SocialDialect = Readonly<
  Pick<Dialect, 'exchangeGrantType' | 'exchangeTokenParameter' | 'accountField' | 'replyKind'>
> & { readonly scopes: readonly string[]; readonly subscribedFields: readonly string[] }

/** This service as the platform knows it, and where the platform is. */
export interface SocialApp {
  appId: string
  appSecret: string
  authorizeUrl: string
  graphUrl: string
  /** Where the platform sends the seller's browser back to. */
  redirectUri: string
  /** Words in which platforms of the same kind differ; data, so that one adapter serves them all. */
  dialect: SocialDialect
  /** For one call. */
  requestTimeoutMs: number
  /** Auto-replies that one account may post. */
  repliesPerSecondMax: number
}

export interface LongLivedToken {
  token: string
  /** Null when the platform did not say. */
  lifetimeSeconds: number | null
}

export interface SocialPage {
  id: string
  accessToken: string
  /** The linked professional account, if any. */
  accountId: string | null
}

export interface SocialReply {
  commentId: string
  message: string
  accountId: string
  pageId: string
  /** The seller's long-lived token. */
  token: string
}

/**
 * The platform that the seller's account lives on. Every method rejects with a `SocialPlatformError` when the platform
 * refuses, and with an `HttpCallError` when it does not answer.
 */
export interface SocialPlatform {
  /** Where the seller's browser goes to grant access; `state` comes back with it. */
  authorizationUrl(state: string): string
  exchangeCode(code: string): Promise<string>
  /** Also renews a token that is long-lived already. */
  exchangeForLongLived(token: string): Promise<LongLivedToken>
  /** All pages that the token's owner manages, in the platform's order. */
  listPages(token: string): Promise<SocialPage[]>
  fetchUsername(accountId: string, token: string): Promise<string>
  /** Asks that the page's comments be sent here. May be repeated. */
  subscribePage(page: Pick<SocialPage, 'id' | 'accessToken'>): Promise<void>
  isPageSubscribed(page: Pick<SocialPage, 'id' | 'accessToken'>): Promise<boolean>
  reply(reply: SocialReply): Promise<void>
}
