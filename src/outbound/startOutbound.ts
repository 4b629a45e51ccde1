import type { Config } from '../../config/index.ts'
import { REPLY_WAITS_MS } from '../../machines/delivery/index.ts'
import type { SocialAnnouncement } from '../../machines/socialConnection/index.ts'
import type { Sql } from '../persistence/sql.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Encryption } from '../runtime/encryption.ts'
import type { Ids } from '../runtime/ids.ts'
import { openHttpDoor } from './httpCall.ts'
import { createNameResolver } from './nameResolver.ts'
import { createLane } from './outbox/lane.ts'
import { startOutboxWorker } from './outbox/OutboxWorker.ts'
import { pruneDeliveries } from './outbox/prune.ts'
import { createRecorder, type DeliveryResult } from './outbox/recorder.ts'
import { createTokenBucket } from './outbox/tokenBucket.ts'
import { createReplySender } from './replies/replySender.ts'
import { createBrowserBinding, type BrowserBinding } from './social/browserBinding.ts'
import { createConnectionStore } from './social/connectionStore.ts'
import { createHttpSocialPlatform } from './social/httpSocialPlatform.ts'
import { createSocialConnections, type SocialConnections } from './social/SocialConnections.ts'
import type { SocialApp } from './social/SocialPlatform.ts'
import { keepConnections } from './social/socialUpkeep.ts'
import { noteEndpointTries, resumeWebhooks } from './webhooks/endpointHealth.ts'
import { createWebhookDesk, type WebhookDesk } from './webhooks/WebhookDesk.ts'
import { createWebhookSender } from './webhooks/webhookSender.ts'
import { regenerateWebhookSecret } from './webhooks/webhookSecrets.ts'

/** What the seller is told on the dashboard. */
export type OutboundAnnouncement = SocialAnnouncement | { type: 'webhook.paused'; data: { reason: string } }

export interface OutboundOptions {
  sql: Sql
  clock: Clock
  ids: Ids
  encryption: Encryption
  social: SocialApp
  settings: Config['outbound']
  /** Signs the cookie that ties an authorization to the browser that began it. */
  bindingSecret: string
  /** Puts an event into the tenant's log and sends it. */
  announce: (tenantId: string, announcement: OutboundAnnouncement) => Promise<void>
  /** The tenant's row changed: whoever keeps a copy reads it again. */
  tenantChanged: (tenantId: string) => Promise<void>
  /** Something that an operator should see. Carries no secret, token or body. */
  onFault: (what: string, error: unknown) => void
  /** Every finished try, for metrics. */
  onTry?: (result: DeliveryResult) => void
  /** How often due retries are looked for, ms; new deliveries do not wait for it, they wake the worker. */
  pollMs?: number
  /** How often connections are looked after and old deliveries forgotten, ms. */
  upkeepMs?: number
  /** How long a worker may hold a delivery, ms. Longer than any call, or it is sent twice. */
  leaseMs?: number
  /** In [0, 1). */
  random?: () => number
}

/** Everything that leaves the service: shop webhooks, auto-replies, and calls to the social platform. */
export interface Outbound {
  connections: SocialConnections
  browserBinding: BrowserBinding
  webhooks: WebhookDesk & {
    /** Returns the new signing secret; the old one goes on signing for 24 hours unless `revokeOld`. */
    regenerateSecret(command: { tenantId: string; revokeOld: boolean }): Promise<string>
    /** To be called when the tenant's webhook address changed: a pause ends. */
    resume(tenantId: string): Promise<void>
  }
  /** Deliveries were committed: send them now. */
  wake(): void
  /** Looks after all connections and forgets old deliveries, now; also runs by itself. */
  upkeep(): Promise<void>
  /** Calls under way. */
  inFlight(): { webhooks: number; replies: number }
  /** Takes nothing new, waits for the calls under way, and closes every socket. */
  stop(): Promise<void>
}

/** When a target counts as down, and for how long it is left alone then. */
const WEBHOOK_BREAKER = { failuresToOpen: 5, openMs: 30_000 }
const REPLY_BREAKER = { failuresToOpen: 5, openMs: 15_000 }

/** The platform is one target for all accounts, so that each gets little of it at a time. */
const REPLIES_PER_ACCOUNT_MAX = 4
const REPLIES_AT_ONCE_MAX = 64

const POLL_MS = 1_000
const UPKEEP_MS = 10 * 60_000
const LEASE_MARGIN_MS = 45_000

