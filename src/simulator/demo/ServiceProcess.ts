import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The service as a process of its own, on a free port and with a data folder that is removed at the end. */
export class ServiceProcess {
  readonly url: string
  readonly platformUrl: string
  private readonly child: ChildProcess
  private readonly dataDir: string | null

  private constructor(child: ChildProcess, url: string, platformUrl: string, dataDir: string | null) {
    this.child = child
    this.url = url
    this.platformUrl = platformUrl
    this.dataDir = dataDir
  }

  get pid(): number | undefined {
    return this.child.pid
  }

  /**
   * Starts it and waits until it is ready.
   * @throws Error with what it printed when it ends instead
   */
  static async start(
    options: { dataDir?: string; port?: number; env?: NodeJS.ProcessEnv } = {},
  ): Promise<ServiceProcess> {
    const temporary = options.dataDir === undefined
    const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'live-commerce-'))
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
      env: {
        ...process.env,
        LOG_LEVEL: 'warn',
        ...options.env,
        PORT: String(options.port ?? 0),
        DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const { url, platformUrl } = await whereToLook(child)
    return new ServiceProcess(child, url, platformUrl, temporary ? dataDir : null)
  }

  /** Ends it without a chance to tidy up. */
  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve))
    this.child.kill('SIGKILL')
    await ended
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = new Promise((resolve) => this.child.once('exit', resolve))
      this.child.kill('SIGTERM')
      await ended
    }
    if (this.dataDir !== null) rmSync(this.dataDir, { recursive: true, force: true })
  }
}

/** Resolves with the addresses that the service prints once it is ready. */
function whereToLook(child: ChildProcess): Promise<{ url: string; platformUrl: string }> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk
      const url = /Dashboard\s+(http\S+)\/dashboard\n/.exec(printed)?.[1]
      const platformUrl = /Stand-in platform\s+(http\S+)\n/.exec(printed)?.[1]
      if (url !== undefined && platformUrl !== undefined) resolve({ url, platformUrl })
    })
    child.once('exit', (code) => {
      reject(new Error(`The service ended with code ${String(code)} before it was ready:\n${printed}`))
    })
  })
}
