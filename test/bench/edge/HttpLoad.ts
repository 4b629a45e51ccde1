import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection and whoever waits for the answer on it. */
interface Line {
  socket: Socket
  answered: (text: string) => void
}

/**
 * Posts with as little work as can be, since load and service share the machine: a client of the usual kind takes as
 * much processor time for a request as the service does.
 */
export class HttpLoad {
  private readonly idle: Line[] = []
  private readonly waiting: ((line: Line) => void)[] = []
  private readonly lines: Line[] = []
  private readonly head: string

  private constructor(path: string, host: string) {
    this.head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`
  }

  /** Opens connections for posts to one address. */
  static async open(url: URL, connections: number): Promise<HttpLoad> {
    const load = new HttpLoad(url.pathname, url.host)
    for (let count = 0; count < connections; count++) {
      const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
      await once(socket, 'connect')
      load.add(socket)
    }
    return load
  }

  /** Sends a post on the next free connection. @throws Error with the whole answer unless it is 200 */
  async send({ body, signature }: { body: string; signature: string }): Promise<void> {
    const line = this.idle.pop() ?? (await new Promise<Line>((resolve) => this.waiting.push(resolve)))
    const length = String(Buffer.byteLength(body))
    const answer = new Promise<string>((resolve) => (line.answered = resolve))
    line.socket.write(
      `${this.head}X-Hub-Signature-256: ${signature}\r\nContent-Length: ${length}\r\n\r\n${body}`,
    )
    const text = await answer
    const next = this.waiting.shift()
    if (next === undefined) this.idle.push(line)
    else next(line)
    if (!text.startsWith('HTTP/1.1 200 ')) throw new Error(text)
  }

  /** Seconds to get all posts answered, one after the other on each connection. */
  async flood(posts: readonly { body: string; signature: string }[]): Promise<number> {
    const start = performance.now()
    await Promise.all(posts.map((post) => this.send(post)))
    return (performance.now() - start) / 1_000
  }

  close(): void {
    for (const { socket } of this.lines) socket.destroy()
  }

  private add(socket: Socket): void {
    const line: Line = { socket, answered: () => undefined }
    this.lines.push(line)
    this.idle.push(line)
    let text = ''
    socket.setEncoding('latin1')
    socket.on('error', (error) => {
      line.answered(String(error))
    })
    socket.on('data', (chunk: string) => {
      text += chunk
      if (!isWhole(text)) return
      const answer = text
      text = ''
      line.answered(answer)
    })
  }
}

/** Whether an answer with a length has come in as a whole. */
function isWhole(text: string): boolean {
  const head = text.indexOf('\r\n\r\n')
  return head > 0 && text.length >= head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1])
}
