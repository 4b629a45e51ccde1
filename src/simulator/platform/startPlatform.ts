import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Router from '@koa/router'
import Koa from 'koa'
import { koaBody } from 'koa-body'
import { createRandom } from '../random.ts'
import { addControlRoutes } from './controlRoutes.ts'
import { addPage } from './page/addPage.ts'
import { createCrowdRunner } from './crowdRunner.ts'
import { DIALECTS, type DialectName } from './dialect.ts'
import { createFaultBook, type FaultBook } from './faults.ts'
import { GraphError } from './graphError.ts'
import { addGraphRoutes } from './graphRoutes.ts'
import { addOauthRoutes } from './oauthRoutes.ts'
import { createSellerBook, type SellerBook } from './sellerBook.ts'
import { createStage, type Stage } from './stage.ts'
import { createTokens } from './tokens.ts'
import { createWebhookSender, type Subscriber, type WebhookSender } from './webhookSender.ts'

export interface PlatformOptions {
  /** 0 takes any free port. */
  port?: number
  host?: string
  /** The same seed gives the same accounts, and reads the tokens of an earlier run. */
  seed?: string
  dialect?: DialectName
  appId?: string
  /** Signs webhooks and is asked for at the token exchange; null does neither. */
  appSecret?: string | null
  /** Where webhooks go; may be set later by {@link Platform.subscriber}. */
  webhookUrl?: string | null
  /** What the subscriber must know before it is sent anything; null: no handshake. */
  verifyToken?: string | null
  /** Grants access without asking the person at the browser. */
  autoApprove?: boolean
  /** File that keeps accounts and subscriptions over restarts; null keeps them in memory. */
  stateFile?: string | null
}

/** A stand-in for the social platform: a real HTTP server that speaks its protocols. */
export interface Platform {
  url: string
  /** Base of the API that apps call. */
  graphUrl: string
  authorizeUrl: string
  sellers: SellerBook
  stage: Stage
  faults: FaultBook
  sender: WebhookSender
  /** Where webhooks go; changeable at any time. */
  subscriber: Subscriber
  stop(): Promise<void>
}

/** Starts the platform. Resolves once it listens; rejects when the port cannot be had. */
export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const seed = options.seed ?? 'stand-in'
  const now = Date.now
  const dialect = DIALECTS[options.dialect ?? 'social']
  const app = { id: options.appId ?? 'stand-in-app', secret: options.appSecret ?? null }
  const subscriber: Subscriber = {
    url: options.webhookUrl ?? null,
    verifyToken: options.verifyToken ?? null,
    appSecret: app.secret,
  }
  const sellers = createSellerBook(seed, options.stateFile ?? null)
  const tokens = createTokens(seed, now)
  const faults = createFaultBook()
  const sender = createWebhookSender({ dialect, subscriber, now, random: createRandom(`${seed}/sender`) })
  const stage = createStage({ sellers, sender, now })
  const crowd = createCrowdRunner(stage)

  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, options.host, resolve)
  })
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const graphUrl = `${url}/graph`

  const router = new Router()
  const autoApprove = options.autoApprove ?? false
  addOauthRoutes(router, { app, dialect, sellers, tokens, faults, autoApprove })
  addGraphRoutes(router, { appId: app.id, dialect, sellers, tokens, faults, stage, graphUrl: () => graphUrl })
  addControlRoutes(router, { sellers, stage, faults, sender, crowd })
  addPage(router)

  const koa = new Koa()
  koa.silent = true
  koa.use(async (context, next) => {
    try {
      await next()
    } catch (error) {
      const refusal = error instanceof GraphError ? error : undefined
      context.status = refusal?.status ?? (error as { status?: number }).status ?? 500
      context.body = refusal?.toBody(String(now())) ?? {
        error: { message: (error as Error).message, code: 1 },
      }
    }
  })
  koa.use(koaBody({ jsonLimit: '4mb', formLimit: '1mb' }))
  koa.use(router.routes())
  const answer = koa.callback()
  server.on('request', (request, response) => void answer(request, response))

  return {
    url,
    graphUrl,
    authorizeUrl: `${url}/oauth/authorize`,
    sellers,
    stage,
    faults,
    sender,
    subscriber,
    async stop() {
      crowd.stop()
      sender.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
