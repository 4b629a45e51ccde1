import type { Frame } from '../../engine/Engine.ts'
import type { EventType } from '../../protocol/events.ts'
import { encodeTextFrames } from './textFrames.ts'

/** Who listens: the seller hears all, an overlay on the stream only what the viewers may see. */
export type Audience = 'seller' | 'overlay'

const OVERLAY_TYPES: ReadonlySet<EventType> = new Set([
  'auction.started',
  'auction.countdown',
  'auction.extended',
  'auction.ended',
  'bid.new',
  'stock.updated',
])

/** The events of one commit, encoded at most once an audience, however many sockets receive them. */
export class Batch {
  readonly firstId: number
  readonly lastId: number
  readonly #frames: readonly Frame[]
  readonly #encoded = new Map<Audience, Buffer>()

  /** `frames` are in order and not empty. */
  constructor(frames: readonly Frame[]) {
    this.#frames = frames
    this.firstId = frames[0]?.id ?? 0
    this.lastId = frames.at(-1)?.id ?? 0
  }

  /** Bytes for one audience; those of a receiver that already has the events up to `sentId` leave them out. */
  bytesFor(audience: Audience, sentId: number): Buffer {
    if (sentId >= this.firstId) return this.#encode(audience, sentId)
    let bytes = this.#encoded.get(audience)
    if (bytes === undefined) {
      bytes = this.#encode(audience, sentId)
      this.#encoded.set(audience, bytes)
    }
    return bytes
  }

  #encode(audience: Audience, sentId: number): Buffer {
    const wanted = this.#frames.filter(
      (frame) => frame.id > sentId && (audience === 'seller' || OVERLAY_TYPES.has(frame.type)),
    )
    return encodeTextFrames(wanted.map((frame) => frame.json))
  }
}
