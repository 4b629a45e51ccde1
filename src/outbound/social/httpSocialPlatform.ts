import {
  array,
  coerce,
  integer,
  nullable,
  number,
  optional,
  refine,
  string,
  type,
  validate,
  type Infer,
  type Struct,
} from 'superstruct'
import type { Clock } from '../../runtime/clock.ts'
import { HttpCallError, type HttpAnswer, type SendHttp } from '../httpCall.ts'
import type { SocialApp, SocialPage, SocialPlatform } from './SocialPlatform.ts'
import { refusalOf, SocialPlatformError } from './SocialPlatformError.ts'

const ANSWER_BYTES_MAX = 1_048_576
/** Result pages of one list; a platform that never stops paging is no platform. */
const LIST_PAGES_MAX = 100
/** A page's own token is asked for again after this, ms. */
const PAGE_TOKEN_LIFETIME_MS = 3_600_000

/** A text, from some platforms a number; one too large for a number has lost its last digits and is no id. */
const Id = coerce(string(), refine(number(), 'safe', Number.isSafeInteger), String)
const Seconds = coerce(integer(), string(), Number)
const Token = type({ access_token: string() })
const ExchangedToken = type({ access_token: string(), expires_in: optional(nullable(Seconds)) })
const Profile = type({ username: string() })
const Page = type({ id: Id, access_token: optional(string()) })
const PageList = type({
  data: array(Page),
  paging: optional(nullable(type({ next: optional(nullable(string())) }))),
})
const Linked = type({ id: Id })
const Subscriptions = type({ data: array(type({ id: optional(Id) })) })

type Parameters = Record<string, string>

