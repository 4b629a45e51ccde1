import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { refuseUpgrade } from './refuseUpgrade.ts'

/** Takes an upgrade request, or says by false that its path is not its own. */
export type UpgradeHandler = (request: IncomingMessage, stream: Duplex, head: Buffer) => boolean

/** Offers each upgrade request of the server to the handlers in turn; 404 when none takes it. */
export function answerUpgrades(server: Server, handlers: readonly UpgradeHandler[]): void {
  server.on('upgrade', (request, stream, head) => {
    if (!handlers.some((handler) => handler(request, stream, head))) refuseUpgrade(stream, 404)
  })
}
