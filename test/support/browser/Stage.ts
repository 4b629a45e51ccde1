import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabaseUrl } from '../database.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../freePort.ts'
import { startGraphServer, type GraphServer } from '../outbound/GraphServer.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** The real service as a process of its own, and a platform that it talks to; what a browser test plays on. */
export class Stage {
  readonly url: string
  readonly graph: GraphServer
  readonly #dataDir: string
  readonly #databaseUrl: string
  readonly #usesEmbeddedPlatform: boolean
  #process: ChildProcess | null = null
  #output = ''
  #comments = 0

  private constructor(
    port: number,
    graph: GraphServer,
    dataDir: string,
    databaseUrl: string,
    usesEmbeddedPlatform: boolean,
  ) {
    this.#usesEmbeddedPlatform = usesEmbeddedPlatform
    this.url = `http://127.0.0.1:${port}`
    this.graph = graph
    this.#dataDir = dataDir
    this.#databaseUrl = databaseUrl
  }

  /** With `embeddedPlatform` the service plays the platform itself, as it does on a newcomer's machine. */
  static async open({ embeddedPlatform = false } = {}): Promise<Stage> {
    const graph = await startGraphServer()
    graph.misbehave = ({ path, query }, response) => {
      if (path !== '/authorize') return false
      const back = new URL(query.redirect_uri ?? '')
      back.search = new URLSearchParams({ code: 'granted', state: query.state ?? '' }).toString()
      response.writeHead(302, { location: back.href }).end()
      return true
    }
    const dataDir = await mkdtemp(join(tmpdir(), 'stage-'))
    const stage = new Stage(await freePort(), graph, dataDir, await testDatabaseUrl(), embeddedPlatform)
    await stage.start()
    return stage
  }

  async start(): Promise<void> {
    this.#process = spawn(process.execPath, ['src/main.ts'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'test',
        PORT: new URL(this.url).port,
        PUBLIC_URL: this.url,
        DATA_DIR: this.#dataDir,
        DATABASE_URL: this.#databaseUrl,
        ...(this.#usesEmbeddedPlatform
          ? {}
          : { SOCIAL_GRAPH_URL: this.graph.url, SOCIAL_AUTHORIZE_URL: `${this.graph.url}/authorize` }),
      },
    })
    const keep = (chunk: Buffer): void => void (this.#output += chunk.toString())
    this.#process.stdout?.on('data', keep)
    this.#process.stderr?.on('data', keep)
    await eventually(() => this.#isReady(), { timeoutMs: 60_000 }).catch(() => {
      throw new Error(`The service did not start: ${this.#output}`)
    })
  }

  /** Ends the process as a power cut would. */
  async kill(): Promise<void> {
    const process = this.#process
    this.#process = null
    if (process?.exitCode !== null) return
    process.kill('SIGKILL')
    await once(process, 'exit')
  }

  async close(): Promise<void> {
    await this.kill()
    await this.graph.stop()
    await rm(this.#dataDir, { recursive: true, force: true })
  }

  /** A viewer writes; resolves once the service has acknowledged it. */
  async comment(username: string, text: string): Promise<void> {
    await this.comments([[username, text]])
  }

  /** Viewers write; one delivery of the platform. */
  async comments(said: readonly (readonly [username: string, text: string])[]): Promise<void> {
    const now = Math.floor(Date.now() / 1_000)
    const changes = said.map(([username, text]) => ({
      field: 'live_comments',
      value: {
        id: `comment-${++this.#comments}`,
        from: { id: `id-${username}`, username },
        media: { id: 'media-1' },
        text,
        timestamp: now,
      },
    }))
    const response = await fetch(`${this.url}/api/v1/webhooks/social`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ object: 'social', entry: [{ id: 'account-1', time: now, changes }] }),
    })
    if (response.status !== 200) throw new Error(`The service answered ${response.status}`)
  }

  async #isReady(): Promise<boolean> {
    if (this.#process?.exitCode !== null) return false
    // The port is taken before anything answers on it.
    const response = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(1_000) })
    return response.ok
  }
}
