import { nullable, object, type Infer } from 'superstruct'
import { choice, delays, emails, flag, keys, millis, origins, text, url, urls, whole } from './value.ts'

const COUNT_MAX = 10_000_000
const BYTES_MAX = 1_073_741_824
const YEAR_SECONDS = 31_536_000

const count = (min = 1) => whole(min, COUNT_MAX)
const bytes = () => whole(1, BYTES_MAX)

/** Shape and bounds of every setting; what each one means stands beside its default in default.yaml. */
export const settingsSchema = object({
  dataDir: text(),
  http: object({
    port: whole(0, 65_535),
    host: nullable(text()),
    publicUrl: nullable(url('http', 'https')),
    corsOrigins: origins(),
    trustedProxiesCount: whole(0, 10),
    bodyBytesMax: bytes(),
    webhookBodyBytesMax: bytes(),
    headersBytesMax: bytes(),
    headersTimeoutMs: millis(),
    requestTimeoutMs: millis(),
    keepAliveTimeoutMs: millis(),
    connectionsMax: count(),
    strictTransportSecurity: flag(),
    rateLimits: flag(),
  }),
  rateLimits: object({
    registrationsPerHourMax: count(),
    loginsPerMinuteMax: count(),
    refreshesPerMinuteMax: count(),
    loginsPerEmailPerMinuteMax: count(),
    registrationsPerEmailPerHourMax: count(),
    addressRequestsPerMinuteMax: count(),
    tenantRequestsPerMinuteMax: count(),
  }),
  webSocket: object({
    socketBufferBytesMax: bytes(),
    heartbeatMs: millis(),
    authenticationTimeoutMs: millis(),
    catchUpEventsMax: count(0),
    tenantSocketsMax: count(),
  }),
  database: object({
    url: nullable(url('postgres', 'postgresql')),
    poolConnectionsMax: whole(1, 1_000),
    statementTimeoutMs: millis(),
  }),
  nats: object({ url: nullable(urls('nats')) }),
  auth: object({
    jwtSecret: nullable(text(32)),
    encryptionKeys: nullable(keys()),
    accessTokenSeconds: whole(1, YEAR_SECONDS),
    refreshTokenSeconds: whole(1, YEAR_SECONDS),
    passwordHashCostLog2: whole(1, 20),
    passwordHashesAtOnceMax: whole(1, 64),
    passwordHashesWaitingMax: count(0),
  }),
  engine: object({
    mailboxMessagesMax: count(),
    inboxBatchMax: whole(1, 10_000),
    commitBatchMax: whole(1, 10_000),
    commandTimeoutMs: millis(),
  }),
  outbound: object({
    deliveryTimeoutMs: millis(),
    deliveriesAtOnceMax: whole(1, 10_000),
    deliveriesPerTargetMax: whole(1, 1_000),
    responseBytesMax: bytes(),
    retryDelaysSeconds: delays(),
    secretOverlapHours: whole(0, 8_760),
    deliveriesKeptDays: whole(4, 3_650),
    publicAddressesOnly: flag(),
  }),
  social: object({
    dialect: choice('social', 'instagram'),
    appId: nullable(text()),
    appSecret: nullable(text()),
    verifyToken: nullable(text()),
    authorizeUrl: nullable(url('http', 'https')),
    graphUrl: nullable(url('http', 'https')),
    requestTimeoutMs: millis(),
    repliesPerSecondMax: count(),
    signatureRequired: flag(),
    callbackBoundToBrowser: flag(),
    viewersMatchedById: flag(),
  }),
  debug: object({
    pages: flag(),
    operatorEmails: emails(),
  }),
  log: object({
    level: choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    pretty: flag(),
  }),
  shutdownTimeoutMs: millis(),
})

export type Settings = Infer<typeof settingsSchema>
