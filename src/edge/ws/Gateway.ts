import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { EventBus } from '../../engine/Engine.ts'
import type { Sql } from '../../persistence/sql.ts'
import { CLOSE_CODES, type ClientMessage } from '../../protocol/control.ts'
import type { Clock } from '../../runtime/clock.ts'
import { Batch } from './Batch.ts'
import { Connection } from './Connection.ts'
import { createEventLog } from './EventLog.ts'
import { Grants, type Grant, type VerifyToken } from './Grants.ts'
import { isOriginAllowed, readHandshake, selectProtocol, type Credential } from './handshake.ts'
import { GATEWAY_LIMITS, type GatewayLimits } from './limits.ts'
import { Rooms } from './Rooms.ts'
import type { UpgradeHandler } from './answerUpgrades.ts'
import { refuseUpgrade } from './refuseUpgrade.ts'

export const GATEWAY_PATH = '/api/v1/ws'

export interface GatewayOptions {
  bus: EventBus
  sql: Sql
  clock: Clock
  verify: VerifyToken
  /** Origins of pages that may connect besides the service's own. */
  origins?: readonly string[]
  limits?: Partial<GatewayLimits>
  /** Told of failures that no client caused, such as a database out of reach. */
  onError?: (error: unknown) => void
}

export interface Gateway {
  /** Takes an upgrade request of the gateway's path; false when the path is another's. */
  handleUpgrade: UpgradeHandler
  status(): { sockets: number; tenants: number }
  /** Tells every client that the service goes away and waits until all sockets are closed. */
  stop(): Promise<void>
}

/** The real-time door: authenticates sockets and sends each tenant's committed events to that tenant's sockets alone. */
export function createGateway(options: GatewayOptions): Gateway {
  const limits = { ...GATEWAY_LIMITS, ...options.limits }
  const { clock, bus } = options
  const onError = options.onError ?? (() => undefined)
  const grants = new Grants(options.sql, options.verify)
  const origins = new Set(options.origins)
  const rooms = new Rooms()
  const connections = new Set<Connection>()
  const unauthenticated = new Map<Connection, { since: number | null; isVerifying: boolean }>()
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.clientMessageBytesMax,
    handleProtocols: selectProtocol,
  })
  server.on('headers', (headers) => headers.push(`X-Request-Id: ${randomUUID()}`))
  const context = { clock, log: createEventLog(options.sql), limits, onMessage, onClosed }
  let isStopping = false

  function accept(ws: WebSocket, stream: Duplex, credential: Credential | null, since: number | null): void {
    const connection = new Connection(ws, stream, context)
    connections.add(connection)
    unauthenticated.set(connection, { since, isVerifying: false })
    if (credential !== null) void authenticate(connection, credential)
  }

  async function authenticate(connection: Connection, credential: Credential): Promise<void> {
    const waiting = unauthenticated.get(connection)
    if (waiting !== undefined) waiting.isVerifying = true
    try {
      const grant = await grants.open(credential)
      if (!connection.isOpen) return
      if (grant === null) connection.cut(CLOSE_CODES.unauthenticated, 'authentication required')
      else if (connection.grant !== null) renew(connection, connection.grant, grant)
      else await admit(connection, grant, waiting?.since ?? null)
    } catch (error) {
      onError(error)
      connection.cut(1011, 'internal error')
    }
  }

  async function admit(connection: Connection, grant: Grant, since: number | null): Promise<void> {
    if (rooms.sizeOf(grant.tenantId) >= limits.tenantSocketsMax) {
      connection.cut(CLOSE_CODES.tooMany, 'too many connections')
      return
    }
    unauthenticated.delete(connection)
    connection.grant = grant
    // Joined before the log is read, so that nothing committed in between is overlooked.
    rooms.add(grant.tenantId, connection)
    await connection.follow(grant, since)
  }

  /** A newer token of the same tenant lengthens the connection's life. */
  function renew(connection: Connection, held: Grant, grant: Grant): void {
    if (held.tenantId === grant.tenantId && held.audience === grant.audience) connection.grant = grant
    else connection.cut(CLOSE_CODES.unauthenticated, 'token of another tenant')
  }

  function onMessage(connection: Connection, message: ClientMessage): void {
    const waiting = unauthenticated.get(connection)
    if (message.type === 'auth' && waiting?.isVerifying !== true) {
      void authenticate(connection, { kind: 'token', token: message.token })
    } else if (message.type === 'time' && waiting === undefined) {
      const at = new Date(clock.now()).toISOString()
      connection.send({ type: 'time', at, data: { sent: message.sent } })
    } else {
      connection.cut(CLOSE_CODES.badMessage, 'unexpected message')
    }
  }

  function onClosed(connection: Connection): void {
    connections.delete(connection)
    unauthenticated.delete(connection)
    if (connection.grant !== null) rooms.remove(connection.grant.tenantId, connection)
  }

  /** Closes the sockets whose token ran out, whose tenant was disabled or whose overlay key was revoked. */
  async function checkGrants(): Promise<void> {
    const now = clock.now()
    const held = [...connections].flatMap(({ grant }) => (grant === null ? [] : [grant]))
    if (held.length === 0) return
    const revoked = new Set(held)
    for (const grant of await grants.heldOf(held)) revoked.delete(grant)
    for (const connection of connections) {
      const { grant } = connection
      if (grant === null) continue
      if ((grant.expiresAt ?? Infinity) <= now) connection.cut(CLOSE_CODES.unauthenticated, 'token expired')
      else if (revoked.has(grant)) connection.cut(CLOSE_CODES.unauthenticated, 'access ended')
    }
  }

  function closeUnauthenticated(): void {
    const oldest = clock.now() - limits.authenticationTimeoutMs
    for (const connection of unauthenticated.keys()) {
      if (connection.openedAt <= oldest)
        connection.cut(CLOSE_CODES.unauthenticated, 'authentication required')
    }
  }

  const unsubscribe = bus.subscribe((tenantId, frames) => {
    if (frames.length > 0 && rooms.has(tenantId)) rooms.deliver(tenantId, new Batch(frames))
  })
  const timers = [
    setInterval(() => connections.forEach((connection) => connection.heartbeat()), limits.heartbeatMs),
    setInterval(() => void checkGrants().catch(onError), limits.grantCheckMs),
    setInterval(closeUnauthenticated, Math.min(500, limits.authenticationTimeoutMs)),
  ]

  return {
    handleUpgrade(request, stream, head) {
      const [path] = (request.url ?? '').split('?', 1)
      if (path !== GATEWAY_PATH) return false
      const handshake = readHandshake(request)
      if (isStopping || unauthenticated.size >= limits.unauthenticatedSocketsMax) refuseUpgrade(stream, 503)
      else if (!isOriginAllowed(request, origins)) refuseUpgrade(stream, 403)
      else if (handshake === null) refuseUpgrade(stream, 400)
      else {
        const { credential, since } = handshake
        server.handleUpgrade(request, stream, head, (ws) => accept(ws, stream, credential, since))
      }
      return true
    },
    status: () => ({ sockets: connections.size, tenants: rooms.tenants }),
    async stop() {
      isStopping = true
      unsubscribe()
      timers.forEach((timer) => clearInterval(timer))
      const closed = [...connections].map((connection) =>
        connection.end(CLOSE_CODES.goingAway, 'service stops'),
      )
      await Promise.all(closed)
    },
  }
}