/** Speaks the platform's Graph API over HTTP, in the words of the app's dialect. */
export function createHttpSocialPlatform(app: SocialApp, send: SendHttp, clock: Clock): SocialPlatform {
  const { dialect } = app
  const credentials = { client_id: app.appId, client_secret: app.appSecret }
  const pageTokens = new Map<string, { accessToken: string; userToken: string; until: number }>()

  const at = (path: string, parameters: Parameters): string => {
    const url = new URL(`${app.graphUrl.replace(/\/$/, '')}${path}`)
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return url.href
  }

  /** Tokens travel in a header: addresses end up in logs. */
  const bearer = (token: string | null): Parameters =>
    token === null ? {} : { authorization: `Bearer ${token}` }

  const understand = <T>(answer: HttpAnswer, shape: Struct<T>): T => {
    if (answer.status < 200 || answer.status > 299) throw refusalOf(answer, clock.now())
    const [failure, body] = validate(readJson(answer.body), shape, { coerce: true })
    if (failure !== undefined) throw new SocialPlatformError('unclear', answer.status, null)
    return body
  }

  const limits = { timeLimitMs: app.requestTimeoutMs, bodyBytesMax: ANSWER_BYTES_MAX }

  const get = async <T>(url: string, token: string | null, shape: Struct<T>): Promise<T> =>
    understand(await send({ method: 'GET', url, headers: bearer(token), ...limits }), shape)

  /** An accepted POST is done, whatever its answer looks like. */
  const post = async (path: string, token: string, { type: contentType, body }: Content): Promise<void> => {
    const headers = { ...bearer(token), 'content-type': contentType }
    const answer = await send({ method: 'POST', url: at(path, {}), headers, body, ...limits })
    if (answer.status < 200 || answer.status > 299) throw refusalOf(answer, clock.now())
  }

  /** The address of the next result page, on the same platform and without the token that it may carry. */
  const nextPage = (list: Infer<typeof PageList>): string | null => {
    const next = list.paging?.next
    if (next === undefined || next === null || !URL.canParse(next)) return null
    const url = new URL(next)
    if (url.origin !== new URL(app.graphUrl).origin) return null
    url.searchParams.delete('access_token')
    return url.href
  }

  const listPages = async (token: string): Promise<SocialPage[]> => {
    const pages: SocialPage[] = []
    let url: string | null = at('/me/accounts', { fields: `id,name,access_token,${dialect.accountField}` })
    for (let read = 0; url !== null && read < LIST_PAGES_MAX; read += 1) {
      const list: Infer<typeof PageList> = await get(url, token, PageList)
      for (const page of list.data) {
        const [, linked] = validate((page as Record<string, unknown>)[dialect.accountField], Linked, {
          coerce: true,
        })
        pages.push({
          id: page.id,
          accessToken: page.access_token ?? token,
          accountId: linked?.id ?? null,
        })
      }
      url = nextPage(list)
    }
    return pages
  }

  /** Private replies are the page's to send; its token comes with the list of pages and is kept for a while. */
  const pageToken = async (pageId: string, userToken: string): Promise<string> => {
    const known = pageTokens.get(pageId)
    if (known?.userToken === userToken && known.until > clock.now()) return known.accessToken
    const page = (await listPages(userToken)).find(({ id }) => id === pageId)
    if (page === undefined) throw new SocialPlatformError('refused', 404, null)
    const { accessToken } = page
    pageTokens.set(pageId, { accessToken, userToken, until: clock.now() + PAGE_TOKEN_LIFETIME_MS })
    return accessToken
  }

  return {
    authorizationUrl(state) {
      const url = new URL(app.authorizeUrl)
      const scope = dialect.scopes.join(',')
      const parameters = {
        client_id: app.appId,
        redirect_uri: app.redirectUri,
        state,
        scope,
        response_type: 'code',
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },

    async exchangeCode(code) {
      const parameters = { ...credentials, redirect_uri: app.redirectUri, code }
      return (await get(at('/oauth/access_token', parameters), null, Token)).access_token
    },

    async exchangeForLongLived(token) {
      const parameters = {
        grant_type: dialect.exchangeGrantType,
        ...credentials,
        [dialect.exchangeTokenParameter]: token,
      }
      const answer = await get(at('/oauth/access_token', parameters), null, ExchangedToken)
      return { token: answer.access_token, lifetimeSeconds: answer.expires_in ?? null }
    },

    listPages,

    async fetchUsername(accountId, token) {
      const path = `/${encodeURIComponent(accountId)}`
      return (await get(at(path, { fields: 'id,username' }), token, Profile)).username
    },

    subscribePage({ id, accessToken }) {
      const content = form({ subscribed_fields: dialect.subscribedFields.join(',') })
      return post(`/${encodeURIComponent(id)}/subscribed_apps`, accessToken, content)
    },

    async isPageSubscribed({ id, accessToken }) {
      const list = await get(at(`/${encodeURIComponent(id)}/subscribed_apps`, {}), accessToken, Subscriptions)
      return list.data.length > 0
    },

    async reply({ commentId, message, accountId, pageId, token }) {
      if (dialect.replyKind === 'comment') {
        await post(`/${encodeURIComponent(commentId)}/replies`, token, form({ message }))
      } else {
        const sender = await pageToken(pageId, token).catch(beforePosting)
        const content = { recipient: { comment_id: commentId }, message: { text: message } }
        await post(`/${encodeURIComponent(accountId)}/messages`, sender, json(content))
      }
    },
  }
}

/** What fails before the message itself is posted leaves no doubt: nothing was posted. */
function beforePosting(error: unknown): never {
  if (error instanceof HttpCallError) throw new HttpCallError(error.reason, false, error.durationMs, error)
  if (error instanceof SocialPlatformError && error.kind === 'unclear') {
    throw new SocialPlatformError('transient', error.status, error.platformCode)
  }
  throw error
}

interface Content {
  type: string
  body: string
}

const form = (fields: Record<string, string>): Content => ({
  type: 'application/x-www-form-urlencoded',
  body: new URLSearchParams(fields).toString(),
})

const json = (value: object): Content => ({ type: 'application/json', body: JSON.stringify(value) })

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
