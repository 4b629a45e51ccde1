import { Duplex } from 'node:stream'
import { MessageChannel, type MessagePort } from 'node:worker_threads'

/** A connection to a thread of this process, which to the driver is a socket. */
export class ThreadSocket extends Duplex {
  private readonly near: MessagePort
  private readonly handOver: () => void

  /** @param handOver gives the far end to the thread */
  constructor(handOver: (far: MessagePort) => void) {
    super()
    const { port1, port2 } = new MessageChannel()
    this.near = port1
    this.handOver = () => {
      handOver(port2)
    }
    this.near.on('message', (bytes: Uint8Array) => {
      this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    })
    this.near.once('close', () => {
      this.destroy()
    })
  }

  /** The driver has an address ready, which here nobody needs. */
  connect(): void {
    this.handOver()
    process.nextTick(() => this.emit('connect'))
  }

  /** Settings of a socket without a meaning within one process. */
  setNoDelay(): void {
    // Nothing is ever delayed.
  }

  ref(): void {
    this.near.ref()
  }

  unref(): void {
    this.near.unref()
  }

  override _read(): void {
    // What the thread says is passed on when it comes: at most what was asked for.
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.post([chunk])
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.post(chunks.map(({ chunk }) => chunk))
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.near.close()
    done(error)
  }

  /** Handed over whole, not copied: the driver keeps its buffers, so these are of their own. */
  private post(chunks: readonly Buffer[]): void {
    const own = Uint8Array.from(Buffer.concat(chunks))
    this.near.postMessage(own, [own.buffer])
  }
}
