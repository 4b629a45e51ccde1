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
  /** Comments among the events up to `counted`. */
  private comments = 0
  private counted = 0

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
    this.comments = 0
    this.counted = 0
  }

  /** Waits until so many comments were decided since {@link forget}, whatever came of them. */
  async decided(comments: number): Promise<void> {
    for (;;) {
      for (; this.counted < this.heard.length; this.counted++)
        if (this.heard[this.counted]?.message.includes('"comment.new"') === true) this.comments++
      if (this.comments >= comments) return
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
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
