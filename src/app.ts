import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import type { Config } from '../config/index.ts'
import { createAccounts } from './auth/accounts.ts'
import { createApiKeys } from './auth/apiKeys.ts'
import { createAuthenticate } from './auth/authenticate.ts'
import { createPasswords } from './auth/passwords.ts'
import { createTokens } from './auth/tokens.ts'
import { createHttpApp } from './edge/http/app.ts'
import { API_PREFIX } from './edge/http/mountRoutes.ts'
import { createRateLimits, noRateLimits } from './edge/http/rateLimits.ts'
import { refuseWhileStarting } from './edge/http/refuseWhileStarting.ts'
import { answerBrokenRequests } from './edge/http/brokenRequests.ts'
import { pages } from './edge/pages/pages.ts'
import { createAccountDirectory } from './edge/webhooks/AccountDirectory.ts'
import { WEBHOOK_PATH } from './edge/webhooks/socialWebhook.ts'
import { answerUpgrades } from './edge/ws/answerUpgrades.ts'
import { createGateway } from './edge/ws/Gateway.ts'
import { createEngine } from './engine/createEngine.ts'
import { createEventBus } from './engine/eventBus.ts'
import { createInspector } from './inspector/index.ts'
import { startOutbound } from './outbound/index.ts'
import { createProbe } from './persistence/createProbe.ts'
import { openDatabase, type Database } from './persistence/database.ts'
import { createClock } from './runtime/clock.ts'
import { createEncryption } from './runtime/encryption.ts'
import { AppError } from './runtime/errors.ts'
import { lockFolder } from './runtime/folderLock.ts'
import { createIds } from './runtime/ids.ts'
import type { Logger } from './runtime/logger.ts'
import { createMetrics } from './runtime/metrics.ts'
import { createShutdown } from './runtime/shutdown.ts'
import { startPlatform, type Platform } from './simulator/platform/index.ts'

export interface App {
  /** Where the service listens, e.g. `http://localhost:3000`. */
  url: string
  /** The stand-in platform's address; null when a real one is configured. */
  platformUrl: string | null
  /** The open database, for what no interface offers, such as deactivating a tenant. */
  database: Database
  /** Stops taking in, decides and commits what was acknowledged, closes. True when all went well and in time. */
  stop(): Promise<boolean>
}

export interface AppOptions {
  /** Folder of the built dashboard; left out, no pages are served. */
  pagesDir?: string
  /** Another process has taken the work over; this one decides nothing any more. */
  onFenced?(error: Error): void
  /** See {@link DatabaseOptions.initialFiles}; for tests, which start many. */
  initialFiles?: Blob | undefined
}

/** Starts the whole service, in the order data takes; what was started already is stopped again when a later part fails. */
export async function startApp(config: Config, log: Logger, options: AppOptions = {}): Promise<App> {
  const shutdown = createShutdown({ log, timeoutMs: config.shutdownTimeoutMs })
  try {
    return await start(config, log, options, shutdown)
  } catch (error) {
    await shutdown.stop()
    throw error
  }
}

