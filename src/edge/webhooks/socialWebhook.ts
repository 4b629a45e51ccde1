import type { Context } from 'koa'
import type { Engine, IncomingComment } from '../../engine/Engine.ts'
import type { Clock } from '../../runtime/clock.ts'
import { AppError } from '../../runtime/errors.ts'
import type { AccountDirectory } from './AccountDirectory.ts'
import { readBytes } from '../http/readBytes.ts'
import { parsePayload, type PayloadWords } from './parsePayload.ts'
import { equal, isSignedBy } from './signature.ts'

export const WEBHOOK_PATH = '/api/v1/webhooks/social'

export interface SocialWebhookOptions {
  engine: Pick<Engine, 'takeIn'>
  accounts: AccountDirectory
  clock: Clock
  log: { warn(fields: object, message: string): void; debug(fields: object, message: string): void }
  words: PayloadWords
  verifyToken: string | null
  appSecret: string | null
  /** Refuse posts without a signature. */
  signatureRequired: boolean
  bodyBytesMax: number
}

/** The platform's door: `GET` verifies the subscription, `POST` takes comments in and answers once they are stored. */
export function createSocialWebhook(options: SocialWebhookOptions) {
  return (ctx: Context): Promise<void> | void => {
    ctx.state.routePath = WEBHOOK_PATH
    if (ctx.method === 'POST') return receive(ctx, options)
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return verify(ctx, options.verifyToken)
    ctx.set('Allow', 'GET, HEAD, POST')
    if (ctx.method !== 'OPTIONS') throw new AppError('method_not_allowed')
    ctx.status = 204
  }
}

function verify(ctx: Context, verifyToken: string | null): void {
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = ctx.query
  const matches = verifyToken !== null && typeof token === 'string' && equal(token, verifyToken)
  // Plain text, so that a challenge made of markup stays a text.
  ctx.type = 'text/plain; charset=utf-8'
  ctx.status = mode === 'subscribe' && matches ? 200 : 403
  ctx.body = ctx.status === 200 ? (typeof challenge === 'string' ? challenge : '') : 'Forbidden'
}

async function receive(ctx: Context, options: SocialWebhookOptions): Promise<void> {
  const { appSecret, signatureRequired, words, clock, accounts, engine, log } = options
  const raw = await readBytes(ctx.req, options.bodyBytesMax)
  const body = parseJson(raw)
  const header = ctx.get('x-hub-signature-256')
  const isSigned = ctx.req.headers['x-hub-signature-256'] !== undefined
  const fails = isSigned ? appSecret !== null && !isSignedBy(header, raw, body, appSecret) : signatureRequired
  ctx.type = 'text/plain; charset=utf-8'
  if (fails) {
    ctx.status = 403
    ctx.body = 'Invalid signature'
    return
  }
  if (body === undefined) throw new AppError('malformed_json')
  const { comments, skipped } = parsePayload(body, words, clock.now())
  if (skipped.length > 0)
    log.warn({ skipped: skipped.slice(0, 10), count: skipped.length }, 'webhook: comments passed over')
  const tenants = await accounts.tenantsOf(comments.map((comment) => comment.accountId))
  const incoming: IncomingComment[] = []
  for (const { accountId, comment } of comments) {
    const tenantId = tenants.get(accountId)
    if (tenantId !== undefined) incoming.push({ tenantId, ...comment })
  }
  if (incoming.length < comments.length) {
    log.debug(
      { count: comments.length - incoming.length },
      'webhook: comments of accounts that nobody connected',
    )
  }
  await engine.takeIn(incoming)
  ctx.status = 200
  ctx.body = 'EVENT_RECEIVED'
}

/** Undefined when the bytes are no JSON. */
function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}
