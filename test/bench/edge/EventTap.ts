import { once } from 'node:events'
import { WebSocket } from 'ws'
import { GATEWAY_PATH } from '../../../src/edge/ws/Gateway.ts'
import { PROTOCOL, type ServerEvent } from '../../../src/protocol/events.ts'

/**
 * Takes down when each event of a tenant came. What it says is read afterwards, off the clock: load and service share the
 * processor, and reading two events a bid is more work than sending the bid.
 */
export class EventTap {
  private heard: { at: number; message: Buffer }[] = []

  private constructor(socket: WebSocket) {
    socket.on('message', (message: Buffer) => this.heard.push({ at: performance.now(), message }))
  }

  static async open(baseUrl: string, accessToken: string): Promise<EventTap> {
    const url = new URL(GATEWAY_PATH, baseUrl.replace(/^http/, 'ws'))
    const socket = new WebSocket(url, [PROTOCOL, `bearer.${accessToken}`])
    const tap = new EventTap(socket)
    await once(socket, 'open')
    return tap
  }

  forget(): void {
    this.heard = []
  }

  /** When the bid of each amount was announced, ms. */
  bidsAnnouncedAt(): Map<number, number> {
    const announcedAt = new Map<number, number>()
    for (const { at, message } of this.heard) {
      const event = JSON.parse(message.toString()) as ServerEvent
      if (event.type === 'bid.new') announcedAt.set(event.data.amount, at)
    }
    return announcedAt
  }
}