async function start(
  config: Config,
  log: Logger,
  options: AppOptions,
  shutdown: ReturnType<typeof createShutdown>,
): Promise<App> {
  const clock = createClock()
  const ids = createIds(clock)
  const metrics = createMetrics()
  const encryption = createEncryption(config.auth.encryptionKeys)
  const apiKeys = createApiKeys(config.auth.jwtSecret)

  if (config.social.graphUrl === null && !config.platform.embedded)
    log.warn('no platform is named: set SOCIAL_GRAPH_URL, or no account can be connected')
  if (config.nats.url !== null) log.warn('NATS_URL has no effect yet: this process is the only node')

  // 1. what may be somebody else's: the data folder and the port, so that a refusal comes at once
  const embedded = config.database.url === null
  if (embedded) shutdown.add('data folder', lockFolder(config.dataDir))
  const server = createServer({
    maxHeaderSize: config.http.headersBytesMax,
    headersTimeout: config.http.headersTimeoutMs,
    requestTimeout: config.http.requestTimeoutMs,
    keepAliveTimeout: config.http.keepAliveTimeoutMs,
  })
  server.maxConnections = config.http.connectionsMax
  answerBrokenRequests(server, ids)
  let answer: RequestListener = refuseWhileStarting
  server.on('request', (request, response) => {
    answer(request, response)
  })
  const url = await listen(server, config)
  shutdown.add('port', () => stopServer(server))

  // 2. storage: one database, its schema up to date
  const database = await openDatabase({
    url: config.database.url ?? undefined,
    dataDir: join(config.dataDir, 'pgdata'),
    initialFiles: options.initialFiles,
    poolConnectionsMax: config.database.poolConnectionsMax,
    statementTimeoutMs: config.database.statementTimeoutMs,
  })
  shutdown.add('database', () => database.close())
  if (database.rowSecurityGap !== null) log.warn(`row-level security is off: ${database.rowSecurityGap}`)

  // 3. accounts
  const { passwordHashCostLog2: costLog2, passwordHashesAtOnceMax: atOnceMax } = config.auth
  const passwords = await createPasswords({
    costLog2,
    atOnceMax,
    waitingMax: config.auth.passwordHashesWaitingMax,
  })
  const { accessTokenSeconds, refreshTokenSeconds, jwtSecret: secret } = config.auth
  const tokens = createTokens({ database, clock, ids, secret, accessTokenSeconds, refreshTokenSeconds })
  const authenticate = createAuthenticate({ sql: database.sql, clock, tokens, apiKeys })
  const accounts = createAccounts({ database, clock, ids, passwords, tokens, apiKeys, encryption })

  // 4. the engine: takes over, decides what was acknowledged before, then everything new
  const events = createEventBus()
  let wakeOutbox = (): void => undefined
  const engine = await createEngine({
    database,
    events,
    clock,
    ids,
    log,
    owner: `${hostname()}:${process.pid}:${randomUUID()}`,
    backlogMax: config.engine.mailboxMessagesMax,
    appendCommentsMax: config.engine.inboxBatchMax,
    batchEntriesMax: config.engine.commitBatchMax,
    commandTimeoutMs: config.engine.commandTimeoutMs,
    matchByPlatformId: config.social.viewersMatchedById,
    wakeOutbox: () => {
      wakeOutbox()
    },
    onCommit: ({ messages, durationMs, outcomes }) => {
      metrics.commitMessages.observe(messages)
      metrics.commitSeconds.observe(durationMs / 1_000)
      for (const [outcome, comments] of outcomes) metrics.commentOutcomes.inc({ outcome }, comments)
    },
    onFenced: (error) => {
      log.error({ err: error }, 'engine: fenced off')
      options.onFenced?.(error)
    },
  })
  shutdown.add('engine', () => engine.stop())

  // 5. the platform: the configured one, or a stand-in that runs inside
  const platform = config.platform.embedded ? await startStandIn(config, url) : null
  if (platform !== null) shutdown.add('stand-in platform', () => platform.stop())

  // 6. the world outside
  const accountDirectory = createAccountDirectory(database.sql, clock)
  const outbound = startOutbound({
    sql: database.sql,
    clock,
    ids,
    encryption,
    social: socialApp(config, url, platform),
    settings: config.outbound,
    bindingSecret: config.auth.jwtSecret,
    announce: (tenantId, { type, data }) => engine.announce({ tenantId, type, data }),
    tenantChanged: (tenantId) => {
      accountDirectory.forget()
      return engine.tenantChanged({ tenantId })
    },
    onTry: ({ delivery, step }) => {
      metrics.deliveries.inc({ kind: delivery.kind, result: step.state })
    },
    onFault: (what, error) => {
      log.warn({ err: error }, `outbound: ${what} failed`)
    },
  })
  shutdown.add('outbound', () => outbound.stop())
  wakeOutbox = () => {
    outbound.wake()
  }

  // 7. the real-time door
  const verify = (token: string) => authenticate.token(token).catch(nullWhenDenied)
  const origins = config.http.corsOrigins
  const gateway = createGateway({
    bus: events,
    sql: database.sql,
    clock,
    origins,
    limits: config.webSocket,
    verify,
    onError: (error) => {
      log.warn({ err: error }, 'ws: failed')
    },
  })
  const { pages: hasDebugPages, operatorEmails } = config.debug
  const inspector = hasDebugPages
    ? createInspector({ database, engine, clock, verify, authenticate, origins, operatorEmails })
    : null
  answerUpgrades(server, [
    (request, stream, head) => gateway.handleUpgrade(request, stream, head),
    ...(inspector === null ? [] : [inspector.topic.handleUpgrade]),
  ])

  // 8. the HTTP edge
  const databaseAnswers = createProbe(database.sql, PROBE_MS_MAX)
  const app = createHttpApp({
    services: {
      config,
      database,
      engine,
      clock,
      ids,
      metrics,
      log,
      tokens,
      accounts,
      authenticate,
      encryption,
      outbound,
      rateLimits: config.http.rateLimits ? createRateLimits(config.rateLimits, API_PREFIX) : noRateLimits,
      practiceUrl: platform?.url ?? null,
      inspector: inspector?.items ?? null,
    },
    webhook: {
      accounts: accountDirectory,
      words: config.social.dialect,
      verifyToken: config.social.verifyToken,
      appSecret: config.social.appSecret,
      signatureRequired: config.social.signatureRequired,
      bodyBytesMax: config.http.webhookBodyBytesMax,
    },
    pages: options.pagesDir === undefined ? [] : [pages(options.pagesDir, { inspector: hasDebugPages })],
    probes: {
      async ready() {
        const { state } = engine.status()
        if (state !== 'running') return { ok: false, reason: `the engine is ${state}` }
        return (await databaseAnswers())
          ? { ok: true }
          : { ok: false, reason: 'the database does not answer' }
      },
      async metrics() {
        const { backlog, runningItems } = engine.status()
        metrics.backlogMessages.set(backlog)
        metrics.runningItems.set(runningItems)
        metrics.webSockets.set(gateway.status().sockets)
        return (await metrics.expose()).body
      },
    },
  })
  const callback = app.callback()
  answer = (request, response) => void callback(request, response)
  shutdown.add('HTTP', () => stopServer(server))
  // Sockets first: the server's port is free only once they are gone.
  shutdown.add('real-time door', () => gateway.stop())
  if (inspector !== null) shutdown.add('inspector', () => inspector.topic.stop())

  return { url, platformUrl: platform?.url ?? null, database, stop: () => shutdown.stop() }
}

