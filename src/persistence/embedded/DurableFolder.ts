import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { closeSync, existsSync, fdatasyncSync, fsyncSync, lstatSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What is needed of the file system that PGlite works through: it knows no way to wait for the disk, and takes one. */
interface Files {
  stream_ops: { fsync?: (file: OpenFile) => number }
  node_ops: { lookup: (folder: unknown, name: string) => unknown }
  realPath(node: unknown): string
}

/** The part of the runtime under PGlite that is needed here. */
interface Runtime {
  filesystems: { NODEFS: Files }
  ErrnoError: new (code: number) => Error
}

interface OpenFile {
  /** The operating system's handle; folders have none. */
  nfd?: number
  node: unknown
}

const DONE = 0
/** What the runtime under PGlite calls ENOENT. */
const NO_SUCH_FILE = 44

/** How PGlite is started to wait for the disk: as it does by itself, but for the switch that spares it the wait. */
export const WAITING_FOR_DISK = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
]

/** The folder of an embedded database, in which what is committed has reached the disk and outlives a power cut. */
export class DurableFolder extends NodeFS {
  private readonly isNew: boolean

  constructor(path: string) {
    super(path)
    this.isNew = !existsSync(join(path, 'PG_VERSION'))
  }

  override async init(...[database, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options)
    const adapt = (module: { FS: unknown }): void => {
      const { filesystems, ErrnoError } = module.FS as Runtime
      const { NODEFS: files } = filesystems
      files.stream_ops.fsync = ({ nfd, node }) => {
        if (nfd === undefined) flush(files.realPath(node))
        else fdatasyncSync(nfd)
        return DONE
      }
      // Asked before each new page of an index, for a file that mostly is not there. A refusal by exception took 0.1 ms.
      const { lookup } = files.node_ops
      files.node_ops.lookup = (folder, name) => {
        if (isMissing(join(files.realPath(folder), name))) throw new ErrnoError(NO_SUCH_FILE)
        return lookup(folder, name)
      }
    }
    const preRun = [emscriptenOpts.preRun ?? []].flat()
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, adapt] } }
  }

  /** A new database is copied into its folder, for which nobody waits. */
  flushNew(): void {
    if (!this.isNew) return
    for (const file of readdirSync(this.rootDir, { recursive: true, encoding: 'utf8' }))
      flush(join(this.rootDir, file))
    flush(this.rootDir)
  }
}

/** Whatever else is wrong with it, the file system under PGlite finds out itself. */
function isMissing(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

/** Waits until a file, or a folder’s list of files, has reached the disk. */
function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