/** Starts sending what is due. */
export function startOutbound(options: OutboundOptions): Outbound {
  const { sql, clock, ids, encryption, settings, social, onFault } = options
  const shopDoor = openHttpDoor({
    policy: { publicOnly: settings.publicAddressesOnly },
    resolve: createNameResolver({ hostsFile: !settings.publicAddressesOnly }),
  })
  // The operator names the platform's address, so it may be anywhere.
  const platformDoor = openHttpDoor({
    policy: { publicOnly: false },
    resolve: createNameResolver({ hostsFile: true }),
  })

  const tell = async (tenantId: string, announcements: readonly OutboundAnnouncement[]): Promise<void> => {
    try {
      await options.tenantChanged(tenantId)
      for (const announcement of announcements) await options.announce(tenantId, announcement)
    } catch (error) {
      // What happened is stored, and shown when the seller looks; only the message is lost.
      onFault(`Telling tenant ${tenantId}`, error)
    }
  }

  const platform = createHttpSocialPlatform(social, platformDoor.send, clock)
  const store = createConnectionStore(sql)
  const connections = createSocialConnections({ store, platform, encryption, clock, tell })
  const overlapMs = settings.secretOverlapHours * 3_600_000

  const noteEndpoints = async (results: readonly DeliveryResult[]): Promise<void> => {
    const tries = results.flatMap(({ delivery: { kind, tenantId }, attempt, step, at }) =>
      kind === 'webhook' && attempt !== null ? [{ tenantId, succeeded: step.state === 'delivered', at }] : [],
    )
    for (const tenantId of await noteEndpointTries(sql, tries)) {
      await tell(tenantId, [{ type: 'webhook.paused', data: { reason: 'failing_for_5_days' } }])
    }
  }

  const record = createRecorder({
    sql,
    ids,
    onStored: async (results) => {
      for (const result of results) options.onTry?.(result)
      await noteEndpoints(results).catch((error: unknown) => onFault('Noting how endpoints fare', error))
    },
  })

  const common = {
    sql,
    clock,
    record,
    leaseMs:
      options.leaseMs ?? Math.max(settings.deliveryTimeoutMs, social.requestTimeoutMs * 2) + LEASE_MARGIN_MS,
    pollMs: options.pollMs ?? POLL_MS,
    random: options.random ?? Math.random,
    onFault,
  }

  const webhooks = startOutboxWorker({
    ...common,
    kind: 'webhook',
    waitsMs: settings.retryDelaysSeconds.map((seconds) => seconds * 1_000),
    send: createWebhookSender({ send: shopDoor.send, encryption, clock, limits: settings }),
    createLane: () => createLane({ ...WEBHOOK_BREAKER, inFlightMax: settings.deliveriesPerTargetMax }, clock),
    laneRoomDefault: settings.deliveriesPerTargetMax,
    inFlightMax: settings.deliveriesAtOnceMax,
  })

  const replyPace = { capacity: social.repliesPerSecondMax, perSecond: social.repliesPerSecondMax }
  const replyLane = { ...REPLY_BREAKER, inFlightMax: REPLIES_PER_ACCOUNT_MAX }
  const replies = startOutboxWorker({
    ...common,
    kind: 'reply',
    waitsMs: REPLY_WAITS_MS,
    send: createReplySender({
      platform,
      encryption,
      clock,
      onTokenRejected: (tenantId, token) => connections.rejectToken(tenantId, token),
    }),
    createLane: () => createLane(replyLane, clock, createTokenBucket(replyPace, clock)),
    laneRoomDefault: Math.min(REPLIES_PER_ACCOUNT_MAX, replyPace.capacity),
    inFlightMax: REPLIES_AT_ONCE_MAX,
  })

  const keep = (): Promise<void> =>
    keepConnections({
      ...{ sql, store, connections, platform, encryption, clock, tell },
      onFailure: (tenantId, error) =>
        onFault(`Looking after the social connection of tenant ${tenantId}`, error),
    })
  const upkeep = async (): Promise<void> => {
    await keep().catch((error: unknown) => onFault('Looking after social connections', error))
    await pruneDeliveries(sql, { now: clock.now(), days: settings.deliveriesKeptDays }).catch(
      (error: unknown) => onFault('Forgetting old deliveries', error),
    )
  }
  let keeping = upkeep()
  const upkeepTimer = setInterval(() => {
    keeping = keeping.then(upkeep)
  }, options.upkeepMs ?? UPKEEP_MS)

  const wake = (): void => {
    webhooks.wake()
    replies.wake()
  }

  return {
    connections,
    browserBinding: createBrowserBinding(options.bindingSecret),
    webhooks: {
      ...createWebhookDesk({ sql, clock, ids, wake }),
      regenerateSecret: (command) => regenerateWebhookSecret({ sql, clock, encryption, overlapMs }, command),
      async resume(tenantId) {
        await resumeWebhooks(sql, tenantId)
        wake()
      },
    },
    wake,
    upkeep,
    inFlight: () => ({ webhooks: webhooks.inFlight(), replies: replies.inFlight() }),
    async stop() {
      clearInterval(upkeepTimer)
      await Promise.all([webhooks.stop(), replies.stop(), keeping])
      await Promise.all([shopDoor.close(), platformDoor.close()])
    },
  }
}