/** Whoever asks whether the service is ready wants to know soon. */
const PROBE_MS_MAX = 2_000

/** How often connections that became idle are closed while the server stops. */
const IDLE_SWEEP_MS = 50

const STAND_IN_APP_ID = 'stand-in-app'

/** The embedded default for the platform, beside the service's own port where that is free. */
async function startStandIn(config: Config, serviceUrl: string): Promise<Platform> {
  const options = {
    appId: config.social.appId ?? STAND_IN_APP_ID,
    appSecret: config.social.appSecret,
    verifyToken: config.social.verifyToken,
    webhookUrl: `${serviceUrl}${WEBHOOK_PATH}`,
    stateFile: join(config.dataDir, 'stand-in-platform.json'),
  }
  const port = config.http.port === 0 ? 0 : config.http.port + 1
  return startPlatform({ ...options, port }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return startPlatform({ ...options, port: 0 })
  })
}

function socialApp({ social }: Config, publicUrl: string, standIn: Platform | null) {
  return {
    appId: social.appId ?? STAND_IN_APP_ID,
    appSecret: social.appSecret ?? '',
    authorizeUrl: social.authorizeUrl ?? standIn?.authorizeUrl ?? '',
    graphUrl: social.graphUrl ?? standIn?.graphUrl ?? '',
    redirectUri: `${publicUrl}/api/v1/auth/social/callback`,
    dialect: social.dialect,
    requestTimeoutMs: social.requestTimeoutMs,
    repliesPerSecondMax: social.repliesPerSecondMax,
  }
}

function nullWhenDenied(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

/** @throws Error in one line when the port cannot be had */
async function listen(server: Server, { http }: Config): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new Error(listenRefusal(error, http), { cause: error }))
    })
    server.listen(http.port, http.host ?? undefined, resolve)
  })
  const { port } = server.address() as AddressInfo
  return http.port === 0 ? `http://localhost:${port}` : http.publicUrl
}

function listenRefusal(error: NodeJS.ErrnoException, { host, port }: Config['http']): string {
  const { code = '', syscall, message } = error
  if (code === 'EADDRINUSE') return `Port ${port} is in use; stop the other process or set PORT`
  if (host !== null && (syscall === 'getaddrinfo' || code === 'EADDRNOTAVAIL'))
    return `HOST takes an address of this machine, but was given "${host}" (${code})`
  return `PORT takes a port that this user may open, but was given ${port} (${message})`
}

/**
 * Lets requests under way finish; each connection goes as soon as it has its answer. A client that keeps its connections
 * busy would otherwise hold the server open for as long as it likes.
 */
async function stopServer(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = new Promise((resolve) => server.close(resolve))
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'))
  const sweep = setInterval(() => {
    server.closeIdleConnections()
  }, IDLE_SWEEP_MS)
  await closed
  clearInterval(sweep)
}
