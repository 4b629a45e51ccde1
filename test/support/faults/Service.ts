import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../freePort.ts'
import { ServiceProcess } from '../ServiceProcess.ts'

export const APP_SECRET = 'fault-runs'

/** How a service answered, and how long that took. */
export interface Timed {
  status: number
  headers: Headers
  text: string
  tookMs: number
}

/** One node of the service on a real PostgreSQL, always under the same address however often it is started again. */
export class Service {
  readonly url: string
  readonly #env: Record<string, string>
  readonly #args: readonly string[]
  readonly #folder: string
  #process: ServiceProcess | undefined

  private constructor(port: number, databaseUrl: string, settings: object, args: readonly string[]) {
    this.url = `http://127.0.0.1:${String(port)}`
    this.#args = args
    this.#folder = mkdtempSync(join(tmpdir(), 'service-'))
    this.#env = {
      NODE_ENV: 'test',
      NODE_CONFIG: JSON.stringify({ log: { level: 'warn' }, ...settings }),
      PORT: String(port),
      PUBLIC_URL: this.url,
      DATA_DIR: this.#folder,
      DATABASE_URL: databaseUrl,
      // The same for every node, so that a token of one counts at the next.
      JWT_SECRET: 'the same secret for every node of a fault run',
      ENCRYPTION_KEY: '7'.repeat(64),
      SOCIAL_APP_SECRET: APP_SECRET,
      // Nobody listens there: these runs are about what is decided, not about replies.
      SOCIAL_GRAPH_URL: 'http://127.0.0.1:9',
    }
  }

  /** A node that is not started yet. `args` go to Node in front of the service's main file. */
  static async of(
    databaseUrl: string,
    settings: object = {},
    args: readonly string[] = [],
  ): Promise<Service> {
    return new Service(await freePort(), databaseUrl, settings, args)
  }

  /** Starts it and waits until it is ready. */
  async start(): Promise<void> {
    this.launch()
    await this.process.ready()
  }

  /** Starts it without waiting. */
  launch(): void {
    this.#process = new ServiceProcess(this.#env, [...this.#args, 'src/main.ts'])
  }

  get process(): ServiceProcess {
    if (this.#process === undefined) throw new Error('Start the service first')
    return this.#process
  }

  /** Stops its process where it stands, lets it go on, or steps its clock (`steppedClock.ts`). */
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGUSR2'): void {
    process.kill(this.process.pid, signal)
  }

  /** What it logged and printed last, to go with a failure. */
  get lastWords(): string {
    return this.process.output.slice(-4_000) + this.process.errors
  }

  kill(): Promise<number | null> {
    return this.process.end('SIGKILL')
  }

  /** Gets a page, e.g. `/readyz`. */
  async get(path: string, withinMs = 20_000): Promise<Timed> {
    return timed(`${this.url}${path}`, { signal: AbortSignal.timeout(withinMs) })
  }

  /** Ends it, in whatever state it is, and removes what it kept. */
  async dispose(): Promise<void> {
    await this.#process?.end('SIGKILL')
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Sends a request and reads the whole answer. */
export async function timed(url: string, init: RequestInit): Promise<Timed> {
  const start = performance.now()
  const response = await fetch(url, init)
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    tookMs: Math.round(performance.now() - start),
  }
}
