import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process holds the folder. The message is one line for the terminal. */
export class FolderLockedError extends Error {
  override readonly name = 'FolderLockedError'
}

/**
 * Takes the folder for this process alone, until the returned function is called or the process ends in any way.
 * Throws {@link FolderLockedError} when another process, or this one, already holds it.
 *
 * The lock is the operating system's own file lock, reached through SQLite, since Node offers none itself. It dies with
 * its holder, so that kill -9 leaves nothing stale, and taking it is atomic. A pid file can name a process that is gone,
 * or a stranger that got its number; a socket file outlives its listener, and two starters can both remove it.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const holderFile = join(folder, 'lock-holder')
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new FolderLockedError(
      `The data folder ${folder} is in use by process ${readHolder(holderFile)}: stop that one, or set another DATA_DIR`,
      { cause: error },
    )
  }
  writeFileSync(holderFile, `${process.pid}\n`)
  return () => {
    if (lock.isOpen) lock.close()
  }
}

const SQLITE_BUSY = 5

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY

/** Only for the message: the lock itself says nothing of its holder. */
function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
