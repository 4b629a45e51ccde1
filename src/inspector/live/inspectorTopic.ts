import { WebSocketServer, type WebSocket } from 'ws'
import { CLOSE_CODES, parseClientMessage } from '../../protocol/control.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { VerifyToken } from '../../edge/ws/Grants.ts'
import type { UpgradeHandler } from '../../edge/ws/answerUpgrades.ts'
import { isOriginAllowed, readHandshake, selectProtocol } from '../../edge/ws/handshake.ts'
import { refuseUpgrade } from '../../edge/ws/refuseUpgrade.ts'
import type { LiveFeed } from './LiveFeed.ts'
import type { Operators } from './Operators.ts'

export const INSPECTOR_TOPIC_PATH = '/api/v1/inspector/ws'

export interface InspectorTopicOptions {
  feed: LiveFeed
  operators: Operators
  clock: Clock
  /** The gateway's own: an access token, or null when it opens nothing. */
  verify: VerifyToken
  /** Tells who sent an `Authorization` header, as REST does, for tools that offer no subprotocol; rejects a wrong one. */
  authenticate(authorization: string): Promise<{ tenantId: string }>
  origins?: readonly string[]
  limits?: Partial<typeof LIMITS>
}

export interface InspectorTopic {
  /** Takes an upgrade request of the topic's path; false when the path is another's. */
  handleUpgrade: UpgradeHandler
  stop(): Promise<void>
}

const LIMITS = {
  /** Bytes that may wait for one client; past it steps are left out until it has caught up. */
  socketBufferBytesMax: 1_048_576,
  clientMessageBytesMax: 8_192,
  authenticationTimeoutMs: 5_000,
  /** How often tokens are looked at again. */
  grantCheckMs: 2_000,
  socketsMax: 200,
  closeTimeoutMs: 2_000,
}

/** Looks whose the credential is; null when it opens nothing, or no longer. */
type Look = () => Promise<{ tenantId: string } | null>

interface Held {
  look: Look
  tenantId: string
  leave: () => void
}

/**
 * The inspector's topic: authenticated as the gateway is, tenant-scoped, and read-only. All that a client may say is
 * `auth`, to begin or to renew; anything else closes it.
 */
export function createInspectorTopic(options: InspectorTopicOptions): InspectorTopic {
  const { feed, operators, verify, authenticate } = options
  const limits = { ...LIMITS, ...options.limits }
  const origins = new Set(options.origins)
  const sockets = new Map<WebSocket, Held | null>()
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.clientMessageBytesMax,
    handleProtocols: selectProtocol,
  })

  function accept(ws: WebSocket, look: Look | null): void {
    sockets.set(ws, null)
    const timeout = setTimeout(() => {
      if (sockets.get(ws) === null) cut(ws, CLOSE_CODES.unauthenticated, 'authentication required')
    }, limits.authenticationTimeoutMs)
    ws.on('error', () => undefined)
    ws.on('close', () => {
      clearTimeout(timeout)
      sockets.get(ws)?.leave()
      sockets.delete(ws)
    })
    ws.on('message', (data, isBinary) => {
      const message = isBinary || !Buffer.isBuffer(data) ? null : parseClientMessage(data.toString())
      if (message?.type === 'auth') void admit(ws, () => verify(message.token))
      else cut(ws, CLOSE_CODES.badMessage, 'this topic is read-only')
    })
    if (look !== null) void admit(ws, look)
  }

  async function admit(ws: WebSocket, look: Look): Promise<void> {
    const grant = await look().catch(() => null)
    const seesAll = grant !== null && (await operators.includes(grant.tenantId).catch(() => false))
    const held = sockets.get(ws)
    if (held === undefined) return
    if (grant === null || (held !== null && held.tenantId !== grant.tenantId))
      cut(ws, CLOSE_CODES.unauthenticated, 'authentication required')
    else if (held !== null) held.look = look
    else sockets.set(ws, { look, tenantId: grant.tenantId, leave: follow(ws, grant.tenantId, seesAll) })
  }

  function follow(ws: WebSocket, tenantId: string, seesAll: boolean): () => void {
    return feed.watch({
      sees: (other) => seesAll || other === tenantId,
      send: (json) => {
        if (ws.readyState === ws.OPEN && ws.bufferedAmount < limits.socketBufferBytesMax) ws.send(json)
      },
    })
  }

  function cut(ws: WebSocket, code: number, reason: string): void {
    ws.close(code, reason)
    setTimeout(() => {
      ws.terminate()
    }, limits.closeTimeoutMs).unref()
  }

  /** Closes sockets whose token ran out or whose tenant was disabled. */
  async function checkGrants(): Promise<void> {
    for (const [ws, held] of sockets) {
      if (held === null) continue
      const grant = await held.look().catch(() => null)
      if (grant === null) cut(ws, CLOSE_CODES.unauthenticated, 'access ended')
    }
  }
  const timer = setInterval(() => void checkGrants(), limits.grantCheckMs)
  let isStopping = false

  return {
    handleUpgrade(request, stream, head) {
      const [path] = (request.url ?? '').split('?', 1)
      if (path !== INSPECTOR_TOPIC_PATH) return false
      const handshake = readHandshake(request)
      if (isStopping || sockets.size >= limits.socketsMax) refuseUpgrade(stream, 503)
      else if (!isOriginAllowed(request, origins)) refuseUpgrade(stream, 403)
      else if (handshake === null || handshake.credential?.kind === 'overlay') refuseUpgrade(stream, 400)
      else {
        const token = handshake.credential?.token
        const { authorization } = request.headers
        const named = authorization === undefined ? null : () => authenticate(authorization)
        const look = token === undefined ? named : () => verify(token)
        server.handleUpgrade(request, stream, head, (ws) => accept(ws, look))
      }
      return true
    },
    async stop() {
      isStopping = true
      clearInterval(timer)
      await Promise.all(
        [...sockets.keys()].map((ws) => {
          const closed = new Promise((resolve) => ws.once('close', resolve))
          cut(ws, CLOSE_CODES.goingAway, 'service stops')
          return closed
        }),
      )
    },
  }
}
