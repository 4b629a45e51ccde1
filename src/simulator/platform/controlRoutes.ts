import type Router from '@koa/router'
import type { Context } from 'koa'
import {
  array,
  boolean,
  create,
  enums,
  integer,
  max,
  min,
  nullable,
  number,
  object,
  optional,
  string,
  StructError,
  type Struct,
} from 'superstruct'
import type { CrowdRunner } from './crowdRunner.ts'
import { FAULT_KINDS, FAULT_TARGETS, type FaultBook } from './faults.ts'
import { SELLER_SHAPES } from './seller.ts'
import type { SellerBook } from './sellerBook.ts'
import { liveMediaId, type Stage } from './stage.ts'
import type { WebhookSender } from './webhookSender.ts'

const count = (most: number) => max(min(integer(), 0), most)

const accountOrder = object({
  name: optional(string()),
  username: optional(string()),
  shape: optional(enums(SELLER_SHAPES)),
})
const commentOrder = object({
  accountId: string(),
  comments: array(object({ username: string(), text: string(), mediaId: optional(string()) })),
})
const faultOrder = object({
  target: enums(FAULT_TARGETS),
  kind: enums(FAULT_KINDS),
  times: optional(nullable(count(1_000_000))),
  delayMs: optional(count(3_600_000)),
  status: optional(count(599)),
  code: optional(integer()),
  regainMinutes: optional(number()),
})
const mannerOrder = object({
  duplicates: optional(count(20)),
  shuffle: optional(boolean()),
  jitterMs: optional(count(60_000)),
})
const crowdOrder = object({
  accountId: string(),
  mood: enums(['chat', 'auction', 'fixed_price']),
  seed: optional(string()),
  viewers: optional(max(min(integer(), 1), 10_000)),
  lines: optional(count(1_000_000)),
  perSecond: optional(count(2_000)),
  price: optional(count(1_000_000)),
})

interface Deps {
  sellers: SellerBook
  stage: Stage
  faults: FaultBook
  sender: WebhookSender
  crowd: CrowdRunner
}

/** What a person or a test does to the platform: speak as viewers, make accounts, let it misbehave. JSON throughout. */
export function addControlRoutes(router: Router, { sellers, stage, faults, sender, crowd }: Deps): void {
  router.get('/control/state', (context) => {
    context.body = {
      accounts: sellers.all().map(({ accountId, pageId, name, username, shape, subscribedFields }) => ({
        accountId,
        pageId,
        name,
        username,
        shape,
        subscribedFields,
        liveMediaId: liveMediaId(accountId),
      })),
      faults: faults.all(),
      manner: sender.manner,
      counts: { ...stage.counts(), ...sender.counts },
      crowds: crowd.running(),
    }
  })
  router.post('/control/accounts', (context) => {
    const seller = sellers.create(order(context, accountOrder))
    context.status = 201
    context.body = {
      accountId: seller.accountId,
      pageId: seller.pageId,
      username: seller.username,
      name: seller.name,
    }
  })
  router.post('/control/comments', async (context) => {
    const { accountId, comments } = order(context, commentOrder)
    requireAccount(context, sellers, accountId)
    context.body = { posted: await stage.comment(accountId, comments) }
  })
  router.get('/control/replies', (context) => {
    context.body = { replies: stage.repliesSince(Number(context.query.since ?? 0) || 0) }
  })
  router.post('/control/faults', (context) => {
    context.status = 201
    context.body = faults.add(order(context, faultOrder))
  })
  router.delete('/control/faults', (context) => {
    faults.clear()
    context.body = { cleared: true }
  })
  router.delete('/control/faults/:id', (context) => {
    context.status = faults.remove(String((context.params as { id?: string }).id)) ? 204 : 404
  })
  router.put('/control/manner', (context) => {
    Object.assign(sender.manner, order(context, mannerOrder))
    context.body = sender.manner
  })
  router.post('/control/crowd', (context) => {
    const wanted = order(context, crowdOrder)
    requireAccount(context, sellers, wanted.accountId)
    crowd.start(wanted)
    context.status = 202
    context.body = { running: crowd.running() }
  })
  router.delete('/control/crowd', (context) => {
    crowd.stop()
    context.body = { running: [] }
  })
}

/** The body, checked; 400 that names the field otherwise. */
function order<T>(context: Context, struct: Struct<T>): T {
  try {
    return create((context.request as { body?: unknown }).body ?? {}, struct)
  } catch (error) {
    if (error instanceof StructError)
      context.throw(400, `${error.path.join('.') || 'body'}: ${error.message}`)
    throw error
  }
}

function requireAccount(context: Context, sellers: SellerBook, accountId: string): void {
  if (sellers.byAccount(accountId) === undefined) context.throw(404, `There is no account ${accountId}`)
}
