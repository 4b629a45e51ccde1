import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '../../src/persistence/database.ts'
import { freePort } from './freePort.ts'

const INSTALLED = '/usr/lib/postgresql'
const TEMPLATE = 'migrated'
const run = promisify(execFile)

/** Folder of the newest PostgreSQL programs on this machine. Throws with what to install when there is none. */
function programs(): string {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).map(Number) : []
  const newest = versions
    .filter((version) => existsSync(join(INSTALLED, String(version), 'bin', 'initdb')))
    .sort((a, b) => b - a)[0]
  if (newest === undefined) throw new Error('no PostgreSQL found: apt-get install postgresql')
  return join(INSTALLED, String(newest), 'bin')
}

/** PostgreSQL refuses to run as root; then the user that its package made runs it. */
function runner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** A real PostgreSQL in a folder of its own, as durable as in production: every commit waits for the disk. */
export class PostgresServer {
  readonly port: number
  readonly #bin: string
  readonly #folder: string
  readonly #user: { uid: number; gid: number } | undefined
  #process: ChildProcess | undefined
  #databases = 0
  #template: Promise<void> | undefined

  private constructor(
    bin: string,
    folder: string,
    user: { uid: number; gid: number } | undefined,
    port: number,
  ) {
    this.#bin = bin
    this.#folder = folder
    this.#user = user
    this.port = port
  }

  static async start(): Promise<PostgresServer> {
    const bin = programs()
    const user = runner()
    const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
    if (user !== undefined) chownSync(folder, user.uid, user.gid)
    const initial = ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']
    await run(join(bin, 'initdb'), initial, { ...user, cwd: folder })
    const server = new PostgresServer(bin, folder, user, await freePort())
    await server.resume()
    return server
  }

  /** Address of a database on this server. */
  url(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`
  }

  /** A new, empty and migrated database; some 50 ms, because migrating happens once a server. */
  async createDatabase(): Promise<string> {
    await (this.#template ??= this.#migrateTemplate())
    const name = `test_${String(++this.#databases)}`
    await this.sql(`create database ${name} template ${TEMPLATE}`)
    return this.url(name)
  }

  /** Runs statements as the superuser; for what a test does to the server from outside. */
  async sql(statement: string, database = 'postgres'): Promise<string> {
    const args = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-c', statement, this.url(database)]
    const { stdout } = await run(join(this.#bin, 'psql'), args, { cwd: this.#folder, ...this.#user })
    return stdout.trim()
  }

  /** Starts the server again after {@link kill}. */
  async resume(): Promise<void> {
    const settings = [
      'fsync=on',
      'synchronous_commit=on',
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
    ]
    settings.push('max_connections=200', 'max_wal_size=2GB')
    const child = spawn(
      join(this.#bin, 'postgres'),
      ['-D', this.#folder, '-p', String(this.port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...this.#user, cwd: this.#folder, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    this.#process = child
    // A test run that is cut off must not leave servers behind.
    process.once('exit', () => child.kill('SIGKILL'))
    let log = ''
    const ready = Promise.withResolvers<undefined>()
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      log = (log + chunk).slice(-10_000)
      if (log.includes('ready to accept connections')) ready.resolve(undefined)
    })
    child.once('exit', () => {
      ready.reject(new Error(`PostgreSQL did not start:\n${log}`))
    })
    await ready.promise
  }

  /** Ends the server as a power cut would, as far as a process can tell. */
  async kill(): Promise<void> {
    await this.#end('SIGQUIT')
  }

  /** Ends the server and removes all it kept. */
  async stop(): Promise<void> {
    await this.#end('SIGQUIT')
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (child?.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }

  async #migrateTemplate(): Promise<void> {
    await this.sql(`create database ${TEMPLATE}`)
    const database = await openDatabase({ url: this.url(TEMPLATE) })
    await database.close()
  }
}

let shared: Promise<PostgresServer> | undefined

/** The server that all suites of one test run share, each with databases of its own. */
export const sharedPostgres = (): Promise<PostgresServer> => (shared ??= PostgresServer.start())

const lastWorks: (() => Promise<void>)[] = []

/** Has something done at the end of the whole run, while the server that the suites shared is still there. */
export const atEndOfRun = (work: () => Promise<void>): void => void lastWorks.push(work)

export const mochaHooks = {
  async afterAll(this: Mocha.Context): Promise<void> {
    this.timeout(60_000)
    try {
      for (const work of lastWorks) await work()
    } finally {
      await (await shared)?.stop()
    }
  },
}
