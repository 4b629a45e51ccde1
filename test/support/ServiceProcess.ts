import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The service as a process of its own, as an operator runs it; for what only a process can show. */
export class ServiceProcess {
  output = ''
  errors = ''
  readonly #child: ChildProcess
  readonly #closed: Promise<unknown>

  /** Starts `node <args>` with exactly these variables beside the PATH; nothing of the tester's own leaks in. */
  constructor(env: Record<string, string>, args: readonly string[] = ['src/main.ts']) {
    const variables = { PATH: process.env.PATH, ...env }
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: variables,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (this.output += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (this.errors += chunk))
    this.#child = child
    this.#closed = once(child, 'close')
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Its exit code once it ended and all it said was read; null when a signal ended it. */
  async ended(): Promise<number | null> {
    await this.#closed
    return this.#child.exitCode
  }

  /** The address under which it says that it is there. */
  async ready(): Promise<string> {
    for (;;) {
      const url = /Dashboard\s+(http:\S+)\/dashboard/.exec(this.output)?.[1]
      if (url !== undefined) return url
      const { stdout } = this.#child
      await Promise.race([stdout === null ? this.#closed : once(stdout, 'data'), this.#closed])
      if (this.#child.exitCode !== null || this.#child.signalCode !== null)
        throw new Error(`the service did not start: ${this.errors}`)
    }
  }

  /** Signals it and waits for its end; nothing when it has ended already. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill(signal)
    return this.ended()
  }
}
